import {
  closeSync,
  existsSync,
  fsyncSync,
  type MakeDirectoryOptions,
  mkdirSync,
  openSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'

/**
 * What the service stores is for its own user alone (docs/behaviour.md#data-folder). These modes are
 * given where things are made, so that they do not depend on the umask. Windows ignores them.
 */
export const PRIVATE_FILE = 0o600
export const PRIVATE_FOLDER = 0o700
export const PRIVATE_FOLDERS: MakeDirectoryOptions & { recursive: true } = {
  recursive: true,
  mode: PRIVATE_FOLDER,
}

/**
 * Makes a folder with those it lies in. Node's own recursion never ends where a folder is refused as if
 * its parent were missing, as in /proc.
 */
export function makePrivateFolder(folder: string): void {
  if (existsSync(folder)) return
  makePrivateFolder(dirname(folder))
  mkdirSync(folder, PRIVATE_FOLDER)
}

/** Makes an empty file that SQLite then fills: what it makes itself, everybody may read. */
export function createPrivateFile(file: string): void {
  closeSync(openSync(file, 'a', PRIVATE_FILE))
}

/**
 * Writes a whole file with its folders, or nothing under its name: what an interruption leaves ends in
 * `.unfinished`. The bytes are on the disk on return.
 */
export function writePrivateFile(file: string, content: string | Uint8Array): void {
  const unfinished = `${file}.unfinished`
  mkdirSync(dirname(file), PRIVATE_FOLDERS)
  writeFileSync(unfinished, content, { mode: PRIVATE_FILE, flush: true })
  renameSync(unfinished, file)
}

/** Puts the bytes of a file on the disk. */
export function syncFile(file: string): void {
  const descriptor = openSync(file, 'r+')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

/** The name of a new or renamed file survives a power cut only when its folder is on the disk too. */
export function syncFolder(folder: string): void {
  // Windows opens no folders.
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
