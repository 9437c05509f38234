// Builds the console when it is missing or older than its sources. `npm start` and `npm test` therefore stay
// single commands on a fresh clone, and cost nothing when nothing has changed.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'packages/console')
const builtPage = join(folder, 'dist/index.html')
const sources = ['packages/console/src', 'packages/client/src'].map((path) => join(root, path))
const files = ['index.html', 'vite.config.ts', 'package.json'].map((name) => join(folder, name))

function isFresh(): boolean {
  if (!existsSync(builtPage)) return false
  const builtAt = statSync(builtPage).mtimeMs
  const sourceFiles = sources.flatMap((source) =>
    readdirSync(source, { recursive: true, encoding: 'utf8' }).map((name) => join(source, name)),
  )
  return [...files, ...sourceFiles].every((file) => statSync(file).mtimeMs <= builtAt)
}

export async function buildConsole(): Promise<void> {
  // Loaded lazily: most runs have nothing to build.
  const { build } = await import('vite')
  const { NODE_ENV: previousEnvironment } = process.env
  // A test run also builds the production version, because the service serves that build.
  process.env['NODE_ENV'] = 'production'
  await build({ configFile: join(folder, 'vite.config.ts') })
  if (previousEnvironment === undefined) delete process.env['NODE_ENV']
  else process.env['NODE_ENV'] = previousEnvironment
}

/** Builds the console unless an up-to-date build exists. */
export async function ensureConsole(): Promise<void> {
  if (!isFresh()) await buildConsole()
}

if (import.meta.main) await ensureConsole()
