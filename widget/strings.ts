/** Everything the panel says. One object per language; what is missing in one does not compile. */
export interface Strings {
  assistant: string
  close: string
  newConversation: string
  conversation: string
  composer: string
  placeholder: string
  send: string
  stop: string
  greeting: string
  waiting: string
  sources: (count: number) => string
  source: (ordinal: number, title: string) => string
  untitled: string
  newTab: string
  helpful: string
  notHelpful: string
  copy: string
  copied: string
  copyAnswer: string
  copyCode: string
  table: string
  abstained: string
  abstainedHint: string
  withdrawn: string
  interrupted: string
  stopped: string
  cutOff: string
  retry: string
  askAgain: string
  followUps: string
  suggestions: string
  tooLong: (over: number) => string
  wait: (seconds: number) => string
  busy: string
  begunAnew: string
  latest: string
  poweredBy: string
  you: string
  answered: (text: string, sources: number) => string
  failure: (code: string) => string
}

/** The strings of the first of these languages that there is: the tag's, then the page's, then English. */
export function stringsFor(locale: string | null): Strings {
  const language = (locale ?? document.documentElement.lang).split('-')[0] ?? ''
  return languages[language] ?? english
}

const seconds = new Intl.NumberFormat('en', { style: 'unit', unit: 'second', unitDisplay: 'long' })
const count = new Intl.NumberFormat('en')

const english: Strings = {
  assistant: 'Assistant',
  close: 'Close',
  newConversation: 'New conversation',
  conversation: 'Conversation',
  composer: 'Your question',
  placeholder: 'Ask a question…',
  send: 'Send',
  stop: 'Stop',
  greeting: 'Hello! Ask a question, and I will answer from the documentation and show my sources.',
  waiting: 'Looking for an answer…',
  sources: (n) => (n === 1 ? '1 source' : `${count.format(n)} sources`),
  source: (ordinal, title) => `Source ${ordinal}: ${title}`,
  untitled: 'Untitled document',
  newTab: '(opens in a new tab)',
  helpful: 'Helpful',
  notHelpful: 'Not helpful',
  copy: 'Copy',
  copied: 'Copied',
  copyAnswer: 'Copy answer',
  copyCode: 'Copy code',
  table: 'Table',
  abstained: 'No answer found',
  abstainedHint: 'Try other words, or ask about something more specific.',
  withdrawn: 'The draft of this answer was not supported by the sources and was withdrawn.',
  interrupted: 'The answer broke off here.',
  stopped: 'You stopped this answer.',
  cutOff: 'This answer reached its maximum length and may be incomplete.',
  retry: 'Try again',
  askAgain: 'Ask again',
  followUps: 'You could also ask',
  suggestions: 'Suggested questions',
  tooLong: (over) => `${count.format(over)} characters too long`,
  wait: (left) => `Many questions at the moment. You can ask again in ${seconds.format(left)}.`,
  busy: 'Many questions at the moment. Your question is kept; ask again in a moment.',
  begunAnew: 'Your earlier conversation is no longer available. This is a new one.',
  latest: 'Jump to the latest message',
  poweredBy: 'Powered by Knowledge Assistant',
  you: 'You asked',
  answered: (text, sources) => (sources ? `${text}\n${english.sources(sources)}.` : text),
  failure: (code) => failures[code] ?? 'Something went wrong, and there is no answer yet.',
}

const failures: Record<string, string> = {
  unreachable: 'The assistant could not be reached. Check your connection and try again.',
  validation_error: 'This question could not be accepted. Please put it differently.',
  authentication_error: 'The assistant is not available on this page at the moment.',
  authorization_error: 'The assistant is not available on this page at the moment.',
  conflict: 'The question before this one is still being answered. Please try again.',
  payload_too_large: 'This question is too long.',
  provider_failure: 'The assistant could not write an answer just now.',
  retrieval_failure: 'The knowledge could not be searched just now.',
  service_unavailable: 'The assistant is being restarted. Please try again in a moment.',
}

const languages: Record<string, Strings> = { en: english }
