import { expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'

test('without settings the budgets are the documented ones (docs/behaviour.md#rate-limits)', () => {
  const { rates, metrics_port } = readConfig({})

  expect(rates).toEqual({
    identity: 120,
    console: 600,
    address: 20,
    widget: 20,
    deployment: 1200,
    mcp: 120,
  })
  expect(metrics_port).toBeNull()
})

test('each budget has a setting, and 0 is allowed', () => {
  const { rates } = readConfig({
    SVC_RATE_IDENTITY: '1',
    SVC_RATE_CONSOLE: '2',
    SVC_RATE_ADDRESS: '0',
    SVC_RATE_WIDGET: '3',
    SVC_RATE_DEPLOYMENT: '4',
    SVC_RATE_MCP: '5',
  })

  expect(rates).toEqual({
    identity: 1,
    console: 2,
    address: 0,
    widget: 3,
    deployment: 4,
    mcp: 5,
  })
})

test('the setting of an earlier version is named with the one that took its place', () => {
  expect(() => readConfig({ SVC_RATE_VISITOR: '10' })).toThrow(
    'SVC_RATE_VISITOR is not a setting any more; set SVC_RATE_WIDGET instead.',
  )
})

test.each(['off', '-1', '1.5', '20/min'])('%s is not a budget', (value) => {
  expect(() => readConfig({ SVC_RATE_ADDRESS: value })).toThrow(
    `SVC_RATE_ADDRESS must be a whole number of requests per 60 seconds, 0 for no limit; it is "${value}".`,
  )
})
