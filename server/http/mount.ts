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
    router[operation.method](name, toRoute(operation.path), answer)
  }
  for (const [path, methods] of widgetMethods(operations)) {
    router.options(toRoute(path), binding.widgetAccess.preflight(methods))
  }
  return below(base, dispatch(base, router.stack))
}

/**
 * The router's own dispatch tries every route in turn, which is more work than answering; the first word
 * below `base` leaves a few. For the metrics the operation is named, never the path that was asked for.
 */
function dispatch(base: string, routes: Router['stack']): Middleware {
  const firstWord = (path: string) => path.slice(base.length + 1).split('/', 1)[0]
  const byFirstWord = Map.groupBy(routes, ({ path }) => firstWord(String(path)))
  return (ctx, next) => {
    const { path, method } = ctx
    const matched = byFirstWord.get(firstWord(path))?.filter((route) => route.match(path)) ?? []
    const route = matched.find(({ methods }) => methods.includes(method))
    const [answer] = route?.stack ?? []
    if (!route || !answer) {
      if (matched.length > 0) ctx.state.allowed = matched.flatMap(({ methods }) => methods)
      return next()
    }
    ctx.state.operation = route.name
    ctx.params = route.params(path, route.captures(path))
    return answer(ctx as never, next)
  }
}

/** Runs a middleware for the paths below `base` only. */
export function below(base: string, middleware: Middleware): Middleware {
  return (ctx, next) => (ctx.path.startsWith(`${base}/`) ? middleware(ctx, next) : next())
}

/** What no route answered: 405 when another method would be, else 404 (completions 2). */
export const refuseUnrouted: Middleware = async (ctx) => {
  const methods: string[] = ctx.state.allowed ?? []
  if (methods.length === 0) {
    throw new ServiceError('not_found', 'There is nothing at this path.')
  }
  const allowed = [...new Set(methods)].sort().join(', ')
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
