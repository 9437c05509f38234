// Builds the console when that was not done yet, or when something that it is made of is newer. So `npm start` and
// `npm test` stay one command each on a fresh clone, and cost nothing when nothing has changed.
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
  // Loaded only when there is something to build.
  const { build } = await import('vite')
  const { NODE_ENV: previousEnvironment } = process.env
  // Whoever builds it, a suite of tests too, makes what people are served.
  process.env['NODE_ENV'] = 'production'
  await build({ configFile: join(folder, 'vite.config.ts') })
  if (previousEnvironment === undefined) delete process.env['NODE_ENV']
  else process.env['NODE_ENV'] = previousEnvironment
}

/** Builds it unless it is there as it should be. */
export async function ensureConsole(): Promise<void> {
  if (!isFresh()) await buildConsole()
}

if (import.meta.main) await ensureConsole()
