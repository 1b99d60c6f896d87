import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { addressKey, clientAddress } from '../../server/http/client-address.ts'

function request(remoteAddress: string, forwarded?: string): IncomingMessage {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage
}

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8::5:6:7:8', '2001:db8:0:0::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['203.0.113.7:5001', '203.0.113.7'],
  ['unknown', null],
  ['', null],
  ['203.0.113.7, 10.0.0.1', null],
])('%s is counted under %s (docs/behaviour.md#rate-limits)', (address, key) => {
  expect(addressKey(address)).toBe(key)
})

test.each([
  ['no proxy is trusted', 0, '198.51.100.1', '10.0.0.9'],
  ['one proxy is trusted', 1, '198.51.100.1', '198.51.100.1'],
  ['the client forged the entries further left', 1, '1.2.3.4, 198.51.100.1', '198.51.100.1'],
  ['two proxies are trusted', 2, '1.2.3.4, 198.51.100.1, 10.0.0.8', '198.51.100.1'],
  ['more proxies are trusted than there are', 5, '198.51.100.1, 10.0.0.8', '198.51.100.1'],
  ['an IPv6 client is behind the proxy', 1, '2001:db8:1:2:3::4', '2001:db8:1:2::/64'],
  ['the entry is none', 1, 'somebody', '10.0.0.9'],
  ['the entry is empty', 1, ',', '10.0.0.9'],
  ['the header is missing', 1, undefined, '10.0.0.9'],
])('X-Forwarded-For is counted from the right: %s', (_, trusted, forwarded, expected) => {
  expect(clientAddress(request('10.0.0.9', forwarded), trusted)).toBe(expected)
})
