/**
 * What a picture’s description says to a reader of the text: nothing where it is the name of
 * its file ("_images/main-window.png"), or the bracketed name of a note’s icon ("[Warning]").
 */
export function pictureWords(description: string): string {
  return FILE.test(description) || ICON.test(description) ? '' : description
}
const FILE = /^\s*[^\s:]+\.(?:png|jpe?g|gif|svg|webp|avif|bmp|ico|tiff?)\s*$/i
const ICON = /^\s*\[\p{L}+\]\s*$/u
