import { ServiceError } from '../contract/errors.ts'

/**
 * Throws `validation_error` for a CSS selector of a configuration that the library which reads
 * pages does not understand. The library is loaded when there is one to check.
 */
export async function checkSelectors(config: Record<string, unknown>): Promise<void> {
  const { content_selector, remove_selectors } = config
  const named = [
    ['config.content_selector', content_selector],
    ...[remove_selectors].flat().map((text, at) => [`config.remove_selectors[${at}]`, text]),
  ].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  if (named.length === 0) return
  const { load } = await import('cheerio/slim')
  const $ = load('<p></p>')
  for (const [name, selector] of named) {
    try {
      $.root().find(selector)
    } catch (cause) {
      throw new ServiceError('validation_error', `${name} must be a CSS selector.`, { cause })
    }
  }
}
