import { root } from '../scripts/check/source-files.ts'
import { run, sourceDate } from './commands.ts'

/**
 * The bill of materials (CycloneDX): every package that is shipped, from the lockfile. Without the
 * random number and with the time of the sources, so that the same sources give the same file.
 */
export function billOfMaterials(name: string): string {
  const options = ['--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev']
  const bill = JSON.parse(run('npm', ['sbom', ...options, '--package-lock-only'], root)) as Bill
  delete bill.serialNumber
  // npm takes the name of the folder.
  bill.metadata.component.name = name
  bill.metadata.component.properties = []
  bill.metadata.timestamp = new Date(Number(sourceDate()) * 1000).toISOString()
  return `${JSON.stringify(bill, null, 2)}\n`
}

interface Bill {
  serialNumber?: string
  metadata: { timestamp: string; component: { name: string; properties: object[] } }
}
