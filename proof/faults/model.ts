import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

/** The model's next answer. */
export interface Script {
  pieces: string[]
  everyMs: number
  /** Awaited before the piece of that number, and before the end with the number of pieces. */
  before?: (piece: number) => Promise<void>
}

/** A scripted model server in OpenAI's wire format, in this process. */
export async function startModel(script: Script) {
  const model = {
    script,
    url: '',
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const server = createServer((request, response) => {
    void reply(request, response, model.script).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  model.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return model
}

async function reply(
  request: IncomingMessage,
  response: ServerResponse,
  { pieces, everyMs, before }: Script,
): Promise<void> {
  const { stream = false } = JSON.parse((await text(request)) || '{}') as { stream?: boolean }
  if (!stream) {
    const message = { role: 'assistant', content: pieces.join('') }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(chunk({ message, finish_reason: 'stop' })))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const [at, content] of pieces.entries()) {
    await before?.(at)
    send(response, { delta: { content } })
    await pause(everyMs)
  }
  await before?.(pieces.length)
  send(response, { delta: {}, finish_reason: 'stop' })
  response.end('data: [DONE]\n\n')
}

function send(response: ServerResponse, choice: object): void {
  response.write(`data: ${JSON.stringify(chunk(choice))}\n\n`)
}

function chunk(choice: object) {
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
  return { id: '1', created: 0, model: 'm', choices: [{ index: 0, ...choice }], usage }
}
