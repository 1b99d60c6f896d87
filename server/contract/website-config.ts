import { z } from 'zod'
import { sized } from './bounded.ts'
import { Globs } from './glob.ts'
import { OpenAddress } from './text.ts'

const MAX_START_URLS = 20
const MAX_SELECTORS = 50
/** Of one website. */
export const MOST_PAGES = 20_000

/** Checked with the library that reads pages, by the resource. */
const Selector = z.string().trim().min(1).max(500)

/** The pages of a website (docs/behaviour.md#websites). */
export const WebsiteConfig = z.strictObject({
  start_urls: sized(z.array(OpenAddress).min(1).max(MAX_START_URLS), {
    min: 1,
    max: MAX_START_URLS,
    error: `must contain 1 to ${MAX_START_URLS} addresses`,
  }),
  sitemap_url: OpenAddress.optional(),
  include: Globs.default([]).describe('Globs on the path of the address.'),
  exclude: Globs.default([]).describe('Globs on the path of the address.'),
  max_pages: z.int().min(1).max(MOST_PAGES).default(500),
  max_depth: z.int().min(0).max(100).default(10),
  languages: sized(
    z
      .array(z.string().regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i, 'must be a language such as en'))
      .max(50),
    { max: 50, error: 'must contain at most 50 languages' },
  ).default([]),
  content_selector: Selector.optional(),
  remove_selectors: sized(z.array(Selector).max(MAX_SELECTORS), {
    max: MAX_SELECTORS,
    error: `must contain at most ${MAX_SELECTORS} selectors`,
  }).default([]),
  respect_robots: z.boolean().default(true),
  respect_noindex: z.boolean().default(true),
  respect_canonical: z.boolean().default(true),
})
export type WebsiteConfig = z.infer<typeof WebsiteConfig>
