/** Saves a text as a file on the reader's device. */
export function saveFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  saveAddress(address, name)
  // Browsers have taken the text by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Saves what an address answers with, under the name that the answer gives unless one is given. */
export function saveAddress(address: string, name = ''): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}
