import { Router } from '@koa/router'
import type { Middleware } from 'koa'
import { ServiceError } from '../contract/errors.ts'
import type { Operation } from '../contract/operation.ts'
import { type Binding, bind, type Handler } from './bind.ts'

/** One route below `base` for each operation, with preflights for the widget's (completions 2, 10). */
export function mount<Declared extends Record<string, Operation>>(
  base: string,
  operations: Declared,
  handlers: Record<keyof Declared, unknown>,
  binding: Binding,
): Middleware {
  const router = new Router({ prefix: base, sensitive: true, strict: true })
  for (const [name, operation] of Object.entries(operations)) {
    const answer = bind(operation, handlers[name] as Handler<Operation>, binding)
    router[operation.method](toRoute(operation.path), nameOperation(name), answer)
  }
  for (const [path, methods] of widgetMethods(operations)) {
    router.options(toRoute(path), binding.widgetAccess.preflight(methods))
  }
  const routes = router.routes()
  return below(base, (ctx, next) => routes(ctx as never, next))
}

/** Runs a middleware for the paths below `base` only. */
export function below(base: string, middleware: Middleware): Middleware {
  return (ctx, next) => (ctx.path.startsWith(`${base}/`) ? middleware(ctx, next) : next())
}

/** What no route answered: 405 when another method would be, else 404 (completions 2). */
export const refuseUnrouted: Middleware = async (ctx) => {
  const matched = (ctx.matched ?? []) as Router['stack']
  const methods = new Set(matched.flatMap((layer) => layer.methods))
  if (methods.size === 0) {
    throw new ServiceError('not_found', 'There is nothing at this path.')
  }
  const allowed = [...methods].sort().join(', ')
  ctx.set('Allow', allowed)
  throw new ServiceError('method_not_allowed', `This path allows ${allowed}.`)
}

/** For the metrics: the name is of this program, never the path that was asked for. */
function nameOperation(name: string): Middleware {
  return (ctx, next) => {
    ctx.state.operation = name
    return next()
  }
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
