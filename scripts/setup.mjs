// Installs and builds missing dependencies, so that `npm start` and `npm test` stay single commands on a
// fresh clone. Runs on any Node that npm supports, because it installs the Node that adrail needs.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const isThere = (name) => existsSync(`${root}/node_modules/${name}`)
// Development tools stay installed, also when `npm start` finds a changed lockfile.
const withTools = process.argv.includes('--dev') || isThere('vitest')

if (!isInstalled()) {
  const running = runningFromHere()
  if (running !== undefined) {
    console.error(
      `adrail runs from this folder (process ${running}), and npm ci would delete the files that it loads. Stop that process, or use another folder for the new release. To build only the console, run npm run build:console. Nothing changed.`,
    )
    process.exit(1)
  }
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

// Browsers load the built console. The Node that was just installed builds it, not the Node of npm.
if (process.argv.includes('--console')) {
  const installed = `${root}/node_modules/.bin/node`
  const node = existsSync(installed) ? installed : process.execPath
  const result = spawnSync(node, [`${root}/scripts/console.ts`], { cwd: root, stdio: ['ignore', 2, 2] })
  if (result.status !== 0) {
    console.error('The console could not be built; see the lines above.')
    process.exit(1)
  }
}

/** Whether all dependencies are installed and the lockfile has not changed since. */
function isInstalled() {
  const record = `${root}/node_modules/.package-lock.json`
  if (!existsSync(record)) return false
  if (statSync(record).mtimeMs < statSync(`${root}/package-lock.json`).mtimeMs) return false
  return isThere('zod') && (!withTools || isThere('vitest'))
}

/**
 * Returns the process id of a service or sandbox that runs from this folder. Works only on Linux, which has
 * `/proc`.
 */
function runningFromHere() {
  if (!existsSync('/proc/self/cwd')) return undefined
  const here = statSync(root)
  return readdirSync('/proc').find((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      if (!/\0packages\/(server|sandbox)\/src\/main\.ts\0/.test(command)) return false
      // Compared by device and inode: in a mount namespace, as systemd creates one, the process has other
      // paths.
      const folder = statSync(`/proc/${pid}/cwd`)
      return folder.dev === here.dev && folder.ino === here.ino
    } catch {
      // The entry is no process, the process has ended, or it belongs to another user.
      return false
    }
  })
}
