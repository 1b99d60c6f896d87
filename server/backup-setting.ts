import { resolve } from 'node:path'
import { occurs } from './schedules.ts'

/** Backups that the service makes by itself. */
export interface ScheduledBackup {
  /** A cron expression of five fields, in UTC. */
  schedule: string
  folder: string
  /** How many backups stay in the folder. */
  keep: number
}

/** Reads `<cron> <folder> keep=<n>`, whose folder may hold spaces. null: it is not of that form. */
export function parseBackup(text: string): ScheduledBackup | null {
  const parts = /^\s*((?:\S+\s+){5})(\S.*?)\s+keep=([1-9]\d{0,4})\s*$/.exec(text)
  if (!parts) return null
  const [, schedule = '', folder = '', keep] = parts
  return occurs(schedule.trim())
    ? { schedule: schedule.trim(), folder: resolve(folder), keep: Number(keep) }
    : null
}
