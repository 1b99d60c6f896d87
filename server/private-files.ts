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
 * Modes of the files and folders that the service creates: for its own user alone
 * (docs/behaviour.md#data-folder), whatever the umask. Windows ignores them.
 */
export const PRIVATE_FILE = 0o600
export const PRIVATE_FOLDER = 0o700
export const PRIVATE_FOLDERS: MakeDirectoryOptions & { recursive: true } = {
  recursive: true,
  mode: PRIVATE_FOLDER,
}

/**
 * Makes a folder with its parents. Node's own recursion never ends where a folder is refused with
 * ENOENT, as in /proc.
 */
export function makePrivateFolder(folder: string): void {
  if (existsSync(folder)) return
  makePrivateFolder(dirname(folder))
  mkdirSync(folder, PRIVATE_FOLDER)
}

/** Makes an empty file for SQLite, whose own files everybody may read. */
export function createPrivateFile(file: string): void {
  closeSync(openSync(file, 'a', PRIVATE_FILE))
}

/**
 * Writes a file atomically, with its folders: an interruption leaves only a file that ends in
 * `.unfinished`. The bytes are flushed to the disk on return.
 */
export function writePrivateFile(file: string, content: string | Uint8Array): void {
  const unfinished = `${file}.unfinished`
  mkdirSync(dirname(file), PRIVATE_FOLDERS)
  writeFileSync(unfinished, content, { mode: PRIVATE_FILE, flush: true })
  renameSync(unfinished, file)
}

/** Flushes a file to the disk. */
export function syncFile(file: string): void {
  const descriptor = openSync(file, 'r+')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

/** Flushes a folder to the disk, without which a new or renamed file may lose its name. */
export function syncFolder(folder: string): void {
  // Windows cannot open a folder.
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
