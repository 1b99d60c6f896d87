/** Saves a text as a file on the reader's device. */
export function saveFile(name: string, text: string, type: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type }))
  link.download = name
  link.click()
  // Browsers have taken the text by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
