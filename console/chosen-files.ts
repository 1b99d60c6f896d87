import { filesInZip } from './zip.ts'

/** A file that the reader chose, with its path in the folder or archive that it is from. */
export interface ChosenFile {
  path: string
  bytes: number
  open: () => Promise<Blob>
}

/** Files and folders of a drop. Must be called before anything is awaited, while they are there. */
export function filesOfDrop({ items, files }: DataTransfer): Promise<ChosenFile[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry?.() ?? [])
  // A drop that a script makes has files and no entries.
  if (entries.length === 0) return filesOfList(files)
  return collect(entries.map((entry) => filesIn(entry)))
}

/** Files of a field, and those of a folder that it took. */
export function filesOfList(list: Iterable<File>): Promise<ChosenFile[]> {
  return collect([...list].map(async (file) => [chosen(file, file.webkitRelativePath)]))
}

async function collect(parts: Promise<ChosenFile[]>[]): Promise<ChosenFile[]> {
  const files = (await Promise.all(parts)).flat()
  const unpacked = await Promise.all(files.map(unpack))
  return unpacked.flat().filter(({ path }) => !isLitter(path))
}

function chosen(file: File, path: string): ChosenFile {
  return { path: path || file.name, bytes: file.size, open: async () => file }
}

async function filesIn(entry: FileSystemEntry): Promise<ChosenFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    )
    return [chosen(file, entry.fullPath.slice(1))]
  }
  const children = await childrenOf((entry as FileSystemDirectoryEntry).createReader())
  return (await Promise.all(children.map(filesIn))).flat()
}

/** A reader gives a hundred at a time, and none at the end. */
async function childrenOf(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return all
    all.push(...some)
  }
}

/** The files of a zip archive below its name; one that cannot be opened stays as it is. */
async function unpack(file: ChosenFile): Promise<ChosenFile[]> {
  if (!/\.zip$/i.test(file.path)) return [file]
  try {
    const folder = file.path.replace(/\.zip$/i, '')
    const files = await filesInZip(await file.open())
    return files.map((packed) => ({ ...packed, path: `${folder}/${packed.path}` }))
  } catch {
    return [file]
  }
}

/** Files that systems put into folders and archives by themselves. */
function isLitter(path: string): boolean {
  return path
    .split('/')
    .some((part) => part.startsWith('.') || part === '__MACOSX' || part === 'Thumbs.db')
}
