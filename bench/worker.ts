/**
 * The process of a section, which measures one program: `worker.ts FILE SIZE PROGRAM FOLDER`,
 * started by `measure.ts` as the leader of a process group. It prepares, sends how many rounds the
 * section has, and then measures at each message.
 */
import type { Rounds, Section, SizeName } from './section.ts'

const [file = '', size = 'full', program = '', folder = ''] = process.argv.slice(2)

// The process that started this one is gone, however it ended.
process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'))

const { section }: { section: Section<Rounds> } = await import(file)
const sized = section.sizes[size as SizeName]
const measure = await section.prepare(sized, { program, folder })
process.on('message', async () => process.send?.({ figures: await measure() }))
process.send?.({ rounds: sized.rounds })
