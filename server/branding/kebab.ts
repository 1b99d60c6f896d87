/** `textPrimary` → `text-primary` */
export function kebab(key: string): string {
  return key.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)
}
