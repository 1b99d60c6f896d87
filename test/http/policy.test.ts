import { describe, expect, test } from 'vitest'
import { blockedBy } from '../../server/http/widget-check/policy.ts'

const SECURE = 'https://help.test'
const BOTH = ['script-src', 'connect-src']

/** What a policy blocks of a service, by default a secure one, on a page of another origin. */
function blocked(policy: string, service = SECURE, page = 'https://shop.test') {
  return blockedBy(policy, new URL(service), page)
}

describe('a policy (https://www.w3.org/TR/CSP3/#match-url-to-source-expression)', () => {
  test.each([
    ['', []],
    ['img-src x.test', []],
    ["default-src 'none'", BOTH],
    [`default-src ${SECURE}`, []],
    [`default-src 'none'; script-src ${SECURE}; connect-src ${SECURE}`, []],
    [`default-src ${SECURE}; connect-src 'self'`, ['connect-src']],
    [`script-src ${SECURE}; script-src-elem 'self'`, ['script-src']],
    [`script-src 'self'; script-src-elem ${SECURE}`, []],
    [`Connect-Src 'self'; connect-src ${SECURE}`, ['connect-src']],
    [`script-src 'self' ${SECURE}`, []],
    [`script-src ${SECURE} 'strict-dynamic'`, ['script-src']],
    [`default-src ${SECURE}, script-src 'self'`, ['script-src']],
  ])('%j blocks %j', (policy, expected) => {
    expect(blocked(policy)).toEqual(expected)
  })
})

describe('a source of a policy', () => {
  const isAllowed = (source: string, service?: string, page?: string) =>
    blocked(`default-src ${source}`, service, page).length === 0

  test.each<[string, string, string?]>([
    ['*', SECURE],
    ["'self'", SECURE, SECURE],
    ["'SELF'", SECURE, SECURE],
    ['https:', SECURE],
    ['http:', SECURE],
    ['http:', 'http://help.test', 'http://shop.test'],
    ['help.test', SECURE],
    ['HELP.test', SECURE],
    ['help.test', 'http://help.test', 'http://shop.test'],
    ['*.test', SECURE],
    ['https://help.test', SECURE],
    ['http://help.test', SECURE],
    ['https://*', SECURE],
    ['help.test:*', 'https://help.test:8443'],
    ['help.test:8443', 'https://help.test:8443'],
    ['help.test:443', SECURE],
    ['help.test:80', 'http://help.test', 'http://shop.test'],
    ['help.test/', SECURE],
    ['help.test/svc/', SECURE],
    ['[::1]:8787', 'http://[::1]:8787', 'http://shop.test'],
  ])('%s allows %s on %s', (source, service, page) => {
    expect(isAllowed(source, service, page)).toBe(true)
  })

  test.each<[string, string, string?]>([
    ["'self'", SECURE],
    ["'nonce-abc'", SECURE],
    ['https:', 'http://help.test', 'http://shop.test'],
    ['wss:', SECURE],
    ['data:', SECURE],
    ['other.test', SECURE],
    ['*.help.test', SECURE],
    ['https://help.test', 'http://help.test', 'http://shop.test'],
    ['help.test', 'http://help.test', 'https://shop.test'],
    ['help.test', 'https://help.test:8443'],
    ['help.test:80', SECURE],
    ['help.test:443', 'http://help.test', 'http://shop.test'],
    ['help.test/svc', SECURE],
    ['help.test/other/', SECURE],
    ['help.test/svc/v1/', SECURE],
  ])('%s blocks %s on %s', (source, service, page) => {
    expect(isAllowed(source, service, page)).toBe(false)
  })
})
