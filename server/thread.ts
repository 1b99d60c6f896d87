/**
 * The file of a worker thread that stands beside the module `from` (its `import.meta.url`): TypeScript
 * in a checkout, where Node strips the types, JavaScript in the bundle.
 */
export function threadFile(name: string, from: string): URL {
  return new URL(from.endsWith('.ts') ? `./${name}.ts` : `./${name}.js`, from)
}
