import { v7 as newId } from 'uuid'
import type { Config } from './config.ts'
import type { TestedWebhook } from './contract/webhook.ts'
import type { Fetcher } from './fetch/fetcher.ts'
import type { Log } from './log.ts'
import { openVault } from './secret-key.ts'
import type { DueDelivery } from './storage/ports/webhooks.ts'
import type { Store } from './storage/store.ts'
import { version } from './version.ts'
import { createDeliveries } from './webhook/deliveries.ts'
import { send } from './webhook/send.ts'

/** Where a test is sent. */
export type TestedReceiver = Pick<DueDelivery, 'organization' | 'url' | 'secret'>

/** Starts to send what the outboxes hold, which only one process of a data folder may do. */
export function openDeliveries({ config, log, store }: { config: Config; log: Log; store: Store }) {
  let fetcher: Promise<Fetcher> | undefined
  const now = () => new Date().toISOString()
  const sending = {
    vault: openVault(config),
    fetcher: () => (fetcher ??= loadFetcher(config)),
    now,
  }
  const deliveries = createDeliveries({
    ...sending,
    store,
    random: Math.random,
    onGivenUp: ({ id, event, organization }, reason) =>
      log.warn({ id, event, organization: organization.slug, reason }, 'a webhook is given up'),
    report: (err) => log.error({ err }, 'a webhook could not be sent'),
  })
  return {
    wake: deliveries.wake,
    /** Sends a message that is not kept. */
    test(receiver: TestedReceiver, signal: AbortSignal): Promise<TestedWebhook> {
      const message = { id: newId(), event: 'webhook.test', data: {}, created_at: now() }
      return send({ ...receiver, ...message }, sending, signal)
    },
    async stop(): Promise<void> {
      await deliveries.stop()
      await (await fetcher)?.close()
    },
  }
}

/** Its library takes long to load, and a service without webhooks never needs it. */
async function loadFetcher(config: Config): Promise<Fetcher> {
  const { createFetcher } = await import('./fetch/fetcher.ts')
  return createFetcher({
    access: config.fetch_private,
    userAgent: `KnowledgeAssistant/${version} (+${config.public_url})`,
    // The outbox has pauses of its own.
    longestRestMs: 0,
  })
}
