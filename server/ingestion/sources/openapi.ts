import { readFile } from 'node:fs/promises'
import { defineSource, SourceError } from '../define-source.ts'
import { type Configured, fetchConfigured } from './configured.ts'
import { realPath } from './folder.ts'

/** The one document of such a source. */
const PATH = 'openapi'

/**
 * The operations of an HTTP API, from its OpenAPI description (docs/behaviour.md#openapi). Asked
 * for with the ETag that it had, so that nothing is transferred while it is unchanged.
 */
export const openapi = defineSource({
  type: 'openapi',

  async *discover({ organization_id, config, credentials }, context, signal) {
    const { url, path, docs_url } = config
    const document = {
      path: PATH,
      url: docs_url ?? null,
      media_type: 'application/vnd.oai.openapi',
    }
    if (path !== undefined) {
      const file = await realPath(path, await context.rootsOf(organization_id))
      const read = () =>
        readFile(file).catch((cause) => {
          throw new SourceError('source_unreachable', 'The file cannot be read.', { cause })
        })
      yield { ...document, read }
    } else {
      const configured: Configured = { address: url ?? '', credentials, services: context, signal }
      const version = context.known(PATH)?.version ?? null
      const response = await fetchConfigured(configured, { version })
      const isUnchanged = response.status === 304
      yield {
        ...document,
        version: response.headers.etag ?? (isUnchanged ? version : null),
        // An unchanged one is asked for again when it must be read in another way than before.
        read: async () => (isUnchanged ? await fetchConfigured(configured) : response).body,
      }
    }
    return { isComplete: true }
  },
})
