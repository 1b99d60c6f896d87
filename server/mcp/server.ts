import { randomUUID } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { toNodeHandler } from '@modelcontextprotocol/node'
import {
  type AuthInfo,
  type CallToolResult,
  createMcpHandler,
  localhostAllowedHostnames,
  McpServer,
  type ServerContext,
  type StandardSchemaWithJSON,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server'
import type { z } from 'zod'
import { ServiceError } from '../contract/errors.ts'
import { type ToolDeclaration, type ToolName, tools } from '../contract/mcp.ts'
import { parse } from '../contract/parse.ts'
import { authorize } from '../identity/authorize.ts'
import type { Caller } from '../identity/caller.ts'
import { type DocumentResources, offerDocuments } from './document-resources.ts'
import { type IntroductionResources, introduce } from './introduction.ts'
import { isToolCall, type Message } from './message.ts'
import { withProgress } from './progress.ts'
import { offerPrompt } from './prompt.ts'
import { createRunningCalls } from './running-calls.ts'
import { type Call, createTools, type ToolHandlers, type ToolResources } from './tools.ts'

export interface McpNeeds {
  resources: ToolResources & IntroductionResources & DocumentResources
  version: string
  /** Requests must be sent to its hostname, a loopback name or an IP address. */
  publicUrl: string
  /** Receives failures whose cause is not sent to the client. */
  report: (error: unknown) => void
  /** Receives what is wrong with a request that the protocol refuses. */
  reportMistake: (mistake: string) => void
}

export interface Mcp {
  /**
   * Answers a request of an authenticated caller; `message` is its parsed body. With a `refusal` a
   * call of a tool is answered with that as a tool error.
   */
  handle(req: IncomingMessage, res: ServerResponse, asked: Asked, message: object): Promise<void>
  /**
   * Throws `authorization_error` for a foreign `Host` (DNS rebinding) and for the `Origin` of
   * another site. `ipAddress` is the requested host when it is an IP address, which cannot be
   * rebound.
   */
  checkHostAndOrigin(headers: IncomingMessage['headers'], ipAddress: string | null): void
}

export interface Asked {
  caller: Caller
  refusal: ServiceError | null
}

/** Comments keep a stream open on which nothing else is sent, in milliseconds. */
const KEEP_ALIVE_MS = 10_000
const SESSION_HEADER = 'mcp-session-id'

/**
 * Serves the tools over streamable HTTP (docs/behaviour.md#mcp), to clients of protocol revision
 * 2026-07-28 and of those from 2025. Nothing is kept between requests: a session's id only tells
 * apart the clients of one key, whose requests have the same ids. Protocol errors are JSON-RPC
 * errors.
 */
export function createMcp(needs: McpNeeds): Mcp {
  const { resources, version, publicUrl, report, reportMistake } = needs
  const run = createToolRunner(createTools(resources), report)
  const running = createRunningCalls()
  const own = [new URL(publicUrl).hostname, ...localhostAllowedHostnames()]
  const onerror = ({ message }: Error) => reportMistake(message)

  async function createServer(authInfo: AuthInfo | undefined): Promise<McpServer> {
    const { caller, session, refusal } = clientOf(authInfo)
    if (refusal) return refusingServer(refusal)
    const { instructions, whose, ...names } = await introduce(resources, caller)
    const unchanging = { listChanged: false }
    const capabilities = { tools: unchanging, resources: unchanging, prompts: unchanging }
    const server = new McpServer({ ...names, version }, { instructions, capabilities })
    for (const name of Object.keys(tools) as ToolName[]) {
      server.registerTool(name, describe(tools[name]), (input, { mcpReq }) =>
        running.run({ caller, session, id: mcpReq.id }, (cancelled) =>
          withProgress(notifierOf(mcpReq), (tell) => {
            const signal = AbortSignal.any([mcpReq.signal, cancelled])
            return run(name, input, { caller, signal, tell })
          }),
        ),
      )
    }
    offerDocuments(server, caller, resources)
    offerPrompt(server, whose)
    return server
  }

  /** Reads nothing from the store: what is refused costs nothing further. */
  function refusingServer(refusal: ServiceError): McpServer {
    const server = new McpServer({ name: 'knowledge', version })
    for (const name of Object.keys(tools) as ToolName[]) {
      server.registerTool(name, describe(tools[name]), () => toolError(refusal, report))
    }
    return server
  }

  const serving = (responseMode: 'auto' | 'sse') =>
    toNodeHandler(
      createMcpHandler(
        async ({ authInfo }) => {
          try {
            return await createServer(authInfo)
          } catch (error) {
            report(error)
            throw error
          }
        },
        { onerror, responseMode, keepAliveMs: KEEP_ALIVE_MS, maxSubscriptions: 0 },
      ),
      { onerror },
    )
  const serve = serving('auto')
  const serveAtOnce = serving('sse')

  return {
    async handle(req, res, { caller, refusal }, message) {
      const { method, params = {} } = message as Message
      const session = String(req.headers[SESSION_HEADER] ?? '')
      if (method === 'notifications/cancelled') {
        running.cancel({ caller, session, id: params.requestId })
      }
      if (method === 'initialize') res.setHeader(SESSION_HEADER, randomUUID())
      const request = Object.assign(req, {
        auth: authInfoOf({ caller, session, refusal }),
      }) as McpRequest
      if (!isToolCall(message)) return serve(request, res, message)
      flushHead(res)
      await serveAtOnce(request, res, message)
    },

    checkHostAndOrigin({ host, origin }, ipAddress) {
      if (!validateHostHeader(host, ipAddress === null ? own : [...own, ipAddress]).ok) {
        throw new ServiceError(
          'authorization_error',
          'Host must be the host of the service’s public URL.',
        )
      }
      if (!validateOriginHeader(origin, own).ok) {
        throw new ServiceError('authorization_error', 'The Origin of the request is not allowed.')
      }
    },
  }
}

/** The SDK leaves the head of a stream unsent until its first message. */
function flushHead(res: ServerResponse): void {
  const writeHead = res.writeHead.bind(res)
  Object.assign(res, {
    writeHead(status: number, headers: OutgoingHttpHeaders) {
      writeHead(status, headers).flushHeaders()
      return res
    },
  })
}

/** Node types `method` and `url` as optional, but a server's requests always have them. */
type McpRequest = IncomingMessage & { method: string; url: string; auth: AuthInfo }

interface McpClient extends Asked {
  session: string
}

/** The client in the SDK's form, without the key's secret. */
function authInfoOf(client: McpClient): AuthInfo {
  const { caller } = client
  const scopes = [...caller.permissions]
  const extra: McpClient & Record<string, unknown> = { ...client }
  return { token: '', clientId: caller.owner.id, scopes, extra }
}

function clientOf(authInfo: AuthInfo | undefined): McpClient {
  if (!authInfo?.extra?.caller) throw new Error('An MCP request came without its caller.')
  return authInfo.extra as unknown as McpClient
}

/** Sends progress to a client that asked for it. */
function notifierOf({ _meta, notify }: ServerContext['mcpReq']) {
  const progressToken = _meta?.progressToken
  return async (progress: { progress: number; message: string }): Promise<void> => {
    if (progressToken === undefined) return
    await notify({ method: 'notifications/progress', params: { progressToken, ...progress } })
  }
}

function createToolRunner(handlers: ToolHandlers, report: McpNeeds['report']) {
  return async function run(name: ToolName, input: unknown, call: Call): Promise<CallToolResult> {
    try {
      const { permission, input: schema } = tools[name]
      authorize(call.caller, permission)
      const given = parse<z.ZodType>(schema, withoutEmpty(schema, input), {
        whole: 'The arguments',
      })
      const output = await handlers[name](given as never, call)
      return {
        content: [{ type: 'text', text: JSON.stringify(output) }],
        structuredContent: { ...output },
      }
    } catch (error) {
      return toolError(error, report)
    }
  }
}

/** Models send null or '' for an optional field that they leave out. */
function withoutEmpty({ shape }: z.ZodObject, input: unknown): unknown {
  if (typeof input !== 'object' || input === null) return input
  const isLeftOut = ([name, value]: [string, unknown]) =>
    (value === null || value === '') && shape[name]?.safeParse(undefined).success
  return Object.fromEntries(Object.entries(input).filter((entry) => !isLeftOut(entry)))
}

/** A tool error with the API's code and message, which the client's model can act on. */
function toolError(error: unknown, report: McpNeeds['report']): CallToolResult {
  if (!(error instanceof ServiceError)) report(error)
  const { code, message } =
    error instanceof ServiceError
      ? error
      : { code: 'internal_error', message: 'The service could not complete the request.' }
  return { content: [{ type: 'text', text: `${code}: ${message}` }], isError: true }
}

/** Asking stores a conversation, but changes nothing that anybody has: clients need not confirm. */
function describe({ title, description, input, output }: ToolDeclaration) {
  return {
    title,
    description,
    inputSchema: unchecked(input),
    outputSchema: output,
    annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
  }
}

/**
 * The listed schema without its check: `parse` checks the arguments, with the API's error messages.
 */
function unchecked(schema: z.ZodObject): StandardSchemaWithJSON {
  const { version, vendor, jsonSchema } = schema['~standard']
  return { '~standard': { version, vendor, jsonSchema, validate: (value) => ({ value }) } }
}
