import { type Content, type Section, titleFromPath } from '../extracted.ts'

/** Cues that are read together: about a minute of speech. */
const SECTION_LENGTH = 900

/**
 * Subtitles as SRT and WebVTT write them: what is said, in sections that are named by the time at
 * which they begin (`1:02:03`). Speakers are named before what they say; a line that is shown again
 * while the next is added counts once.
 */
export function extractSubtitles(text: string, path: string): Content {
  const sections: Section[] = []
  let length = SECTION_LENGTH
  let before: string[] = []
  for (const { begins, lines } of cues(text)) {
    const said = lines.filter((line) => !before.includes(line))
    before = lines
    if (said.length === 0) continue
    if (length >= SECTION_LENGTH) {
      const blocks = [{ kind: 'paragraph' as const, text: '' }]
      sections.push({ headings: [begins], fragment: null, page: null, blocks })
      length = 0
    }
    length += append(sections.at(-1), said.join(' '))
  }
  return { title: titleFromPath(path), url: null, sections }
}

function append(section: Section | undefined, said: string): number {
  const block = section?.blocks[0]
  if (block) block.text += `${block.text === '' ? '' : /^[^\s:]+: /.test(said) ? '\n' : ' '}${said}`
  return said.length
}

const TIMING = /^(?:(\d+):)?(\d\d?):(\d\d)[.,]\d{1,3}[ \t]+-->[ \t]/

/** Blocks between blank lines that have a line of times; headers, notes and styles have none. */
function* cues(text: string): Generator<{ begins: string; lines: string[] }> {
  for (const block of text.split(/\n[ \t]*\n/)) {
    const lines = block.split('\n')
    const at = lines.findIndex((line) => TIMING.test(line))
    const [, hours, minutes = '', seconds = ''] = TIMING.exec(lines[at] ?? '') ?? []
    if (at < 0) continue
    const begins = `${Number(hours ?? 0) > 0 ? `${Number(hours)}:${minutes.padStart(2, '0')}` : Number(minutes)}:${seconds}`
    yield {
      begins,
      lines: lines
        .slice(at + 1)
        .map(spoken)
        .filter((line) => line !== ''),
    }
  }
}

/** `<v Ann>Hello</v>` → `Ann: Hello`; other tags and positions (`{\an8}`) leave their text. */
function spoken(line: string): string {
  return line
    .replace(/<v(?:\.[^\s>]*)?[ \t]+([^>]+)>/g, '$1: ')
    .replace(/<[^<>]*>|\{\\[^{}]*\}/g, '')
    .replace(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name: string) => ENTITIES[name] ?? '')
    .trim()
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: ' ' }
