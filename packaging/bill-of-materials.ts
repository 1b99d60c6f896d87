import { root } from '../scripts/check/source-files.ts'
import { run, sourceDate } from './commands.ts'
import { shippedModel, shippedPackages } from './shipped-packages.ts'

/**
 * The bill of materials (CycloneDX): the model and every package that is shipped. Without the
 * random number and with the time of the sources, so that the same sources give the same file.
 *
 * `npm sbom --omit=dev` would leave out what a development dependency uses too, so all packages are
 * listed and those that are not shipped are taken out.
 */
export function billOfMaterials(name: string): string {
  const options = ['--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only']
  const bill = JSON.parse(run('npm', ['sbom', ...options], root)) as Bill
  const shipped = new Set(shippedPackages().map(({ name, version }) => `${name}@${version}`))
  const isShipped = (reference: string) => shipped.has(reference)
  const itself = bill.metadata.component['bom-ref']
  delete bill.serialNumber
  // npm takes the name of the folder.
  bill.metadata.component.name = name
  bill.metadata.component.properties = []
  bill.metadata.timestamp = new Date(Number(sourceDate()) * 1000).toISOString()
  bill.components = bill.components.filter((component) => isShipped(component['bom-ref']))
  bill.components.push(model())
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => ref === itself || isShipped(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isShipped) }))
  return `${JSON.stringify(bill, null, 2)}\n`
}

function model(): Component {
  const { name, version, licence: id } = shippedModel
  const licenses = [{ license: { id } }]
  return { type: 'machine-learning-model', 'bom-ref': name, name, version, licenses }
}

interface Component {
  type: string
  'bom-ref': string
  name: string
  version: string
  licenses?: object[]
}

interface Bill {
  serialNumber?: string
  metadata: { timestamp: string; component: Component & { properties: object[] } }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}
