import type { ProvisionedOrganization } from './file.ts'

export const DEMO_SLUG = 'demo'
export const DEMO_DEPLOYMENT = 'Demo site'

/**
 * The organization that a first start creates to be tried out: it answers from this product's own
 * documentation, without people and API keys (docs/behaviour.md#the-demo).
 */
export function demoOrganization({
  knowledgeDir,
  origins,
  url,
}: {
  /** Folder of the documentation. */
  knowledgeDir: string
  /** Origins of the demo site. */
  origins: string[]
  /** Address of the demo site, where the documents can be read. */
  url: string
}): ProvisionedOrganization {
  return {
    slug: DEMO_SLUG,
    name: 'Demo',
    users: [],
    api_keys: [],
    collections: [
      {
        name: 'Product documentation',
        description: 'How to embed, host and use Knowledge Assistant.',
        embedding_model: '',
        archived: false,
        sources: [
          {
            name: 'Documentation folder',
            type: 'folder',
            config: {
              path: knowledgeDir,
              base_url: url,
              permalinks: { '**/*.md': '/docs/{path}.html' },
            },
            schedule: null,
            sync: true,
          },
        ],
      },
    ],
    assistants: [
      {
        name: 'Product guide',
        description: 'Answers questions about Knowledge Assistant from its documentation.',
        model: '',
        instruction: null,
        status: 'active',
        collections: ['Product documentation'],
      },
    ],
    widget_deployments: [
      { name: DEMO_DEPLOYMENT, assistant: 'Product guide', allowed_origins: origins },
    ],
  }
}
