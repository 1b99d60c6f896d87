/** Lists packages whose licence has not been found fit to be shipped with this program. */
import { shippedModel, shippedPackages } from '../../packaging/shipped-packages.ts'

/** Permissive licences, as the packages spell them. */
const FIT = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT OR Apache',
  'PSF-2.0',
  '(AFL-2.1 OR BSD-3-Clause)',
  '(MIT AND BSD-3-Clause)',
  '(MIT AND Zlib)',
  '(MIT OR GPL-3.0-or-later)',
])

const packages = [...shippedPackages(), shippedModel]
const unfit = packages.filter(({ licence }) => !FIT.has(licence))
for (const { name, version, licence } of unfit) {
  console.error(`${name} ${version}: ${licence || 'no licence is stated'}`)
}
console.log(
  `${packages.length} packages and models are shipped, ${unfit.length} under another licence`,
)
process.exitCode = unfit.length > 0 ? 1 : 0
