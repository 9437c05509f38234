// The programs that tests start as processes of their own, in a few files each. From its sources, more than a thousand
// files, a process takes a second of a processor to start, and the suite starts hundreds. That the sources start as they
// are is for the tests of `npm start`.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the bundled programs: `main.mjs`, `admin.mjs`, `member.mjs` and `cli.mjs`. */
    programs: string
  }
}

const root = fileURLToPath(new URL('..', import.meta.url))
const programs = {
  main: 'packages/server/src/main.ts',
  admin: 'packages/server/src/admin.ts',
  member: 'packages/server/testing/linking.child.ts',
  cli: 'packages/cli/src/main.ts',
}
/** Not in modules of the language's own, or one of a kind in a process. */
const externalPackages = [
  'pg',
  'prom-client',
  'undici',
  '@opentelemetry/api',
  '@scalar/fastify-api-reference',
]

/** Each project of a run loads this module anew, so the programs are remembered outside of it. */
const runGlobals = globalThis as { bundledPrograms?: Promise<string> }

export default async function setup(project: TestProject): Promise<() => void> {
  runGlobals.bundledPrograms ??= bundle()
  const folder = await runGlobals.bundledPrograms
  project.provide('programs', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}

async function bundle(): Promise<string> {
  // Below the root, so that what is left alone is found.
  const cacheFolder = join(root, 'node_modules', '.cache')
  mkdirSync(cacheFolder, { recursive: true })
  const folder = mkdtempSync(join(cacheFolder, 'adrail-programs-'))
  await build({
    configFile: false,
    logLevel: 'warn',
    root,
    plugins: [preserveImportMetaUrl],
    ssr: { noExternal: true, external: externalPackages },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      rollupOptions: { input: programs, output: { entryFileNames: '[name].mjs' } },
    },
  })
  return folder
}

/** What a module reads beside itself it finds where its source is. */
const preserveImportMetaUrl: Plugin = {
  name: 'stays-where-it-was',
  transform: (code, id) =>
    code.includes('import.meta.url')
      ? { code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)), map: null }
      : undefined,
}
