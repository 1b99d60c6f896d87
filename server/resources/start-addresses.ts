import { ServiceError } from '../contract/errors.ts'
import { isStartExcluded } from '../ingestion/sources/website/scope.ts'

/**
 * Throws `validation_error` for a configuration of a website whose `exclude` leaves out one of its
 * start addresses (docs/behaviour.md#websites).
 */
export function checkStartAddresses(config: Record<string, unknown>): void {
  const { start_urls = [], exclude = [] } = config as { start_urls?: string[]; exclude?: string[] }
  const at = start_urls.findIndex((address) => isStartExcluded(address, exclude))
  if (at === -1) return
  throw new ServiceError(
    'validation_error',
    `config.exclude must not leave out config.start_urls[${at}], from which the website is read.`,
  )
}
