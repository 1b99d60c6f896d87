import type { startWidgetServer } from '../test/support/widget-server.ts'
import type { Page } from './page.ts'

export type Server = Awaited<ReturnType<typeof startWidgetServer>>

/** Loads the website with or without the widget, until the launcher is there. */
export async function settle(page: Page, server: Server, withWidget: boolean) {
  server.state.withWidget = withWidget
  await page.goto(server.url)
  if (withWidget) await page.run(untilLauncher)
}

async function untilLauncher(): Promise<void> {
  const launcher = () => document.querySelector('svc-chat')?.shadowRoot?.querySelector('.launcher')
  while (!launcher()) await new Promise((resolve) => setTimeout(resolve, 100))
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}

/** Clicks, and resolves with the milliseconds until the composer is focused. */
export async function openPanel(): Promise<number> {
  const root = document.querySelector('svc-chat')?.shadowRoot
  const from = performance.now()
  root?.querySelector<HTMLElement>('.launcher')?.click()
  while (root?.activeElement?.tagName !== 'TEXTAREA') {
    await new Promise((resolve) => setTimeout(resolve, 4))
  }
  return performance.now() - from
}
