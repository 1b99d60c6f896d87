import type { User } from '../ports/users.ts'

export type UserRow = Omit<User, 'staff'> & { staff: 0 | 1 }

/** `email_folded` is what no two users share, and what they are found by. */
export function toUserRow(user: User): UserRow & { email_folded: string } {
  return { ...user, staff: user.staff ? 1 : 0, email_folded: foldEmail(user.email) }
}

export function toUser(row: UserRow): User {
  return { ...row, staff: row.staff === 1 }
}

export function foldEmail(email: string): string {
  return email.toLowerCase()
}
