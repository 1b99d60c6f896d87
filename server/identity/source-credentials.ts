import { Credentials } from '../contract/credentials.ts'
import type { SealedCredentials } from '../storage/ports/sources.ts'
import type { Vault } from './vault.ts'

/** Credentials of a source, bound to it and to the origins that they may be sent to. */
export function sealCredentials(
  vault: Vault,
  source_id: string,
  { credentials, origins }: { credentials: Credentials; origins: string[] },
): SealedCredentials {
  const { type } = credentials
  const context = contextOf(source_id, { type, origins })
  return { type, origins, ...vault.seal(JSON.stringify(credentials), context) }
}

/** null: they must be entered again. */
export function openCredentials(
  vault: Vault,
  source_id: string,
  sealed: SealedCredentials,
): Credentials | null {
  const text = vault.open(sealed, contextOf(source_id, sealed))
  return text === null ? null : Credentials.parse(JSON.parse(text))
}

function contextOf(
  source_id: string,
  { type, origins }: Pick<SealedCredentials, 'type' | 'origins'>,
): string {
  return JSON.stringify([source_id, type, origins])
}
