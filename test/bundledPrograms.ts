// Bundles the programs that tests start as separate processes into a few files each. From its more than 1000
// source files, a process takes one second of CPU time to start, and the suite starts hundreds. The tests of
// `npm start` prove that the unbundled sources start.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder that contains the bundled programs: `main.mjs`, `admin.mjs`, `member.mjs` and `cli.mjs`. */
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
/**
 * These packages stay external, because they are not written as ES modules or must exist only once per
 * process.
 */
const externalPackages = [
  'pg',
  'prom-client',
  'undici',
  '@opentelemetry/api',
  '@scalar/fastify-api-reference',
]

/** Each project of a run loads this module again, so a global keeps the bundled programs. */
const runGlobals = globalThis as { bundledPrograms?: Promise<string> }

export default async function setup(project: TestProject): Promise<() => void> {
  runGlobals.bundledPrograms ??= bundle()
  const folder = await runGlobals.bundledPrograms
  project.provide('programs', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}

async function bundle(): Promise<string> {
  // The folder is below the root, so that Node resolves the external packages.
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

/** Keeps `import.meta.url` at the original source, so that a module finds the files next to its source. */
const preserveImportMetaUrl: Plugin = {
  name: 'stays-where-it-was',
  transform: (code, id) =>
    code.includes('import.meta.url')
      ? { code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)), map: null }
      : undefined,
}
