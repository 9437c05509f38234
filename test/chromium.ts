// A real browser for the tests: Debian's Chromium, found, or installed where that is allowed.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
import { beforeEach } from 'vitest'

/**
 * Where Chromium is, or nothing when there is none to be had; then the tests of the file or group skip, aloud. Its shell
 * without windows is the same browser at a fifth of the cost.
 */
export function requireChromium(): string | undefined {
  const executable =
    find(shell) ?? installed(shell) ?? find('chromium', 'chromium-browser') ?? installed('chromium')
  if (executable !== undefined) return executable
  const why = `no Chromium found (looked for ${shell}, chromium and chromium-browser on the PATH and in /usr/bin), and it cannot be installed from here`
  if (process.env['CI']) throw new Error(`Pages must be tested in CI: ${why}.`)
  console.warn(
    `\n*** SKIPPED in the browser: ${why}. Install the package "${shell}" to run these tests. ***\n`,
  )
  beforeEach((context) => context.skip())
  return undefined
}

const shell = 'chromium-headless-shell'
const patience = ['DPkg::Lock::Timeout=300', 'Acquire::Retries=0', 'Acquire::http::Timeout=20'].flatMap(
  (option) => ['-o', option],
)

/** Less than a test may take, so that a failure names the element that never came. A busy machine takes a minute for a page. */
const longestWaitMs = 240_000

/** A browser that speaks to nobody but the pages it is told to open. */
export async function openBrowser(executablePath: string): Promise<Browser> {
  return await chromium.launch({
    executablePath,
    timeout: longestWaitMs,
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

export async function newContext(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(longestWaitMs)
  return context
}

function find(...names: readonly string[]): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin'].filter(
    (folder) => folder !== '',
  )
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((file) => existsSync(file))
}

/** What was tried to install, and where it is; a network that is away is asked once, not by every file. */
const tried = new Map<string, string | undefined>()

function installed(name: string): string | undefined {
  if (!tried.has(name)) tried.set(name, install(name))
  return tried.get(name)
}

/** Debian's package, when we are root on a system that has it. */
function install(name: string): string | undefined {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return undefined
  console.warn(`Installing the Debian package "${name}" for the tests ...`)
  const aptGet = (...args: string[]) =>
    // Another worker may be at it: then this one waits, and finds it done.
    spawnSync('apt-get', ['-qq', ...patience, ...args], {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  aptGet('update')
  aptGet('install', '-y', '--no-install-recommends', name)
  return find(name)
}
