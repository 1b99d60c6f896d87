/** A JSON-RPC message, as far as it is read here. */
export interface Message {
  method?: unknown
  params?: { requestId?: unknown }
}

export function isToolCall(message: object): boolean {
  return (message as Message).method === 'tools/call'
}
