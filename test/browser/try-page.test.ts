import { join } from 'node:path'
import { expect, test } from 'vitest'
import { write } from '../ingestion/ingestion.ts'
import { createSvc } from '../process/svc.ts'
import { freePort } from '../support/free-port.ts'
import { openPage, useBrowser } from '../support/widget-page.ts'

const held = useBrowser()

test('the address that `svc ingest` ends with answers from what was read', async () => {
  await using svc = await createSvc()
  const folder = join(svc.dir, 'help')
  write(folder, { 'fees.md': '# Fees\n\nThe membership fee is ten francs a year.\n' })
  const SVC_PORT = String(await freePort())
  const { output } = await svc.run(['ingest', folder, '--into', 'Help'], { SVC_PORT })
  await svc.serve({ SVC_PORT })
  const page = await openPage(held.browser)

  await page.goto(/http\S+\/svc\/widget\/try\S+/.exec(output)?.[0] ?? '')
  await page.locator('svc-chat .launcher').click()
  await page.locator('svc-chat textarea').fill('How much is the membership fee?')
  await page.locator('svc-chat textarea').press('Enter')

  await page.locator('svc-chat .answer', { hasText: 'ten francs a year' }).waitFor()
  expect(await page.locator('svc-chat .launcher').count()).toBe(1)
  await page.context().close()
})
