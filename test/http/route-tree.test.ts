import { expect, test } from 'vitest'
import { createRouteTree } from '../../server/http/route-tree.ts'

const routes = createRouteTree<string>()
routes.add('GET', '/things/{thing_id}', 'read')
routes.add('PATCH', '/things/{thing_id}', 'change')
routes.add('GET', '/things/{thing_id}/parts/latest', 'latest')
routes.add('POST', '/things/new', 'make')

test.each([
  ['/things/1', ['GET', 'PATCH'], { thing_id: '1' }],
  ['/things/a%20b', ['GET', 'PATCH'], { thing_id: 'a b' }],
  ['/things/100%', ['GET', 'PATCH'], { thing_id: '100%' }],
  ['/things/1/parts/latest', ['GET'], { thing_id: '1' }],
  ['/things/new', ['POST'], {}],
  ['/things/__proto__', ['GET', 'PATCH'], { thing_id: '__proto__' }],
])('%s is a declared path', (path, methods, params) => {
  const found = routes.find(path)

  expect([...(found?.byMethod.keys() ?? [])]).toEqual(methods)
  expect(found?.params).toEqual(params)
})

test.each(['', '/', '/things', '/things/', '/things/1/', '/things//parts/latest', '/Things/1'])(
  '%s is none',
  (path) => {
    expect(routes.find(path)?.byMethod.size ?? 0).toBe(0)
  },
)
