import { expect, test } from 'vitest'
import { blocks, outline, read } from './read.ts'

test('SRT is what is said, without numbers, times and marks', async () => {
  const source =
    '1\r\n00:00:01,000 --> 00:00:02,500\r\n<i>Welcome</i> to\r\n{\\an8}the tour.\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000 X1:40 X2:600\r\nThis is <b>the lab</b>.\r\n'

  expect(await blocks('the_tour.srt', source)).toEqual(['Welcome to the tour. This is the lab.'])
  expect((await read('the_tour.srt', source)).title).toBe('the tour')
})

test('WebVTT names speakers; header, notes, styles and ids are left out', async () => {
  const source =
    'WEBVTT - Talk\nKind: captions\n\nSTYLE\n::cue { color: red }\n\nNOTE a --> b\n\nintro\n00:01.000 --> 00:02.000 align:start\n<v Ann>Hello &amp; welcome.</v>\n\n00:03.000 --> 00:04.000\n<v.loud Bob>Thank <00:03.500><c>you</c>.'

  expect(await blocks('a.vtt', source)).toEqual(['Ann: Hello & welcome.\nBob: Thank you.'])
})

test('lines that roll on count once', async () => {
  const source =
    'WEBVTT\n\n00:01.000 --> 00:02.000\none\n\n00:02.000 --> 00:03.000\none\ntwo\n\n00:03.000 --> 00:04.000\ntwo\n \n\n00:04.000 --> 00:05.000\ntwo\nthree\n'

  expect(await blocks('a.vtt', source)).toEqual(['one two three'])
})

test('a section is named by the time at which it begins', async () => {
  const cue = (at: number) => {
    const [hours, minutes] = [Math.floor(at / 60), at % 60].map((part) =>
      String(part).padStart(2, '0'),
    )
    return `${at}\n${hours}:${minutes}:05,000 --> ${hours}:${minutes}:09,000\n${`Words of cue ${at}. `.repeat(40)}`
  }

  expect(await outline('a.srt', [0, 1, 2, 61, 62].map(cue).join('\n\n'))).toEqual([
    ['0:05', null],
    ['2:05', null],
    ['1:02:05', null],
  ])
})

test('subtitles without a cue are `empty`', async () => {
  await expect(read('a.vtt', 'WEBVTT\n\nNOTE nothing')).rejects.toMatchObject({ code: 'empty' })
  await expect(read('a.srt', '')).rejects.toMatchObject({ code: 'empty' })
})
