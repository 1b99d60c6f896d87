/** Tells the client how far its call is; what was told last is repeated until the next. */
export type Tell = (message: string) => void

/** The longest silence, in milliseconds: clients give up after some time without a message. */
const SILENCE_MS = 8000

/** Runs a call whose client is told of its progress (docs/behaviour.md#mcp). */
export async function withProgress<Result>(
  notify: (progress: { progress: number; message: string }) => Promise<void>,
  call: (tell: Tell) => Promise<Result>,
): Promise<Result> {
  let progress = 0
  let last = ''
  const send = () => {
    progress += 1
    // A client that is gone is told nothing.
    notify({ progress, message: last }).catch(() => {})
  }
  const timer = setInterval(send, SILENCE_MS)
  try {
    return await call((message) => {
      last = message
      timer.refresh()
      send()
    })
  } finally {
    clearInterval(timer)
  }
}
