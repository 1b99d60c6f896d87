import type { Role } from '../../server/contract/member.ts'
import { mayGive, roles } from '../session.ts'
import { texts } from '../strings.ts'
import type { Ties } from './Labelled.tsx'

/** One of the roles that the signed-in person may give. */
export function RoleChoice({
  role,
  onChoose,
  ...ties
}: (Ties | { 'aria-label': string }) & { role: Role; onChoose: (role: Role) => void }) {
  return (
    <select
      {...ties}
      value={role}
      onChange={({ currentTarget }) => onChoose(currentTarget.value as Role)}
    >
      {roles.filter(mayGive).map((one) => (
        <option key={one} value={one}>
          {texts.value.roles[one]}
        </option>
      ))}
    </select>
  )
}
