import { z } from 'zod'
import { sized } from './bounded.ts'
import { operation } from './operation.ts'
import { shownText } from './text.ts'

const MAX_SUGGESTIONS = 6

/** Corners of the page; `inline-end` is the right in left-to-right pages. */
export const positions = ['bottom-right', 'bottom-left', 'inline-end', 'inline-start'] as const

const Locale = z
  .string()
  .max(35)
  .refine(isLanguageTag, { error: 'must be a language tag, such as de or pt-BR' })

const fields = {
  greeting: shownText(1, 300),
  suggestions: sized(z.array(shownText(1, 150)).max(MAX_SUGGESTIONS), {
    max: MAX_SUGGESTIONS,
    error: `must contain at most ${MAX_SUGGESTIONS} questions`,
  }),
  position: z.enum(positions),
  launcher_label: shownText(1, 40),
  locale: Locale,
}

/**
 * What the owner sets of a deployment's widget (docs/behaviour.md#appearance); null leaves it to
 * the script tag or the default.
 */
export const Appearance = z.strictObject({
  greeting: fields.greeting.nullable(),
  suggestions: fields.suggestions.nullable(),
  position: fields.position.nullable(),
  launcher_label: fields.launcher_label.nullable(),
  locale: fields.locale.nullable().describe('A language tag.'),
})
export type Appearance = z.infer<typeof Appearance>

/** The whole appearance; an absent field is null. */
export const SentAppearance = Appearance.partial()
export type SentAppearance = z.infer<typeof SentAppearance>

/** Only what is set. */
export const SparseAppearance = z.strictObject(fields).partial()
export type SparseAppearance = z.infer<typeof SparseAppearance>

export const getAppearance = operation({
  rule: 'behaviour.md#appearance',
  summary: "Read a widget's appearance",
  description: 'Each field is `null` when it is not set.',
  method: 'get',
  path: '/widget-deployments/{deployment_id}/appearance',
  access: 'widget.read',
  status: 200,
  reply: Appearance,
})

export const replaceAppearance = operation({
  rule: 'behaviour.md#appearance',
  summary: "Replace a widget's appearance",
  description:
    'A field that is `null` or absent is not set. Pages show it with their next bootstrap; attributes of the script tag win.',
  method: 'put',
  path: '/widget-deployments/{deployment_id}/appearance',
  access: 'assistant.publish',
  body: SentAppearance,
  status: 200,
  audit: { action: 'deployment.updated' },
  reply: Appearance,
})

function isLanguageTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}
