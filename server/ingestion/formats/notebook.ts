import { z } from 'zod'
import { type Content, DocumentError } from '../extracted.ts'
import { extractMarkdown } from './markdown.ts'

const Text = z.union([z.string(), z.array(z.string()).transform((lines) => lines.join(''))])

const Output = z.looseObject({
  text: Text.optional().catch(undefined),
  data: z
    .looseObject({ 'text/plain': Text.optional().catch(undefined) })
    .optional()
    .catch(undefined),
})

const Notebook = z.looseObject({
  cells: z.array(
    z.looseObject({
      cell_type: z.string(),
      source: Text,
      outputs: z.array(Output).default([]),
    }),
  ),
  metadata: z
    .looseObject({ language_info: z.looseObject({ name: z.string() }) })
    .optional()
    .catch(undefined),
})

/** A longer output is a listing that nobody reads. */
const MAX_OUTPUT_LENGTH = 2000

/**
 * Jupyter notebooks: their Markdown, their code, and what the code printed. Throws `malformed`,
 * also for the format before version 4, of 2014.
 */
export function extractNotebook(text: string, path: string): Content {
  const { cells, metadata } = parseNotebook(text)
  const language = /^[\w+-]+$/.exec(metadata?.language_info.name ?? '')?.[0] ?? ''
  const parts = cells.flatMap(({ cell_type, source, outputs }) => {
    if (cell_type === 'markdown') return [source]
    return cell_type === 'code' ? [fenced(source, language), ...outputs.map(printed)] : []
  })
  return extractMarkdown(parts.join('\n\n'), { path })
}

function parseNotebook(text: string): z.infer<typeof Notebook> {
  try {
    return Notebook.parse(JSON.parse(text))
  } catch (cause) {
    throw new DocumentError('malformed', 'The file is not a Jupyter notebook.', { cause })
  }
}

function printed({ text, data }: z.infer<typeof Output>): string {
  const output = (text ?? data?.['text/plain'] ?? '').slice(0, MAX_OUTPUT_LENGTH)
  return fenced(output, '')
}

function fenced(code: string, language: string): string {
  if (code.trim() === '') return ''
  const longest = Math.max(2, ...Array.from(code.matchAll(/`+/g), ([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${code}\n${fence}`
}
