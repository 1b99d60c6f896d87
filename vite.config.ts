import { cpSync } from 'node:fs'
import { defineConfig, type UserConfig } from 'vite'

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
  ssr: { noExternal: true, external: ['better-sqlite3', 'sqlite-vec', 'pino', 'pino-pretty', 'unpdf', 'mammoth'] },
  plugins: [
    {
      name: 'migrations',
      closeBundle() {
        cpSync('server/storage/sqlite/migrations', 'dist/server/migrations', { recursive: true })
      },
    },
  ],
}

const widget: UserConfig = {
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: 'dist/widget',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    rolldownOptions: {
      input: { widget: 'widget/index.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: 'widget/[name]-[hash].js' },
    },
  },
}

export default defineConfig(({ mode }) => ({
  ...(mode === 'widget' ? widget : server),
  publicDir: false,
}))
