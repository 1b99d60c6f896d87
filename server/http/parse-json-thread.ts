/** The thread that parses one large JSON body, so that the main thread keeps serving. */
import { parentPort } from 'node:worker_threads'
import { answerCalls } from '../thread.ts'
import { parseObject } from './parse-json.ts'

export type ParseMethods = {
  parse(bytes: Uint8Array): Promise<object>
}

if (!parentPort) throw new Error('This file is the entry of a worker thread.')

answerCalls(parentPort, { parse: async (bytes: Uint8Array) => parseObject(bytes) })
