import type { NewOrganization, Organization, OrganizationChange } from '../ports/organizations.ts'

export type OrganizationRow = Omit<Organization, 'support_access'> & { support_access: 0 | 1 }

/** The row of a new organization, without what the schema has a default for. */
export function toOrganizationRow(
  organization: NewOrganization,
): Omit<NewOrganization, 'support_access'> & { support_access: 0 | 1 } {
  return { ...organization, support_access: organization.support_access ? 1 : 0 }
}

export function toOrganization(row: OrganizationRow): Organization {
  return { ...row, support_access: row.support_access === 1 }
}

/** The columns that a change may write, as they are after it. */
export function changedOrganization(current: OrganizationRow, change: OrganizationChange) {
  const { id, name, status, retention_days, daily_model_tokens } = { ...current, ...change }
  return { id, name, status, retention_days, daily_model_tokens }
}
