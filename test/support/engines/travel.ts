import { startWidgetServer } from '../widget-server.ts'
import type { Engine } from './engine.ts'
import type { Journey } from './journeys.ts'
import { createVisitor } from './visitor.ts'

/** Records errors and violations of the policy in `window.faults`. */
const RECORDER = `<script nonce="recorder">
  window.faults = []
  for (const type of ['error', 'unhandledrejection', 'securitypolicyviolation']) {
    addEventListener(type, ({ message, reason, violatedDirective }) => {
      faults.push(type + ': ' + (message ?? reason ?? violatedDirective))
    })
  }
</script>`

/**
 * Makes a journey on a website of its own, with the strictest policy that the widget supports.
 * Returns its remark. Throws when something does not happen in time, or the page has a fault at
 * the end.
 */
export async function travel(engine: Engine, journey: Journey) {
  const server = await startWidgetServer()
  const { state } = server
  state.policy = state.policy.replace('{base}', "{base} 'nonce-recorder'")
  // For the site's own icon, which WebKit asks for.
  state.policy += "; img-src 'self'"
  state.body = RECORDER
  const visitor = createVisitor(engine, server)
  try {
    await visitor.resize(560, 820)
    const remark = await journey(visitor)
    await visitor.isSound()
    return remark
  } finally {
    await server.close()
  }
}
