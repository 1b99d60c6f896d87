export const entranceTexts = {
  promise: 'Every answer shows where it comes from.',
  sample: {
    question: 'How long can I return an order?',
    before: 'You can return any article within ',
    marked: '30 days of delivery',
    after: '.',
    source: 'Returns and refunds',
    passage: 'You may send back any article within 30 days of delivery. We pay the postage.',
  },
  signIn: {
    title: 'Sign in',
    submit: 'Sign in',
    ended:
      'Your session has ended: after 14 days without use, with a new password, or because it was ended elsewhere. This address opens again once you sign in.',
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
    takeOver:
      'You become the owner of “{name}” and of all that was read into it. Everything can be changed later.',
    which: 'Which organization is yours?',
    another: 'A new one',
    organizationHint: 'Your company, project or team.',
    wrongTitle: 'This link is no longer valid',
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
}
