/** Forms of a text by plural category, or by error code; `other` is the fallback. */
export type Forms = { other: string } & Partial<Record<string, string>>

/** All texts of the console; every language has the same keys. `{name}` is a placeholder. */
export type Messages = typeof messages

export const messages = {
  product: 'Knowledge Assistant',
  skip: 'Skip to the content',
  language: 'Language',
  loading: 'Loading…',
  retry: 'Try again',
  reload: 'Load the page again',
  stale: 'This could not be refreshed and may be out of date.',
  close: 'Close',
  failures: {
    other: 'Something went wrong. Please try again.',
    unreachable: 'The service could not be reached. Check your connection and try again.',
    validation_error: 'This was not accepted: {message}',
    authorization_error: 'You are not allowed to do this.',
    not_found: 'This does not exist any more.',
    conflict: 'This was changed meanwhile. Load the page again and repeat your change.',
    rate_limit_exceeded: 'Too many attempts. Try again in {time}.',
    service_unavailable: 'The service is restarting. Please try again in a moment.',
  } as Forms,

  fields: {
    email: 'E-mail address',
    password: 'Password',
    newPassword: 'New password',
    currentPassword: 'Current password',
    name: 'Your name',
    organization: 'Name of your organization',
    code: 'Link or code',
  },
  problems: {
    missing: 'Please fill this in.',
    email: 'Please enter an e-mail address, such as ann@example.com.',
    refused: 'This entry was not accepted. Please check it.',
  },
  tooShort: { other: 'Please use at least {n} characters.' } as Forms,
  tooLong: { other: 'Please use at most {n} characters.' } as Forms,
  passwordHint: {
    other: 'At least {n} characters. A few random words are easy to remember.',
  } as Forms,
  showPassword: 'Show',
  hidePassword: 'Hide',

  promise: 'Every answer shows where it comes from.',
  sample: {
    question: 'How long can I return an order?',
    before: 'Of course. You can return an order within ',
    marked: '30 days of delivery',
    after: ', also when it was on sale.',
    source: 'Returns and refunds',
    passage: 'You may send back any article within 30 days of delivery. We pay the postage.',
  },

  signIn: {
    title: 'Sign in',
    submit: 'Sign in',
    wrong: 'The e-mail address or the password is wrong.',
    forgotten: 'Forgot your password?',
    forgottenHelp:
      'An owner or administrator of your organization can make you a link that sets a new one. If you run this service yourself, the command “svc user password” prints one.',
  },
  unclaimed: {
    title: 'Welcome. This installation is new.',
    lead: 'Nobody has set it up yet. The service printed a link when it started; whoever opens it first becomes the owner.',
    submit: 'Continue',
    hint: 'Paste the line that begins with “Console”. A restart prints a new one.',
  },
  claim: {
    title: 'Set up your assistant',
    lead: 'You become the owner of this installation. Everything can be changed later.',
    submit: 'Create my account',
    organizationHint: 'Your company, project or team.',
    wrong: 'This code is not valid any more. Restart the service and open the link that it prints.',
    claimedTitle: 'This installation is set up already',
    claimed: 'The link was used. Sign in with the account that was created with it.',
  },
  invitation: {
    title: 'Join {organization}',
    lead: 'You were invited to look after its assistant.',
    submit: 'Join {organization}',
    passwordHint:
      'Choose one of at least 10 characters. If you already have an account here, use its password.',
    wrong: 'You already have an account with this e-mail address. Please use its password.',
    goneTitle: 'This invitation is no longer valid',
    gone: 'It was used or withdrawn, or it is older than seven days. Ask for a new one where you got the link.',
  },
  reset: {
    title: 'Set a new password',
    lead: 'You will be signed out on all devices.',
    submit: 'Save the new password',
    doneTitle: 'Your password is changed',
    done: 'You can sign in with it now.',
    goneTitle: 'This link is no longer valid',
    gone: 'It was used, or it is older than 24 hours. Ask for a new one where you got the link.',
  },
  toSignIn: 'Go to sign-in',

  account: {
    title: 'Your account',
    menu: 'Account of {name}',
    signOut: 'Sign out',
    noOrganization: 'You belong to no organization',
    organization: 'Organization',
    passwordTitle: 'Password',
    passwordSubmit: 'Change password',
    passwordLead: 'All your other sessions end when it changes.',
    passwordWrong: 'The current password is wrong.',
    passwordDone: 'Your password is changed.',
    sessionsTitle: 'Where you are signed in',
    sessionsLead: 'A session ends by itself 14 days after its last use.',
    thisSession: 'This device',
    otherSession: 'Another device',
    device: 'Device',
    since: 'Signed in',
    lastUsed: 'Last used',
    endOthers: 'Sign out everywhere else',
    endedOthers: 'You are signed out everywhere else.',
  },
  roles: {
    owner: 'Owner',
    admin: 'Administrator',
    editor: 'Editor',
    member: 'Member',
    other: 'Support',
  } as Forms,
  notFound: {
    title: 'There is nothing here',
    lead: 'The address may be mistyped, or what it showed was deleted.',
    home: 'Go to the start',
  },
}
