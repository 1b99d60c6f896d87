/**
 * Forms of a message, with `other` as the fallback: one per plural category of the language, or one
 * per error code (docs/behaviour.md#errors).
 */
export type Forms = { other: string } & Partial<Record<string, string>>

/**
 * All texts of the panel; every language has the same keys. `{n}` is a number, `{time}` a number
 * with its unit and `{title}` the title of a document; forms for one or two may omit the number.
 */
export type Messages = typeof messages

export const messages = {
  assistant: 'Assistant',
  close: 'Close',
  newConversation: 'New conversation',
  enlarge: 'Enlarge',
  menu: 'Conversations and data',
  conversations: 'Your conversations',
  noConversations: 'No conversations yet.',
  confirmOne: 'Delete this conversation?',
  deleteAll: 'Delete everything',
  confirmAll: 'Delete all your conversations? This cannot be undone.',
  delete: 'Delete',
  cancel: 'Cancel',
  privacy: 'Privacy notice',
  conversation: 'Conversation',
  composer: 'Your question',
  placeholder: 'Ask a question…',
  send: 'Send',
  stop: 'Stop',
  greeting: 'Hello! Ask a question, and I will answer from the documentation and show my sources.',
  waiting: 'Looking for an answer…',
  elsewhere: 'Being answered in another tab…',
  sources: { one: '{n} source', other: '{n} sources' } as Forms,
  seeAlso: 'See also',
  source: 'Source {n}: {title}',
  untitled: 'Untitled document',
  newTab: '(opens in a new tab)',
  openHere: 'Open at this place',
  helpful: 'Helpful',
  notHelpful: 'Not helpful',
  whatWasWrong: 'What was wrong?',
  reasons: {
    wrong: 'It is not correct',
    incomplete: 'Something is missing',
    unrelated: 'Not what I asked',
    other: 'Hard to understand',
  } as Forms,
  note: 'Anything else? (optional)',
  thanks: 'Thank you for your feedback.',
  copied: 'Copied',
  copyAnswer: 'Copy answer',
  copyCode: 'Copy code',
  wrap: 'Wrap lines',
  showAll: 'Show all',
  table: 'Table',
  withdrawn: 'A draft of this answer was withdrawn because the sources did not support it.',
  interrupted: 'The answer was interrupted.',
  stopped: 'You stopped this answer.',
  cutOff: 'This answer reached its maximum length and may be incomplete.',
  retry: 'Try again',
  askAgain: 'Ask again',
  followUps: 'You could also ask',
  suggestions: 'Suggested questions',
  tooLong: { one: '{n} character too long', other: '{n} characters too long' } as Forms,
  wait: 'We’re busy right now. Sending your question in {time}.',
  busy: 'We’re busy right now. Sending your question in a moment.',
  begunAnew: 'Your earlier conversation is no longer available. This is a new one.',
  latest: 'Jump to the latest message',
  poweredBy: 'Powered by Knowledge Assistant',
  failures: {
    other: 'Something went wrong. The assistant could not answer.',
    unreachable: 'The assistant could not be reached. Please try again in a moment.',
    offline: 'You are offline. Check your connection and try again.',
    validation_error: 'The assistant cannot accept this question. Please rephrase it.',
    authorization_error: 'The assistant is not available on this page at the moment.',
    conflict: 'The previous question is still being answered. Please try again in a moment.',
    service_unavailable: 'The assistant is restarting. Please try again in a moment.',
  } as Forms,
}
