import { expect, test } from 'vitest'
import { billOfMaterials } from '../../packaging/bill-of-materials.ts'
import { shippedModel, shippedPackages } from '../../packaging/shipped-packages.ts'

test('the bill of materials lists exactly the packages and the model that are shipped', () => {
  const bill = JSON.parse(billOfMaterials('knowledge-assistant')) as {
    components: { name: string; version: string }[]
    dependencies: { ref: string; dependsOn: string[] }[]
  }
  const listed = new Set(bill.components.map(({ name, version }) => `${name}@${version}`))
  const all = [...shippedPackages(), shippedModel]
  const shipped = new Set(all.map(({ name, version }) => `${name}@${version}`))

  expect(listed).toEqual(shipped)
  // Development dependencies use these too.
  const names = bill.components.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['pg', 'tar-stream', 'yaml', 'yauzl', 'zod']))
  expect(names).not.toContain('vitest')
  const references = bill.dependencies.flatMap(({ dependsOn }) => dependsOn)
  expect(references.filter((reference) => !listed.has(reference))).toEqual([])
})
