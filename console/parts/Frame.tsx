import type { ComponentChildren } from 'preact'
import type { Session } from '../../server/contract/session.ts'
import { addressOf } from '../location.ts'
import { leave, may, switchOrganization } from '../session.ts'
import { fill, texts } from '../strings.ts'
import { ConfirmSession } from './ConfirmSession.tsx'
import { LanguageChoice } from './Language.tsx'
import { Mark } from './Mark.tsx'
import { Menu } from './Menu.tsx'
import { Navigation } from './Navigation.tsx'
import { Palette } from './Palette.tsx'
import { SupportBanner } from './SupportBanner.tsx'
import { attempt, Toast } from './Toast.tsx'
import { TryBeside, TryButton } from './TryBeside.tsx'

/** What surrounds every screen of a signed-in person. */
export function Frame({ session, children }: { session: Session; children: ComponentChildren }) {
  return (
    <div class="frame">
      <a class="skip" href="#content">
        {texts.value.skip}
      </a>
      <header>
        <Mark />
        <Organization session={session} />
        {may('assistant.manage') && <TryButton />}
        <AccountMenu session={session} />
      </header>
      {session.support_session && <SupportBanner opened={session.support_session} />}
      <Navigation />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <TryBeside />
      <Toast />
      <Palette />
      <ConfirmSession />
    </div>
  )
}

/** The organization's name; a choice for a person who belongs to several. */
function Organization({ session: { organization, organizations } }: { session: Session }) {
  const { account } = texts.value
  if (organizations.length < 2) {
    return <span class="organization">{organization?.name ?? account.noOrganization}</span>
  }
  return (
    <label class="organization">
      <span class="visually-hidden">{account.organization}</span>
      <select
        value={organization?.id ?? ''}
        onChange={({ currentTarget }) => attempt(() => switchOrganization(currentTarget.value))}
      >
        {organizations.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

function AccountMenu({ session: { user, role } }: { session: Session }) {
  const { account, roles, support } = texts.value
  const [initial = ''] = user.name.toLocaleUpperCase()
  return (
    <Menu label={fill(account.menu, { name: user.name })} face={initial}>
      <p>
        <b>{user.name}</b>
        {user.email}
        <small>{roles[role ?? 'other']}</small>
      </p>
      <a href={addressOf('settings/account')}>{account.title}</a>
      {user.staff && <a href={addressOf('look-in')}>{support.staffTitle}</a>}
      <LanguageChoice />
      <button type="button" onClick={() => attempt(leave)}>
        {account.signOut}
      </button>
    </Menu>
  )
}
