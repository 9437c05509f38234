// A real browser for the tests: Debian's Chromium, found, or installed where that is allowed.

import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
import { beforeEach } from 'vitest'
import { installPackages } from './debianPackages.ts'

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

function installed(name: string): string | undefined {
  installPackages(name)
  return find(name)
}
