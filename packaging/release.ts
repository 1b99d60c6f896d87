/**
 * Makes the forms in which the program is delivered, in `release`:
 *
 *   npm run release [-- FORM …]      FORM: npm, portable, debian, image; by default all but image
 *
 * Each form holds the bill of materials and the third-party notices, which also lie beside it with
 * the checksums of all files.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../scripts/check/source-files.ts'
import { billOfMaterials } from './bill-of-materials.ts'
import { run } from './commands.ts'
import { makeDebianPackage } from './debian.ts'
import { buildImage } from './image.ts'
import { notices } from './notices.ts'
import { layOutPortable, packPortable } from './portable.ts'
import { layOutPackage, readManifest } from './program.ts'
import { shippedModel, shippedPackages } from './shipped-packages.ts'

const FORMS = ['npm', 'portable', 'debian']
/** Takes buildah, and a registry of images. */
const MORE_FORMS = ['image']
const release = join(root, 'release')

const forms = process.argv.slice(2)
const known = [...FORMS, ...MORE_FORMS]
const unknown = forms.filter((form) => !known.includes(form))
if (unknown.length > 0) {
  console.error(`Usage: npm run release [-- ${known.join('|')} …]`)
  process.exit(2)
}
makeRelease(new Set(forms.length > 0 ? forms : FORMS))

function makeRelease(forms: Set<string>): void {
  const { name, version } = readManifest()
  const papers = {
    'THIRD-PARTY-NOTICES.md': notices([...shippedPackages(), shippedModel]),
    'sbom.cdx.json': billOfMaterials(name),
  }
  rmSync(release, { recursive: true, force: true })
  mkdirSync(release)
  for (const [file, text] of Object.entries(papers)) writeFileSync(join(release, file), text)
  const work = mkdtempSync(join(tmpdir(), 'release-'))
  try {
    const pack = join(work, 'package')
    layOutPackage(pack, papers)
    if (forms.has('npm')) run('npm', ['pack', '--pack-destination', release], pack)
    const portable = join(work, `${name}-${version}-linux-x64`)
    if (forms.has('portable') || forms.has('debian')) layOutPortable(portable, pack)
    if (forms.has('portable')) {
      packPortable(portable, join(release, `${name}-${version}-linux-x64.tar.gz`))
    }
    if (forms.has('debian')) {
      makeDebianPackage(work, portable, join(release, `${name}_${version}_amd64.deb`))
    }
  } finally {
    rmSync(work, { recursive: true })
  }
  if (forms.has('image')) {
    buildImage(`${name}:${version}`, join(release, `${name}-${version}.oci.tar`))
  }
  writeChecksums()
}

/** In the form that `sha256sum --check` reads. */
function writeChecksums(): void {
  const files = readdirSync(release).toSorted()
  const lines = files.map((file) => {
    const bytes = readFileSync(join(release, file))
    console.log(`${(bytes.length / 1e6).toFixed(1).padStart(6)} MB  release/${file}`)
    return `${createHash('sha256').update(bytes).digest('hex')}  ${file}\n`
  })
  writeFileSync(join(release, 'SHA256SUMS'), lines.join(''))
}
