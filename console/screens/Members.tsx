import { type Signal, useSignal } from '@preact/signals'
import type { Member, Role } from '../../server/contract/member.ts'
import { refresh, send } from '../cache.ts'
import { usePages } from '../pages.ts'
import { ConfirmButton } from '../parts/ConfirmButton.tsx'
import { Pages } from '../parts/Pages.tsx'
import { RoleChoice } from '../parts/RoleChoice.tsx'
import { type Secret, ShownOnce } from '../parts/ShownOnce.tsx'
import { Table } from '../parts/Table.tsx'
import { attempt, notify } from '../parts/Toast.tsx'
import { mayGive, session } from '../session.ts'
import { fill, shownTime, texts } from '../strings.ts'
import { Invite } from './Invite.tsx'

/** The people of the organization, and those who are invited. */
export function Members() {
  const { people: words } = texts.value
  const listed = usePages('listMembers', { query: { limit: '50' } })
  const link = useSignal<Secret | null>(null)
  return (
    <section class="card">
      <h2>{words.membersTitle}</h2>
      <Pages of="listMembers" listed={listed} empty={null}>
        {(members) => <MemberTable members={members} link={link} />}
      </Pages>
      {link.value && <ShownOnce key={link.value.text} {...link.value} />}
      <Invite link={link} />
    </section>
  )
}

function MemberTable({ members, link }: { members: Member[]; link: Signal<Secret | null> }) {
  const { people: words } = texts.value
  return (
    <Table
      caption={words.membersTitle}
      columns={[
        { label: words.person, show: (member) => <Person member={member} /> },
        { label: words.role, show: (member) => <RoleOf member={member} /> },
        { label: words.state, show: shownState },
        { label: words.actions, show: (member) => <Actions member={member} link={link} /> },
      ]}
      items={members.map((member) => ({ ...member, id: member.user_id }))}
    />
  )
}

function Person({ member: { user_id, name, email } }: { member: Member }) {
  const isOwn = user_id === session.value?.user.id
  return (
    <div class="person">
      <b>
        {name} {isOwn && <mark>{texts.value.people.you}</mark>}
      </b>
      {email !== name && <small>{email}</small>}
    </div>
  )
}

/** A choice where the person may change this role; a change can be undone. */
function RoleOf({ member: { user_id, name, role } }: { member: Member }) {
  const { people: words, roles } = texts.value
  const refused = useSignal(0)
  if (!mayGive(role)) return <>{roles[role]}</>

  async function change(to: Role) {
    const params = { user_id }
    await send('updateMember', { params, body: { role: to } })
    refresh('listMembers')
  }

  const choose = async (to: Role) => {
    const isDone = await attempt(
      async () => {
        await change(to)
        const text = fill(words.roleChanged, { name, role: roles[to] ?? to })
        notify(text, () => change(role))
      },
      { conflict: words.lastOwner },
    )
    if (!isDone) refused.value += 1
  }

  return (
    <RoleChoice
      // A refused change shows the old role again.
      key={`${role} ${refused.value}`}
      aria-label={fill(words.roleOf, { name })}
      role={role}
      onChoose={choose}
    />
  )
}

function shownState({ created_at, invitation_expires_at }: Member): string {
  const { people: words } = texts.value
  if (!invitation_expires_at) return fill(words.joined, { time: shownTime(created_at) })
  if (Date.parse(invitation_expires_at) < Date.now()) return words.lapsed
  return fill(words.invited, { time: shownTime(invitation_expires_at) })
}

function Actions({ member, link }: { member: Member; link: Signal<Secret | null> }) {
  const { people: words } = texts.value
  if (!mayGive(member.role)) return null
  const isOwn = member.user_id === session.value?.user.id
  const isInvited = member.status === 'invited'
  const show = isInvited ? inviteAgain : resetPassword
  return (
    <div class="actions">
      {!isOwn && (
        <button class="button small" type="button" onClick={() => show(member, link)}>
          {isInvited ? words.inviteAgain : words.reset}
        </button>
      )}
      <Remove member={member} />
    </div>
  )
}

function inviteAgain({ email, name, role }: Member, link: Signal<Secret | null>) {
  const { people: words } = texts.value
  return attempt(async () => {
    const { invitation_url } = await send('inviteMember', { body: { email, name, role } })
    refresh('listMembers')
    const title = fill(words.linkTitle, { name })
    link.value = { title, lead: words.inviteLead, text: invitation_url }
  })
}

function resetPassword({ user_id, name }: Member, link: Signal<Secret | null>) {
  const { people: words } = texts.value
  return attempt(
    async () => {
      const { reset_url } = await send('resetMemberPassword', { params: { user_id } })
      const title = fill(words.linkTitle, { name })
      link.value = { title, lead: words.resetLead, text: reset_url }
    },
    { conflict: words.resetRefused },
  )
}

function Remove({ member: { user_id, name, status } }: { member: Member }) {
  const { people: words } = texts.value
  const isInvited = status === 'invited'

  const remove = () =>
    attempt(
      async () => {
        await send('removeMember', { params: { user_id } })
        refresh('listMembers')
        notify(fill(words.removed, { name }))
      },
      { conflict: words.lastOwner },
    )

  return (
    <ConfirmButton
      label={isInvited ? words.withdraw : words.remove}
      look="small"
      title={fill(isInvited ? words.withdrawTitle : words.removeTitle, { name })}
      lead={isInvited ? words.withdrawLead : words.removeLead}
      keep={words.keep}
      submit={isInvited ? words.withdrawSubmit : words.removeSubmit}
      onConfirm={remove}
    />
  )
}
