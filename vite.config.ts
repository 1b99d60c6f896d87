import { createHash } from 'node:crypto'
import { cpSync, globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { minify } from 'terser'
import { build, defineConfig, type InlineConfig, type Plugin, type UserConfig } from 'vite'
import { unusedParts } from './scripts/unused-parts.ts'
import { buttonColors, palette, shapeRule } from './server/branding/widget-theme.ts'

const server: UserConfig = {
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node22',
    minify: false,
    rolldownOptions: {
      input: {
        main: 'server/main.ts',
        background: 'server/background.ts',
        'extract-worker': 'server/ingestion/extract-worker.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
  // Native parts stay outside; the rest is bundled, because opening hundreds of files costs more than the server itself.
  ssr: {
    noExternal: true,
    external: ['better-sqlite3', 'sqlite-vec', 'pino', 'pino-pretty', 'unpdf', 'mammoth', 'koa'],
  },
  plugins: [
    {
      // V8 keeps a source with one character beyond Latin-1 in two bytes each, in every thread that has it.
      name: 'one-byte-source',
      generateBundle(_options, bundle) {
        for (const part of Object.values(bundle)) {
          if (part.type === 'chunk') part.code = toOneByte(part.code)
        }
      },
    },
    {
      name: 'migrations',
      closeBundle() {
        cpSync('server/storage/sqlite/migrations', 'dist/server/migrations', { recursive: true })
      },
    },
  ],
}

/** The same code with what is not Latin-1 escaped. Throws where a backslash stands before it. */
function toOneByte(code: string): string {
  const escaped = /\\[^\0-\xff].*/.exec(code)
  if (escaped) throw new Error(`This cannot be written in Latin-1: ${escaped[0]}`)
  const unit = (wide: string) => `\\u${wide.charCodeAt(0).toString(16).padStart(4, '0')}`
  return code.replace(/[^\0-\xff]/g, unit)
}

/** Elements as calls of `h`, which are shorter than those of the automatic runtime. */
const jsx = { jsx: { runtime: 'classic', pragma: 'h', pragmaFrag: 'Fragment' } } as const

/**
 * A file for each language, which the panel finds by the language's name: an import for each would
 * weigh in the panel, and so would a hash for each, so that they have one in common.
 */
const languages: Plugin = {
  name: 'languages',
  enforce: 'pre',
  buildStart() {
    for (const id of globSync('./widget/locales/*.ts', { exclude: ['**/en.ts'] })) {
      this.emitFile({ type: 'chunk', id: resolve(id), name: basename(id, '.ts') })
    }
  },
  transform: {
    filter: { id: /strings\.ts$/ },
    handler: (code) => ({
      code: code.replace(
        /`.\/locales\/(.+)\.ts`/,
        `/* @vite-ignore */\`./$1-${hashOfLanguages()}.js\``,
      ),
      map: null,
    }),
  },
}

const jsxImport: Plugin = {
  name: 'import-h',
  enforce: 'pre',
  transform: {
    filter: { id: /\.tsx$/ },
    handler: (code) => ({ code: `import { h, Fragment } from 'preact';${code}`, map: null }),
  },
}

/** Before the build's own minifier: the two together are 2 percent smaller than either alone. */
const minified: Plugin = {
  name: 'minified',
  enforce: 'post',
  async renderChunk(code) {
    const { code: small } = await minify(code, {
      module: true,
      compress: { passes: 3, sequences: false, pure_getters: true },
      // Names that Preact and signals keep to themselves.
      mangle: { properties: { regex: /^_[a-z]/ } },
    })
    return small ? { code: small, map: null } : null
  },
}

/**
 * The widget: first the panel under a name that carries its hash, then what loads it, as a classic
 * script (`widget.js`) and as an ES module (`element.js`). Three builds, because a chunk shared
 * between script and panel would run the script again as a module.
 */
const widget: UserConfig = {
  oxc: jsx,
  define: { PALETTE: JSON.stringify(palette()), SHAPE_RULE: JSON.stringify(shapeRule()) },
  build: {
    outDir: 'dist/widget',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    // As a library, so that its chunks, the languages, are fetched by a bare import().
    lib: { entry: { panel: 'widget/panel.tsx' }, formats: ['es'] },
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: {
        minify: true,
        comments: false,
        entryFileNames: 'widget/[name]-[hash].js',
        chunkFileNames: `widget/[name]-${hashOfLanguages()}.js`,
      },
    },
  },
  plugins: [
    languages,
    jsxImport,
    unusedParts(),
    minified,
    {
      name: 'widget-loaders',
      async writeBundle(_options, bundle) {
        const panel = Object.values(bundle).find(
          (part) => part.type === 'chunk' && part.name === 'panel',
        )
        if (!panel) throw new Error('The build of the widget gave no panel.')
        await build(widgetLoader('widget/index.ts', 'widget.js', 'iife', panel.fileName))
        await build(widgetLoader('widget/module.ts', 'element.js', 'es', panel.fileName))
      },
    },
  ],
}

function hashOfLanguages(): string {
  const hash = createHash('sha256')
  for (const file of globSync('widget/locales/*.ts').sort()) hash.update(readFileSync(file))
  return hash.digest('base64url').slice(0, 8)
}

function widgetLoader(
  entry: string,
  file: string,
  format: 'iife' | 'es',
  panel: string,
): InlineConfig {
  return {
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    oxc: jsx,
    define: {
      PANEL_FILE: JSON.stringify(panel),
      BUTTON_PALETTE: JSON.stringify(palette(buttonColors)),
    },
    build: {
      outDir: 'dist/widget',
      emptyOutDir: false,
      target: 'es2022',
      lib: { entry, formats: [format], name: 'svcChat', fileName: () => file },
    },
    plugins: [
      minified,
      {
        name: 'panel-by-its-hashed-name',
        enforce: 'pre',
        resolveId: (id) => (id === './panel.tsx' ? { id: `./${panel}`, external: true } : null),
      },
    ],
  }
}

export default defineConfig(({ mode }) => ({
  ...(mode === 'widget' ? widget : server),
  publicDir: mode === 'widget' ? 'widget/package' : false,
}))
