/**
 * How a language leads from one sentence to another: for each role alternatives of a regular
 * expression, whose ends are those of words.
 */
export interface DiscourseWords {
  /** First words that refer to the sentence before, and those that continue it. */
  back: string
  on: string
  /** The first, in scripts without spaces. */
  unspacedBack?: string
  /** First words by which a page tells what it is on, or where to read more. */
  elsewhere: string
  /** Ends of sentences that lead away: "more … here", "is described in section". */
  here: string
  away?: string
  /** First words of a lead-in to what is read elsewhere. */
  reading: string
  /** Ends of a sentence that a list or code follows, beside a colon. */
  follows: string
  /** What is shown between sentences, and the words by which a sentence points to it. */
  shown: string
  below: string
  following?: string
  above: string
  previous?: string
  /** First words of a remark in brackets that points around. */
  aside: string
  yes: string
  no: string
  and: string
  /** Replies that say nothing without their question. */
  reply: string
  /** What follows a yes and says little without it: "Yes, as long as …". */
  hanging: string
  /** First words of the rest of a sentence. */
  rest?: string
  /** First words of what stands below a picture. */
  caption: string
  /** Whole lines that lead around in a page or a website. */
  around: string
  /** First words of what stands there for the law's sake. */
  notice?: string
  rights?: string
  /** Headings of a page that sets a problem apart from its solution. */
  problem: string
  cause: string
  solution: string
}
