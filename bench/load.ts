import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Commands } from './visitors.ts'

export type Tell = <Name extends keyof Commands>(
  name: Name,
  ...argument: Parameters<Commands[Name]>
) => Promise<Awaited<ReturnType<Commands[Name]>>>

/** Starts `visitors.ts`, which ends with this process. */
export function startVisitors(): Tell {
  return tellTo(fork(new URL('./visitors.ts', import.meta.url)))
}

/** Starts `visitors.ts`, and stops it when the work is done. */
export async function withVisitors<Result>(work: (tell: Tell) => Promise<Result>): Promise<Result> {
  const child = fork(new URL('./visitors.ts', import.meta.url))
  try {
    return await work(tellTo(child))
  } finally {
    child.kill()
  }
}

function tellTo(child: ChildProcess): Tell {
  const ended = once(child, 'exit').then(() => {
    throw new Error('The visitors ended.')
  })
  // Their end is only of interest to a command.
  ended.catch(() => undefined)
  return async (name, ...[argument]) => {
    child.send({ name, argument })
    const [{ result }] = await Promise.race([once(child, 'message'), ended])
    return result
  }
}
