import { licenceTexts, type ShippedPackage } from './shipped-packages.ts'

/**
 * THIRD-PARTY-NOTICES.md: every package and model that is shipped, with its licence, and each text
 * of a licence once, with what it came with.
 */
export function notices(packages: ShippedPackage[]): string {
  const rows = packages.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`)
  return [
    '# Third-party notices',
    'Knowledge Assistant is shipped with the packages and the model below. Each stays under its own licence.',
    ['| Package | Version | Licence |', '| --- | --- | --- |', ...rows].join('\n'),
    ...textsWithPackages(packages).map(([text, names]) => section(text, names)),
  ].join('\n\n')
}

function textsWithPackages(packages: ShippedPackage[]): [string, string[]][] {
  const texts = new Map<string, string[]>()
  for (const shipped of packages) {
    for (const text of licenceTexts(shipped)) {
      texts.set(text, [...(texts.get(text) ?? []), `${shipped.name} ${shipped.version}`])
    }
  }
  return [...texts]
}

function section(text: string, names: string[]): string {
  const fence = '`'.repeat(Math.max(3, longestFence(text) + 1))
  return `## ${names.join(', ')}\n\n${fence}text\n${text}\n${fence}`
}

function longestFence(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([fence]) => fence.length))
}
