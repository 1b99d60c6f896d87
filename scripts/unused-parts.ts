import { resolve } from 'node:path'
import type { Plugin } from 'vite'

interface Library {
  /** Its own source, because a published build has no names left that one could recognize. */
  source: string
  /** Statements that only add a method which nothing calls. */
  methods?: RegExp
  /** Parts of its source, by what they come to in the panel; '' is for what nothing depends on. */
  parts: Partial<Record<'' | 'undefined' | 'true' | '/* @__PURE__ */ $&', RegExp[]>>
}

const libraries: Record<string, Library> = {
  preact: {
    source: 'node_modules/preact/src/index.js',
    methods: /^BaseComponent\.prototype\.setState\b/,
    parts: {
      '': [
        // State.
        /\bif \(!c\.(state|_nextState)\) .*;/,
        /\bc\.(state|_stateCallbacks) = [^,;)]*;/,
        /\bEMPTY_ARR\.push\.apply\(c\._renderCallbacks, c\._stateCallbacks\);/,
        // What waits for a component to be in its place.
        /\bc\._renderCallbacks = \[\];/,
        /^\s*commitQueue,$/m,
        /^\s*(commitQueue\.length = |let oldCommitQueueLength = ).*;$/m,
        // Another time to draw than the next microtask.
        /\bprevDebounce = options\.debounceRendering;/,
        /\|\|\s+prevDebounce != options\.debounceRendering/,
        /\bprevDebounce \|\| (?=queueMicrotask)/,
        // Capturing listeners, and what names of properties were before they were attributes.
        /\blet useCapture;|, useCapture(?=\))/,
        /\buseCapture = [^;]*;/,
        /\.replace\(\/xlink\(H\|:h\)\/, 'h'\)\.replace\(\/sName\$\/, 's'\)/,
        // What a page was drawn by elsewhere.
        /^\s*(excessDomChildren|isHydrating),$/m,
        /^\s*excessDomChildren = NULL;$/m,
        /\bexcessDomChildren =\s+nodeType == 'textarea'[^;]*;/,
        /\bexcessDomChildren\s+\? excessDomChildren\[0\]\s+:/,
        /\bisHydrating \? NULL :/,
        /^\s*oldVNode\._flags & MODE_HYDRATE( \? \[oldDom\] : NULL)?,$/m,
        /^\s*oldVNode\s+\? NULL\s+: parentDom\.firstChild\s+\? [^:]*: NULL,$/m,
      ],
      undefined: [
        // Hooks of add-ons, error boundaries, and stages of a component's life that none uses.
        /\boptions\.(?!_catchError)\w+/,
        /\b(ctor && )?\w+\.(contextType|getDerivedState\w+|getSnapshotBeforeUpdate)\b/,
        /\b\w+\.(componentWill(Mount|ReceiveProps|Update)|componentDid(Mount|Update|Catch))\b/,
        /\b\w+\._renderCallbacks\.length\b/,
        /\bcallback\b(?=\) this)/,
        /\b(provider|c\._nextState)\b(?! =)/,
        /\b(c|component)\._bits & COMPONENT_(PENDING_ERROR|PROCESSING_EXCEPTION)\b/,
        /\br\.current\b/,
        // Portals, hydration and suspense.
        /\b(\w+\.props|newProps)\._parentDom\b/,
        /\b\w+\._flags & MODE_(HYDRATE|SUSPENDED)\b/,
        /(?<=[!(]|&& |\|\| )(isHydrating|excessDomChildren)(?=\)| &&| \|\||\s+\?)/,
        /\b\w+(\._component)?\._excess\b(?! =)/,
        /\b\w+\.nodeType == [89]\b/,
        /\be && e\.then\b/,
        // Elements and properties that it does not draw.
        /\bnewHtml\b(?=\))|\boldHtml\b(?=\))/,
        /\b\w+ == '(math|foreignObject|template|progress|dangerouslySetInnerHTML|checked|style)'/,
        /\bnamespace == MATH_NAMESPACE\b/,
        /\bnewProps\.(is|defaultValue)\b/,
        /\bname == 'popover' && value == true/,
        /\bchecked != UNDEFINED\b/,
      ],
      true: [
        /\bname != '(width|height|list|form|download|rowSpan|colSpan|popover)'/,
        // References are functions.
        /\btypeof ref == 'function'/,
      ],
      '/* @__PURE__ */ $&': [/\bcommitQueue\.some(?=\()/],
    },
  },
  '@preact/signals': {
    // Its core only: `widget/reactive.ts` ties signals to Preact.
    source: 'node_modules/@preact/signals-core/src/index.ts',
    methods:
      /^(Object\.defineProperty\()?(Computed\.prototype|Effect\.prototype\.dispose|Signal\.prototype\.(brand|subscribe|to\w+|valueOf)\b)/,
    parts: {
      '': [
        // Names, watchers, effects that clean up, disposal by `using`.
        /\bthis\.(name|_watched|_unwatched|_cleanup|_batchSnapshotVersion) = [^;]*;/,
        /\buntracked\(\(\) => \{\s*this\._(un)?watched\?\.call\(this\);\s*\}\);/,
        /\bcleanupEffect\(\w+\);/,
        /\bdispose\[Symbol\.dispose\] = dispose;/,
        // Batches, and effects that a model holds.
        /\brecordBatchSnapshot\(this\);/,
        /\breconcileBatchSnapshots\(\);/,
        /\b(const prevCapturedEffects|capturedEffects) = \w+;/,
      ],
      undefined: [/\btypeof cleanup === "function"/],
    },
  },
  'eventsource-parser': {
    source: 'node_modules/eventsource-parser/dist/index.js',
    parts: {
      '': [/\bcase "retry":[^]*?break;/, /, reset(?= \})/],
      undefined: [/\bonComment\b(?= &&)/, /\btypeof callbacks == "function"/],
      '/* @__PURE__ */ $&': [/\b(onError|onRetry|new ParseError)(?=\()/],
    },
  },
}

/**
 * Leaves out of the panel what its libraries can do and nothing in it asks for, a tenth of its size.
 * Some of the parts belong together, so a build fails where one is no longer found: another version
 * of a library wants this list to be read again.
 */
export function unusedParts(): Plugin {
  const unfound = new Set(Object.values(libraries).flatMap(patternsOf))
  return {
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
      const library = Object.entries(libraries).find(([name]) =>
        id.includes(`node_modules/${name}`),
      )
      if (!library) return null
      for (const pattern of patternsOf(library[1])) if (pattern.test(code)) unfound.delete(pattern)
      return withoutParts(library[1], code, this.parse(code).body)
    },
    buildEnd(error) {
      if (!error && unfound.size > 0) throw new Error(`Not found: ${[...unfound].join(' ')}`)
    },
  }
}

function patternsOf({ parts }: Library): RegExp[] {
  return Object.values(parts).flat()
}

function withoutParts({ methods, parts }: Library, code: string, body: Range[]): string {
  const statements = body.map(({ start, end }) => code.slice(start, end))
  let text = statements.filter((statement) => !methods?.test(statement)).join('\n')
  for (const [instead, patterns] of Object.entries(parts)) {
    for (const part of patterns) text = text.replace(new RegExp(part, `g${part.flags}`), instead)
  }
  return text.replace(/\([\w.]+ = undefined\)/g, 'undefined')
}

interface Range {
  start: number
  end: number
}
