/** Names of the screens, and of the groups they stand in. */
export const navigation = {
  label: 'Main',
  open: 'Menu',
  groups: { answers: 'Answers', site: 'On your website', organization: 'Organization' },
  overview: 'Overview',
  inbox: 'Inbox',
  gaps: 'Gaps',
  try: 'Try it',
  answers: 'Written answers',
  knowledge: 'Knowledge',
  website: 'Websites',
  people: 'People and keys',
  support: 'Support access',
  data: 'Data',
  audit: 'Audit',
  look: 'Look',
  assistant: 'Assistant',
}
