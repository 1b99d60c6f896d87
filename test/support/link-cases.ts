/** Addresses of documents that an answer cites. */
export const CITED = [
  'https://acme.test/docs/plans#limits',
  'https://help.test:8443/a?b=c',
  'https://www.wiki.test/start/',
]

/**
 * Addresses of links in an answer, and whether one may lead there: the rule of server and widget
 * (docs/behaviour.md#checks-of-an-answer).
 */
export const LINK_CASES: [address: string, isAllowed: boolean][] = [
  ['https://acme.test/docs/plans', true],
  ['https://acme.test/docs/plans#limits', true],
  ['https://acme.test/docs/plans/starter', true],
  ['https://acme.test/docs/plans/starter/#price', true],
  ['HTTPS://ACME.test:443/docs/plans', true],
  ['https://help.test:8443/a?b=c', true],
  ['https://www.wiki.test/start/a/b', true],
  ['https://wiki.test/start/', false],
  ['https://evil.test/docs/plans', false],
  ['https://acme.test/docs/other', false],
  ['https://acme.test/docs/', false],
  ['https://acme.test/docs/plans-of-evil', false],
  ['https://acme.test/docs/plans?q=secret', false],
  ['https://acme.test/docs/plans/a?q=secret', false],
  ['https://acme.test/docs/plans#secret', false],
  ['http://acme.test/docs/plans', false],
  ['https://acme.test:444/docs/plans', false],
  ['https://acme.test.evil.test/docs/plans', false],
  ['https://acme.test/DOCS/plans', false],
  ['https://acme.test@evil.test/docs/plans', false],
  ['https://a:b@acme.test/docs/plans', false],
  ['https://acme.test/docs/plans/a@b', false],
  ['https:acme.test/docs/plans', false],
  ['https:\\\\acme.test/docs/plans', false],
  ['https://evil.test\\@acme.test/docs/plans', false],
  ['https://acme.test/docs/plans/../admin', false],
  ['https://acme.test/docs/plans/%2e%2e/admin', false],
  ['https://acme.test/docs/plans/..%2f..%2fadmin', false],
  ['https://acme.test/docs/plans/..%5cadmin', false],
  ['https://acme.test/docs/plans/a b', false],
  [' https://acme.test/docs/plans', false],
  ['//acme.test/docs/plans', false],
  ['/docs/plans', false],
  ['javascript:alert(1)', false],
  ['JaVaScRiPt:alert(1)', false],
  ['java\nscript:alert(1)', false],
  ['data:text/html,x', false],
  ['mailto:a@acme.test', false],
  ['ftp://acme.test/docs/plans', false],
  ['', false],
]
