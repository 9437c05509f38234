// Installs, and builds, what a command needs when it is not there yet, so that `npm start` and `npm test` are each one command on
// a fresh clone. Runs on any Node that npm runs on: the Node that adrail itself needs is one of the things installed.
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const isThere = (name) => existsSync(`${root}/node_modules/${name}`)
// Whoever develops keeps the tools, also when it is `npm start` that finds a changed lockfile.
const withTools = process.argv.includes('--dev') || isThere('vitest')

if (!isInstalled()) {
  const omit = withTools ? [] : ['--omit=dev']
  console.error(`Installing dependencies (npm ci ${omit.join(' ')}) ...`)
  const npm = process.env['npm_execpath']
  const args = ['ci', '--ignore-scripts', '--no-fund', '--no-audit', '--loglevel=error', ...omit]
  const result = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: ['ignore', 2, 2] })
    : spawnSync('npm', args, { cwd: root, stdio: ['ignore', 2, 2] })
  if (result.status !== 0) {
    console.error('npm ci failed; see the lines above.')
    process.exit(1)
  }
}

// Browsers load the console as it was built. It is built by the Node that was installed just now, not by npm's.
if (process.argv.includes('--console')) {
  const installed = `${root}/node_modules/.bin/node`
  const node = existsSync(installed) ? installed : process.execPath
  const result = spawnSync(node, [`${root}/scripts/console.ts`], { cwd: root, stdio: ['ignore', 2, 2] })
  if (result.status !== 0) {
    console.error('The console could not be built; see the lines above.')
    process.exit(1)
  }
}

/** Everything wanted is there, and the lockfile has not changed since it was installed. */
function isInstalled() {
  const record = `${root}/node_modules/.package-lock.json`
  if (!existsSync(record)) return false
  if (statSync(record).mtimeMs < statSync(`${root}/package-lock.json`).mtimeMs) return false
  return isThere('zod') && (!withTools || isThere('vitest'))
}
