import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

type Write = (prompt: string) => string | Promise<string>

/** A server that speaks OpenAI's protocol and says what it is told to. */
export interface ModelServer {
  base_url: string
  /**
   * Makes the text of the next replies from all messages of the request; `pauseMs` comes after
   * each piece.
   */
  next(write: Write, pauseMs?: number): void
  close(): void
}

/** So many characters are sent in a piece, some three tokens. */
export const PIECE_CHARS = 12

export async function startModelServer(): Promise<ModelServer> {
  let write: Write = () => ''
  let pauseMs = 0
  const server = createServer(async (request, response) => {
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString())
    const { messages } = body as { messages: { content: string }[] }
    const prompt = messages.map(({ content }) => content).join('\n')
    const text = await write(prompt)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const send = (delta: object, finish_reason: string | null) =>
      response.write(
        `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta, finish_reason }] })}\n\n`,
      )
    for (let at = 0; at < text.length; at += PIECE_CHARS) {
      send({ content: text.slice(at, at + PIECE_CHARS) }, null)
      if (pauseMs > 0) await pause(pauseMs)
    }
    send({}, 'stop')
    response.end('data: [DONE]\n\n')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    next(given, slowly = 0) {
      write = given
      pauseMs = slowly
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
