import { cpSync, globSync } from 'node:fs'
import { basename } from 'node:path'
import { build, defineConfig, type InlineConfig, type UserConfig } from 'vite'
import { externalPackages } from './packaging/external-packages.ts'
import { buttonColors, palette, shapeRule } from './server/branding/widget-theme.ts'
import { clientRoutes, fieldRules } from './server/contract/client.ts'
import { permissionsOf, supportPermissions } from './server/identity/permissions.ts'
import { version } from './server/version.ts'

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
        'parse-json-thread': 'server/http/parse-json-thread.ts',
        'parser-process': 'server/ingestion/parser/parser-process.ts',
        'discovery-process': 'server/ingestion/discovery/discovery-process.ts',
        'process-watch': 'server/ingestion/process-watch.ts',
      },
      output: {
        entryFileNames: '[name].js',
        // In a folder of their own, beside migrations of their own.
        chunkFileNames: ({ moduleIds }) =>
          moduleIds.some((id) => id.includes('/drivers/postgres/'))
            ? 'postgres/[name].js'
            : '[name].js',
      },
    },
  },
  // Loading hundreds of files would more than double the startup time.
  ssr: {
    noExternal: true,
    external: externalPackages,
  },
  plugins: [
    {
      // V8 stores a source in one byte per character only if all of it is Latin-1, once per thread.
      name: 'one-byte-source',
      generateBundle(_options, bundle) {
        for (const part of Object.values(bundle)) {
          if (part.type === 'chunk') part.code = toOneByte(part.code)
        }
      },
    },
    {
      name: 'files-beside-the-code',
      closeBundle() {
        for (const file of [
          'models/local/sum-rows.wasm',
          'storage/drivers/sqlite/migrations',
          'storage/index/compare-vectors.wasm',
        ]) {
          cpSync(`server/${file}`, `dist/server/${basename(file)}`, { recursive: true })
        }
        const migrations = 'postgres/migrations'
        cpSync(`server/storage/drivers/${migrations}`, `dist/server/${migrations}`, {
          recursive: true,
        })
      },
    },
  ],
}

/** Escapes characters outside Latin-1. Throws when one follows a backslash. */
function toOneByte(code: string): string {
  const escaped = /\\[^\0-\xff].*/.exec(code)
  if (escaped) throw new Error(`This cannot be written in Latin-1: ${escaped[0]}`)
  const unit = (wide: string) => `\\u${wide.charCodeAt(0).toString(16).padStart(4, '0')}`
  return code.replace(/[^\0-\xff]/g, unit)
}

/** Build options shared by all parts of the widget and by its module tests. */
const widgetParts = {
  define: {
    PALETTE: JSON.stringify(palette()),
    BUTTON_PALETTE: JSON.stringify(palette(buttonColors)),
    SHAPE_RULE: JSON.stringify(shapeRule()),
    VERSION: JSON.stringify(version),
  },
  target: 'es2022',
  output: { minify: true, comments: false },
} as const

/**
 * The widget: first the panel, with a hash in its name, then its loaders: a classic script
 * (`widget.js`) and an ES module (`element.js`). Three builds, because a chunk shared by script and
 * panel would run the script again as a module.
 */
const widget: UserConfig = {
  define: widgetParts.define,
  build: {
    outDir: 'dist/widget',
    emptyOutDir: true,
    target: widgetParts.target,
    modulePreload: false,
    // As a library, so that its chunks are loaded by a plain import(): the languages, and what is
    // loaded on use.
    lib: { entry: { panel: 'widget/panel.tsx' }, formats: ['es'] },
    rolldownOptions: {
      // Chunks take what they share from the panel, in place of a further chunk.
      preserveEntrySignatures: 'allow-extension',
      output: {
        ...widgetParts.output,
        entryFileNames: 'widget/[name]-[hash].js',
        chunkFileNames: 'widget/[name]-[hash].js',
      },
    },
  },
  plugins: [
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
    define: { ...widgetParts.define, PANEL_FILE: JSON.stringify(panel) },
    build: {
      outDir: 'dist/widget',
      emptyOutDir: false,
      target: widgetParts.target,
      lib: { entry, formats: [format], name: 'svcChat', fileName: () => file },
      rolldownOptions: { output: widgetParts.output },
    },
    plugins: [
      {
        name: 'panel-by-its-hashed-name',
        enforce: 'pre',
        resolveId: (id) => (id === './panel.tsx' ? { id: `./${panel}`, external: true } : null),
      },
    ],
  }
}

/** Tests of the widget's modules for `web-test-runner`, built like the widget itself. */
const widgetTests: UserConfig = {
  define: widgetParts.define,
  build: {
    outDir: 'dist/widget-tests',
    emptyOutDir: true,
    target: widgetParts.target,
    sourcemap: true,
    lib: { entry: globSync('test/widget/*.test.{ts,tsx}'), formats: ['es'] },
    rolldownOptions: { output: widgetParts.output },
  },
}

/** Operations whose bodies the console shows as forms. */
const forms = [
  'signIn',
  'claimInstallation',
  'acceptInvitation',
  'acceptPasswordReset',
  'changePassword',
  'confirmSession',
] as const

/** What a person may do, by role, and in a support session. */
function permissionsByRole(): Record<string, string[]> {
  const byRole = Object.entries({ ...permissionsOf, support: supportPermissions })
  return Object.fromEntries(byRole.map(([role, granted]) => [role, [...granted]]))
}

/** The console: a page with chunks of screens. It gets the contract without its library. */
const console: UserConfig = {
  root: 'console',
  base: '/svc/console/',
  define: {
    ROUTES: JSON.stringify(clientRoutes()),
    FIELD_RULES: JSON.stringify(fieldRules(forms)),
    PERMISSIONS: JSON.stringify(permissionsByRole()),
    DEVELOPMENT: JSON.stringify(process.env['NODE_ENV'] === 'development'),
  },
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    target: widgetParts.target,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { index: 'console/index.html', preview: 'console/preview.html' },
      output: widgetParts.output,
    },
  },
}

const modes: Record<string, UserConfig> = {
  console,
  widget: { ...widget, publicDir: 'widget/package' },
  'widget-tests': widgetTests,
}

export default defineConfig(({ mode }) => ({ publicDir: false, ...(modes[mode] ?? server) }))
