import type { DiscourseWords } from './words.ts'

/** Words of English by which sentences lead to each other. */
export const en: DiscourseWords = {
  back: 'it|its|but|and|so|this|that|these|those|they|their|them|he|she|his|her|such|however|therefore|thus|instead|otherwise|then|also|additionally|moreover',
  on: String.raw`alternatively|(?:you|we|it|they|there|one) (?:\p{L}+ )?also|for (?:example|instance|this reason)|in (?:addition|this case|that case|other words|contrast|fact)|as (?:a result|such|mentioned|noted)|on the other hand|that said|(?:of course|normally|usually|generally|typically|often|sometimes|naturally|actually),? (?:it|this|they|these|those)|similarly|conversely|likewise|furthermore|nevertheless|first and foremost|second(?:ly)?,|third(?:ly)?,|lastly|finally|note also|unfortunately|fortunately`,
  elsewhere: String.raw`learn (?:how|about|more|to|what|why)|(?:in )?(?:this|the following|the next) (?:guide|page|section|article|tutorial|document|chapter|recipe|quickstart|topic)|(?:below|here) (?:are|is|you)|see (?:also|the|this|our|below|here)|read (?:more|the|this|our|about)|for (?:more|further|additional|full|detailed) (?:information|details|help|background)|to learn more|you can (?:also )?(?:read|learn|find out) (?:more|about|all)|(?:please )?refer to|more (?:information|details) (?:(?:on|about) .{1,80} )?(?:is|are|can)|the (?:section|chapter|page|guide|article|document|tutorial) .{1,60}(?<!\p{L})(?:describes|explains|covers|tells|shows) (?:how|what|why|when|where)|please (?:see|visit|read|check|consult)\b[^.]* (?:page|documentation|docs|guide|section|article|post)|to get started[^,.]*, (?:please )?(?:visit|see|read|check)|we (?:recommend|suggest) reading|troubleshooting|check out|click here|get(?:ting)? started with|(?:an? |the )?(?:complete |quick |short |brief |step-by-step |in-depth )?(?:guide|introduction|overview|tutorial) (?:to|of|on|for)`,
  here: String.raw`(?:see|look|click|read|find|found|available|details?|more|described|listed)(?!\p{L}).* here`,
  away: '(?:is|are|be) (?:further |also )?(?:found|described|explained|documented|listed|covered|discussed) (?:in (?:more )?detail )?in (?:the )?(?:sections?|chapters?|appendix)',
  reading: String.raw`(?:if you(?:['’]d| would)? (?:like|want|wish) )?to (?:learn|read|know|find out|see) more|(?:for )?(?:more|further|additional) (?:information|details|reading|resources)|(?:learn|read) more|see also|related|you can (?:also )?(?:read|learn|find out) more`,
  follows: String.raw`(?:the )?following(?: \p{L}+){0,2}|as follows|like (?:this|so)|for (?:example|instance)|(?:shown|listed|described|given|set out|see) below`,
  shown: 'tables?|examples?|figures?|diagrams?|lists?|code|snippets?|scripts?|commands?',
  below: 'below',
  following: 'following',
  above: 'above',
  previous: 'above|previous|preceding',
  aside: 'please see|see|cf\\.',
  yes: 'yes',
  no: 'no|never',
  and: 'and',
  reply: String.raw`nothing|none|nobody|no one|nowhere|sometimes|usually|maybe|perhaps|probably|(?:yes and|not) really|not (?:yet|at all|necessarily)|of course|(?:that|it) depends|(?:you )?(?:can['’]t|cannot|don['’]t)`,
  hanging: 'as|but|if|because|when|although|though|unless|since|provided|only',
  rest: 'for|in|of|to|and|or|with|at|on|by|from|as',
  caption: 'how to|figure|fig\\.|table|image|screenshot|photo|diagram|source:',
  around: String.raw`(?:back|return|go|jump|scroll) (?:up )?to (?:the )?top(?: of (?:the |this )?page)?|top of (?:the )?page|(?:previous|next|up)(?: page| chapter| section| topic)?(?:: .{1,80})?|(?:on|in) this page|table of contents|skip to (?:main )?content|(?:edit|print|share|improve|rate) this (?:page|article)(?: .{1,40})?|(?:was|is) this (?:page|article|answer|information)(?: .{1,40})? (?:helpful|useful)`,
  notice: String.raw`permission is (?:hereby )?granted(?:,? free of charge,?)? (?:to|for)|a copy of th(?:e|is) licen[cs]e is included`,
  rights: 'copyright|all rights reserved',
  cause: 'background|(?:possible |root |common |likely )?causes?|reasons?',
  problem:
    'issues?|(?:the )?problems?|(?:problem|issue|error) description|symptoms?|errors?(?: messages?)?',
  solution:
    '(?:the |possible )?(?:solutions?|fix(?:es)?|resolutions?|workarounds?|remed(?:y|ies))|how to (?:fix|solve|resolve) (?:it|this)',
}
