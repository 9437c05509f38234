// A real browser for the tests: Debian's Chromium, found, or installed where that is allowed.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { beforeEach } from 'vitest'

/** Where Chromium is, or nothing when there is none to be had; then the tests of the file or group skip, aloud. */
export function requireChromium(): string | undefined {
  const executable = findChromium() ?? installChromium()
  if (executable !== undefined) return executable
  const why =
    'no Chromium found (looked for chromium and chromium-browser on the PATH and in /usr/bin), and it cannot be installed from here'
  if (process.env['CI']) throw new Error(`Pages must be tested in CI: ${why}.`)
  console.warn(
    `\n*** SKIPPED in the browser: ${why}. Install the package "chromium" to run these tests. ***\n`,
  )
  beforeEach((context) => context.skip())
  return undefined
}

/** A browser that speaks to nobody but the pages it is told to open. */
export async function openBrowser(executablePath: string): Promise<Browser> {
  return await chromium.launch({
    executablePath,
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

export function findChromium(): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin'].filter(
    (folder) => folder !== '',
  )
  return folders
    .flatMap((folder) => ['chromium', 'chromium-browser'].map((name) => join(folder, name)))
    .find((file) => existsSync(file))
}

/** Debian's package, when we are root on a system that has it. */
function installChromium(): string | undefined {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return undefined
  console.warn('Installing the Debian package "chromium" for the tests ...')
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
    stdio: 'ignore',
    env: environment,
  })
  return findChromium()
}
