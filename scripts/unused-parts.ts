import { resolve } from 'node:path'
import type { Plugin } from 'vite'

interface Library {
  /** Its own source, because a published build has no names left that one could recognize. */
  source: string
  /** Statements that only add a method which nothing calls. */
  methods?: RegExp
  /** Calls that do nothing for the panel. */
  pure?: RegExp
  /** Expressions that are nothing but undefined or false in the panel. */
  never: RegExp[]
  /** Expressions that are always true in it. */
  always?: RegExp
}

const libraries: Record<string, Library> = {
  preact: {
    source: 'node_modules/preact/src/index.js',
    methods: /^BaseComponent\.prototype\.setState\b/,
    never: [
      // Hooks of add-ons, context, error boundaries, and stages of a component's life that none uses.
      /\boptions\.(?!_catchError)\w+/,
      /\b(ctor && )?\w+\.(contextType|getDerivedState\w+|getSnapshotBeforeUpdate)\b/,
      /\b\w+\.(componentWill(Mount|ReceiveProps|Update)|componentDid(Update|Catch))\b/,
      /\bprovider\b(?! =)/,
      // Portals, hydration and suspense.
      /\b(\w+\.props|newProps)\._parentDom\b/,
      /\b\w+\._flags & MODE_(HYDRATE|SUSPENDED)\b/,
      /(?<=[!(]|\|\| )(isHydrating|excessDomChildren)(?=\)| &&| \|\||\s+\?)/,
      /\b\w+(\._component)?\._excess\b(?! =)/,
      /\b\w+\.nodeType == 8\b/,
      /\be && e\.then\b/,
      // Elements and properties that it does not draw.
      /\bnewHtml\b(?=\))|\boldHtml\b(?=\))/,
      /\b\w+ == '(math|foreignObject|template|progress|dangerouslySetInnerHTML|checked)'/,
      /\bnamespace == MATH_NAMESPACE\b/,
      /\bnewProps\.(is|defaultValue)\b/,
      /\bname == 'popover' && value == true/,
      /\bname != \(name = name\.replace\(CAPTURE_REGEX, '\$1'\)\)/,
    ],
    always: /\bname != '(width|height|list|form|download|rowSpan|colSpan|popover)'/,
  },
  '@preact/signals': {
    // Its core only: `widget/reactive.ts` ties signals to Preact.
    source: 'node_modules/@preact/signals-core/src/index.ts',
    methods:
      /^(Object\.defineProperty\()?(Computed\.prototype|Signal\.prototype\.(brand|to\w+|valueOf)\b)/,
    never: [
      /\boptions\?\.\w+/,
      /\bthis\._(un)?watched\?\.call\(this\)/,
      /\btypeof cleanup === "function"/,
      /\bcapturedEffects\b(?=\))/,
      // Batches.
      /\bsource\._batchSnapshotVersion !== currentBatchSnapshotVersion\b/,
      /(?<=snapshots = )batchSnapshots\b/,
    ],
  },
  'eventsource-parser': {
    source: 'node_modules/eventsource-parser/dist/index.js',
    pure: /\b(onError|onRetry|new ParseError)(?=\()/,
    never: [/\bonComment\b(?= &&)/],
  },
}

/**
 * Leaves out of the panel what its libraries can do and nothing in it asks for, a tenth of its size.
 * What a pattern no longer finds in a library's next version stays in, and the gate on the size of
 * the panel tells.
 */
export const unusedParts: Plugin = {
  name: 'unused-parts',
  config: () => ({
    resolve: {
      alias: Object.entries(libraries).map(([find, { source }]) => ({
        find,
        replacement: resolve(source),
      })),
    },
  }),
  transform(code, id) {
    const library = Object.entries(libraries).find(([name]) => id.includes(`node_modules/${name}`))
    if (!library) return null
    const { methods, pure, never, always } = library[1]
    const statements = this.parse(code).body.map(({ start, end }) => code.slice(start, end))
    let text = statements.filter((statement) => !methods?.test(statement)).join('\n')
    if (pure) text = text.replace(new RegExp(pure, 'g'), '/* @__PURE__ */ $&')
    if (always) text = text.replace(new RegExp(always, 'g'), 'true')
    for (const part of never) text = text.replace(new RegExp(part, 'g'), 'undefined')
    return text.replace(/\(\w+ = undefined\)/g, 'undefined')
  },
}
