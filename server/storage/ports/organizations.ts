export interface Organization {
  id: string
  slug: string
  name: string
  status: 'active' | 'suspended'
  support_access: boolean
  created_at: string
}

export type OrganizationName = Pick<Organization, 'id' | 'slug' | 'name'>

export interface Organizations {
  /** Throws `conflict` when the slug is taken. */
  create(organization: Organization): Promise<void>
  update(
    id: string,
    change: { name?: string; status?: Organization['status'] },
  ): Promise<Organization | null>
  find(id: string): Promise<Organization | null>
  findBySlug(slug: string): Promise<Organization | null>
  list(): Promise<Organization[]>
}
