/**
 * Measures how documentation as it is written is read: what is left of its markup, what is
 * furniture of its site, and what is lost (docs/contributing.md#measure-how-documentation-is-read).
 */
import { writeFileSync } from 'node:fs'
import { type Finding, measureReading, type Reading } from './measure.ts'
import { readFolder } from './pages.ts'

interface Options {
  /** Folders of the same pages in HTML, in the order of the folders. */
  rendered: string[]
  /** File for what was dropped, and for what was found in passages. */
  furniture?: string
  findings?: string
  json: boolean
}

export async function reportReading(folders: string[], options: Options): Promise<string> {
  const readings: [folder: string, reading: Reading][] = []
  for (const [at, folder] of folders.entries()) {
    const read = await readFolder(folder, options.rendered[at] ?? null)
    readings.push([folder, measureReading(read)])
  }
  const isDropped = ({ what }: Finding) => what.startsWith('dropped')
  write(options.furniture, readings, isDropped)
  write(options.findings, readings, (finding) => !isDropped(finding))
  if (!options.json)
    return readings.map(([folder, reading]) => textOf(folder, reading)).join('\n\n')
  return JSON.stringify(
    readings.map(([folder, reading]) => ({
      folder,
      ...reading,
      findings: reading.findings.length,
    })),
  )
}

/** A line for each text, with the page where it was met first and the number of times. */
function write(
  file: string | undefined,
  readings: [folder: string, reading: Reading][],
  isWanted: (finding: Finding) => boolean,
): void {
  if (file === undefined) return
  const lines = readings.flatMap(([folder, { findings }]) => {
    const texts = Map.groupBy(findings.filter(isWanted), ({ what, text }) => `${what}\t${text}`)
    return Array.from(texts, ([, found]) => lineOf(folder, found))
  })
  writeFileSync(file, lines.join(''))
}

function lineOf(folder: string, [first, ...more]: Finding[]): string {
  if (!first) return ''
  const text = first.text.replace(/\s+/g, ' ').trim().slice(0, 500)
  return `${first.what}\t${more.length + 1}\t${folder}/${first.path}\t${text}\n`
}

function textOf(folder: string, reading: Reading): string {
  const { passages, loss } = reading
  const perThousand = (count: number) => ((count / Math.max(1, passages)) * 1000).toFixed(1)
  const share = (part: number, whole: number) =>
    `${((part / Math.max(1, whole)) * 100).toFixed(2)} %`
  return [
    folder,
    `  ${reading.pages} pages, ${passages} passages${listOf('; not read', reading.unread)}`,
    `  in 1,000 passages: ${perThousand(reading.withResidue)} with markup, ` +
      `${perThousand(reading.furniture)} furniture, ${perThousand(reading.empty)} empty, ` +
      `${perThousand(reading.cut)} cut blocks`,
    ...(reading.withResidue > 0 ? [`  markup${listOf('', reading.residue)}`] : []),
    loss === null
      ? '  lost: not known without the rendered pages'
      : `  lost: ${share(loss.lostWords, loss.words)} of ${loss.words} words ` +
        `(${share(loss.lostWritten, loss.words)} that stand in the pages' files), ` +
        `${loss.lostCodeChars} of ${loss.codeChars} characters of code`,
    `  written in${listOf('', reading.dialects)}`,
  ].join('\n')
}

function listOf(label: string, counts: Record<string, number>): string {
  const entries = Object.entries(counts).sort(([, one], [, other]) => other - one)
  if (entries.length === 0) return ''
  return `${label}: ${entries.map(([name, count]) => `${name} ${count}`).join(', ')}`
}
