import type { Messages } from '../en.ts'

export const account: Messages['account'] = {
  title: 'Ihr Konto',
  menu: 'Konto von {name}',
  signOut: 'Abmelden',
  noOrganization: 'Sie gehören zu keiner Organisation',
  organization: 'Organisation',
  passwordTitle: 'Passwort',
  passwordSubmit: 'Passwort ändern',
  passwordLead: 'Alle Ihre anderen Sitzungen enden, wenn es sich ändert.',
  passwordWrong: 'Das bisherige Passwort ist falsch.',
  passwordDone: 'Ihr Passwort ist geändert.',
  sessionsTitle: 'Wo Sie angemeldet sind',
  sessionsLead: 'Eine Sitzung endet von selbst 14 Tage nach ihrer letzten Benutzung.',
  thisSession: 'Dieses Gerät',
  otherSession: 'Ein anderes Gerät',
  device: 'Gerät',
  since: 'Angemeldet',
  lastUsed: 'Zuletzt benutzt',
  endOthers: 'Überall sonst abmelden',
  endedOthers: 'Sie sind überall sonst abgemeldet.',
}
