import { execFileSync } from 'node:child_process'

/** The path of an installed program, or `null`. */
export function which(program: string): string | null {
  try {
    return execFileSync('which', [program], { encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return null
  }
}
