/** Slug of the organization that the demo page asks (docs/behaviour.md#the-demo). */
export const DEMO_SLUG = 'demo'

/** Whether an organization is of the demo, which nobody calls their own. */
export function isOfDemo(slug: string): boolean {
  return slug === DEMO_SLUG || slug.startsWith(`${DEMO_SLUG}-`)
}
