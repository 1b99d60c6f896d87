/** The thread that parses one large JSON body, so that the main thread keeps serving. */
import { parentPort } from 'node:worker_threads'
import { answerCalls } from '../thread.ts'
import { type ParseMethods, parseObject } from './parse-json.ts'

if (!parentPort) throw new Error('This file is the entry of a worker thread.')

const methods: ParseMethods = { parse: async (bytes) => parseObject(bytes) }
answerCalls(parentPort, methods)
