export interface Organization {
  id: string
  slug: string
  name: string
  status: 'active' | 'suspended'
  support_access: boolean
  /** Days after their last change until conversations are erased; null: never. */
  retention_days: number | null
  /** Tokens of configured models in a UTC day; null: without a limit. */
  daily_model_tokens: number | null
  revision: number
  created_at: string
}

export type OrganizationName = Pick<Organization, 'id' | 'slug' | 'name'>

/** What follows from the defaults is left out. */
export type NewOrganization = Omit<
  Organization,
  'retention_days' | 'daily_model_tokens' | 'revision'
>

export type OrganizationChange = Partial<
  Pick<Organization, 'name' | 'status' | 'retention_days' | 'daily_model_tokens'>
>

export interface Organizations {
  /** Throws `conflict` when the slug is taken. */
  create(organization: NewOrganization): Promise<void>
  /** Throws `conflict` when `revision` is given and not the current one. */
  update(id: string, change: OrganizationChange, revision?: number): Promise<Organization | null>
  find(id: string): Promise<Organization | null>
  findBySlug(slug: string): Promise<Organization | null>
  list(): Promise<Organization[]>
}
