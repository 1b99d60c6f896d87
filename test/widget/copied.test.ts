import { expect } from 'chai'
import { copied } from '../../widget/copied.ts'

const place = { source_id: 's', snippet: null, anchor: null, score: null, quotes: [] }

describe('a copied answer', () => {
  it('is Markdown with a numbered list of its sources', () => {
    const citations = [
      { ...place, ordinal: 1, title: 'Fees [2026]', url: 'https://acme.test/fees#a' },
      { ...place, ordinal: 2, title: 'Notes', url: null },
    ]

    expect(copied({ text: 'It costs *15* euros [1][2].', citations })).to.equal(
      'It costs *15* euros [1][2].\n\n1. [Fees \\[2026\\]](https://acme.test/fees#a)\n2. Notes',
    )
  })

  it('has equal markers of neighbouring items and rows once, at the last', () => {
    const text =
      '- One [1]\n- Two [1]\n- Three [2]\n\n| A | B |\n|---|---|\n| a | b [1] |\n| c | d [1] |'

    expect(copied({ text, citations: [] })).to.equal(
      '- One\n- Two [1]\n- Three [2]\n\n| A | B |\n|---|---|\n| a | b |\n| c | d [1] |',
    )
  })
})
