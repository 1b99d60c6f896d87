import type { Middleware } from 'koa'
import { ServiceError } from '../contract/errors.ts'
import type { Operation } from '../contract/operation.ts'
import { type Binding, bind, type Handler } from './bind.ts'
import { createRouteTree } from './route-tree.ts'

interface Route {
  answer: Middleware
  /** Of its operation; a preflight has none. */
  name?: string
}

/** One route below `base` for each operation, with preflights for the widget's (completions 2, 10). */
export function mount<Declared extends Record<string, Operation>>(
  base: string,
  operations: Declared,
  handlers: Record<keyof Declared, unknown>,
  binding: Binding,
): Middleware {
  const routes = createRouteTree<Route>()
  for (const [name, operation] of Object.entries(operations)) {
    const { method, path } = operation
    const answer = bind(operation, handlers[name] as Handler<Operation>, binding)
    routes.add(method.toUpperCase(), path, { answer, name })
    if (method === 'get') routes.add('HEAD', path, { answer, name })
  }
  for (const [path, methods] of widgetMethods(operations)) {
    routes.add('OPTIONS', path, { answer: binding.widgetAccess.preflight(methods) })
  }

  return below(base, (ctx, next) => {
    const found = routes.find(ctx.path.slice(base.length))
    const route = found?.byMethod.get(ctx.method)
    if (!found || !route) {
      if (found) ctx.state.allowed = [...found.byMethod.keys()]
      return next()
    }
    // For the metrics the operation is named, never the path that was asked for.
    ctx.state.operation = route.name
    ctx.params = found.params
    return route.answer(ctx, next)
  })
}

/** Runs a middleware for the paths below `base` only. */
export function below(base: string, middleware: Middleware): Middleware {
  const start = `${base}/`
  return (ctx, next) => (ctx.path.startsWith(start) ? middleware(ctx, next) : next())
}

/** What no route answered: 405 when another method would be, else 404 (completions 2). */
export const refuseUnrouted: Middleware = async (ctx) => {
  const methods: string[] = ctx.state.allowed ?? []
  if (methods.length === 0) {
    throw new ServiceError('not_found', 'There is nothing at this path.')
  }
  const allowed = methods.sort().join(', ')
  ctx.set('Allow', allowed)
  throw new ServiceError('method_not_allowed', `This path allows ${allowed}.`)
}

function widgetMethods(operations: Record<string, Operation>): Map<string, string[]> {
  const methods = new Map<string, string[]>()
  for (const { access, path, method } of Object.values(operations)) {
    if (access !== 'widget' && access !== 'visitor') continue
    methods.set(path, [...(methods.get(path) ?? []), method.toUpperCase()])
  }
  return methods
}
