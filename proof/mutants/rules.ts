import { type ESTree, parseSync, Visitor } from 'vite'

export const rules = ['condition turned round', 'bound moved', 'call left out'] as const
export type Rule = (typeof rules)[number]

/** One fault: `text` in place of the characters from `start` to `end`. */
export interface Fault {
  rule: Rule
  start: number
  end: number
  text: string
}

/**
 * Every fault that the rules find in a TypeScript source:
 *
 * - condition turned round: the test of an `if` or `?:` negated, `&&` and `||` exchanged, a
 *   returned `true` or `false` exchanged
 * - bound moved: `<` and `<=`, `>` and `>=` exchanged; one added to a number that is compared with
 *   or cut at; a constant in capitals doubled
 * - call left out: a call, awaited or not, whose result is not used
 *
 * Nothing is changed inside calls of a log or a `throw`: what they say is no promise.
 */
export function findFaults(file: string, source: string): Fault[] {
  const { program, comments, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  const code = comments.reduce(blank, source)
  const faults: Fault[] = []
  const unpromised: Span[] = []

  const put = (rule: Rule, { start, end }: Span, text: string) =>
    faults.push({ rule, start, end, text })
  const textOf = ({ start, end }: Span) => source.slice(start, end)
  const negate = (test: ESTree.Expression) =>
    put('condition turned round', test, `!(${textOf(test)})`)
  /** Puts another operator between two operands. */
  const exchange = (rule: Rule, { left, right, operator }: Operation, other: string) => {
    const start = code.indexOf(operator, left.end)
    if (start < right.start) put(rule, { start, end: start + operator.length }, other)
  }
  const moveNumber = (node: Span & { type: string; value?: unknown }) => {
    if (node.type === 'Literal' && typeof node.value === 'number')
      put('bound moved', node, `(${textOf(node)} + 1)`)
  }

  new Visitor({
    IfStatement: ({ test }) => negate(test),
    ConditionalExpression: ({ test }) => negate(test),
    LogicalExpression(node) {
      const other = exchangedLogic[node.operator]
      if (other) exchange('condition turned round', node, other)
    },
    ReturnStatement({ argument }) {
      if (argument?.type === 'Literal' && typeof argument.value === 'boolean')
        put('condition turned round', argument, String(!argument.value))
    },
    BinaryExpression(node) {
      const other = exchangedBounds[node.operator]
      if (other) exchange('bound moved', node, other)
      if (other || equality.has(node.operator))
        for (const side of [node.left, node.right]) moveNumber(side)
    },
    CallExpression({ callee, arguments: given, start, end }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      if (cuts.has(callee.property.name)) given.forEach(moveNumber)
      if (isLog(textOf(callee.object), callee.property.name)) unpromised.push({ start, end })
    },
    VariableDeclarator({ id, init }) {
      if (id.type !== 'Identifier' || !/^[A-Z][A-Z0-9_]+$/.test(id.name) || !init) return
      if (/^[\d_.\s*e]+$/.test(textOf(init))) put('bound moved', init, `2 * ${textOf(init)}`)
    },
    ExpressionStatement(node) {
      const { expression } = node
      const call = expression.type === 'AwaitExpression' ? expression.argument : expression
      if (call.type === 'CallExpression' && call.callee.type !== 'Super')
        put('call left out', expression, 'void 0')
    },
    ThrowStatement: ({ start, end }) => void unpromised.push({ start, end }),
  }).visit(program)

  return faults.filter(
    ({ start, end }) => !unpromised.some((span) => span.start <= start && end <= span.end),
  )
}

/** The same characters at the same places, but spaces in the span. */
function blank(text: string, { start, end }: Span): string {
  return text.slice(0, start) + ' '.repeat(end - start) + text.slice(end)
}

interface Span {
  start: number
  end: number
}

interface Operation {
  left: Span
  right: Span
  operator: string
}

const exchangedLogic: Record<string, string> = { '&&': '||', '||': '&&' }
const exchangedBounds: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }
const equality = new Set(['===', '!=='])
const cuts = new Set(['slice', 'subarray', 'substring', 'at'])

/** Log calls; the console of a command is its output, and so a promise. */
function isLog(object: string, method: string): boolean {
  return /(?:^|\.)log(?:ger)?$/.test(object) && /^(?:debug|info|warn|error)$/.test(method)
}
