import { Router, type RouterContext } from '@koa/router'
import type { Middleware } from 'koa'
import { ServiceError } from '../contract/errors.ts'
import type { Operation } from '../contract/operation.ts'
import { type Binding, bind, type Handler } from './bind.ts'

/**
 * One route below `base` for each operation. A route leaves its operation's name in `ctx.state` for
 * the metrics, which must never contain the requested path.
 */
export function mount<Declared extends Record<string, Operation>>(
  base: string,
  operations: Declared,
  handlers: Record<keyof Declared, unknown>,
  binding: Binding,
): Middleware {
  const router = new Router({ prefix: base, sensitive: true, strict: true })
  for (const [name, operation] of Object.entries(operations)) {
    const answer = bind(operation, handlers[name] as Handler<Operation>, binding)
    router[operation.method](toRoute(operation.path), (ctx, next) => {
      ctx.state.operation = name
      return answer(ctx, next)
    })
  }
  return below(base, router.routes() as Middleware)
}

/**
 * The preflights that browsers send before a page's request to the widget's routes. They have a
 * budget of their own (docs/behaviour.md#origins-and-preflights).
 */
export function mountPreflights(
  base: string,
  operations: Record<string, Operation>,
  { widgetAccess, limiter }: Pick<Binding, 'widgetAccess' | 'limiter'>,
): Middleware {
  const router = new Router({ prefix: base, sensitive: true, strict: true })
  for (const [path, methods] of widgetMethods(operations)) {
    const answer = widgetAccess.preflight(methods)
    router.options(toRoute(path), async (ctx, next) => {
      await limiter.preflight(ctx)
      return answer(ctx, next)
    })
  }
  return below(base, router.routes() as Middleware)
}

/** Runs a middleware for the paths below `base` only. */
export function below(base: string, middleware: Middleware): Middleware {
  return (ctx, next) => (ctx.path.startsWith(`${base}/`) ? middleware(ctx, next) : next())
}

/**
 * For a request that no route answered: 405 if its path has routes for other methods, else 404. The
 * router leaves the routes of the path in `ctx.matched`. Its own `allowedMethods` would answer
 * OPTIONS with 200 and an unknown method with 501.
 */
export const refuseUnrouted: Middleware = async (ctx) => {
  const { matched = [] } = ctx as RouterContext
  const methods = new Set(matched.flatMap((route) => route.methods))
  if (methods.size === 0) {
    throw new ServiceError('not_found', 'There is nothing at this path.')
  }
  const allowed = [...methods].sort().join(', ')
  ctx.set('Allow', allowed)
  throw new ServiceError('method_not_allowed', `This path allows ${allowed}.`)
}

/** `{id}` becomes `:id`; a literal colon, as in `messages:stream`, is escaped. */
function toRoute(path: string): string {
  return path.replaceAll(':', '\\:').replace(/\{(\w+)\}/g, ':$1')
}

function widgetMethods(operations: Record<string, Operation>): Map<string, string[]> {
  const methods = new Map<string, string[]>()
  for (const { access, path, method } of Object.values(operations)) {
    if (access !== 'widget' && access !== 'visitor') continue
    methods.set(path, [...(methods.get(path) ?? []), method.toUpperCase()])
  }
  return methods
}
