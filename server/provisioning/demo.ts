import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CheckedLayer } from '../branding/layer.ts'
import { DEMO_SLUG } from '../contract/demo.ts'
import type { ProvisionedOrganization } from './file.ts'

export const DEMO_DEPLOYMENT = 'Demo site'

/** The made-up companies of the gallery: the name of the folder, the name of the company. */
const companies = {
  ferry: 'Fjordline Ferries',
  grid: 'NEON//GRID',
  toys: 'Pip & Plum',
  bank: 'Ordinal Bank',
  press: 'The Evening Quill',
} as const

/** Organizations of the demo by the name of the widget key in the pages of the demo site. */
export const demoSlugs: Record<string, string> = {
  widget_key: DEMO_SLUG,
  ...Object.fromEntries(
    Object.keys(companies).map((company) => [`${company}_key`, `demo-${company}`]),
  ),
}

/**
 * The organizations that a first start creates to be tried out, without people and API keys
 * (docs/behaviour.md#the-demo): one that answers from this product's own documentation, and the
 * companies of the gallery, each with its own brand and documents.
 */
export function demoOrganizations(site: DemoSite): Promise<ProvisionedOrganization[]> {
  const gallery = Object.entries(companies).map((company) => companyOrganization(site, company))
  return Promise.all([productOrganization(site), ...gallery])
}

interface DemoSite {
  /** Folder with the sources of the demo site. */
  siteDir: string
  /** Origins of the demo site. */
  origins: string[]
  /** Address of the demo site, where the documentation can be read. */
  url: string
}

async function productOrganization({ siteDir, origins, url }: DemoSite) {
  return demoOrganization({
    slug: DEMO_SLUG,
    name: 'Demo',
    collection: {
      name: 'Product documentation',
      description: 'How to embed, host and use Knowledge Assistant.',
    },
    assistant: {
      name: 'Product guide',
      description: 'Answers questions about Knowledge Assistant from its documentation.',
    },
    folder: {
      path: join(siteDir, 'knowledge'),
      base_url: url,
      permalinks: { '**/*.md': '/docs/{path}.html' },
    },
    branding: await readBrand(join(siteDir, 'brand.json'), join(siteDir, 'public/mark.svg')),
    origins,
  })
}

async function companyOrganization(
  { siteDir, origins }: DemoSite,
  [company, name]: [company: string, name: string],
) {
  const dir = join(siteDir, 'gallery', company)
  return demoOrganization({
    slug: `demo-${company}`,
    name: `${name} (gallery of the demo)`,
    collection: { name: 'Help pages', description: `What customers of ${name} ask.` },
    assistant: { name: 'Help', description: `Answers from the help pages of ${name}.` },
    folder: { path: dir, include: ['*.md'] },
    branding: await readBrand(join(dir, 'brand.json'), join(dir, 'mark.svg')),
    origins,
  })
}

interface Described {
  name: string
  description: string
}

interface DemoOrganization extends Required<Pick<ProvisionedOrganization, 'branding'>> {
  slug: string
  name: string
  collection: Described
  assistant: Described
  /** Configuration of the folder source. */
  folder: { path: string } & Record<string, unknown>
  origins: string[]
}

function demoOrganization(demo: DemoOrganization): ProvisionedOrganization {
  const { slug, name, collection, assistant, folder, branding, origins } = demo
  const source = {
    name: 'Documentation folder',
    config: folder,
    schedule: null,
    time_zone: 'UTC',
    sync: true,
  }
  return {
    slug,
    name,
    users: [],
    api_keys: [],
    collections: [
      {
        ...collection,
        embedding_model: '',
        archived: false,
        sources: [{ ...source, type: 'folder' }],
      },
    ],
    assistants: [
      {
        ...assistant,
        model: '',
        instruction: null,
        status: 'active',
        collections: [collection.name],
      },
    ],
    curated_answers: [],
    widget_deployments: [
      { name: DEMO_DEPLOYMENT, assistant: assistant.name, allowed_origins: origins },
    ],
    branding,
  }
}

/** The layer in a file, with the mark as a `data:` URL, so that it needs no address. */
async function readBrand(file: string, mark: string) {
  const [layer, image] = await Promise.all([readFile(file, 'utf8'), readFile(mark)])
  const logoMark = `data:image/svg+xml;base64,${image.toString('base64')}`
  return CheckedLayer.parse({ ...JSON.parse(layer), assets: { logoMark } })
}
