// Provides a real browser for the tests: Debian's Chromium, installed on demand where that is possible.

import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
import { beforeEach } from 'vitest'
import { installPackages } from './debianPackages.ts'

/**
 * Returns the path of Chromium. Without Chromium, the tests of the file or group skip with a warning. The
 * headless shell is the same browser at a fifth of the cost.
 */
export function requireChromium(): string | undefined {
  const executable =
    findExecutable(headlessShell) ??
    installExecutable(headlessShell) ??
    findExecutable('chromium', 'chromium-browser') ??
    installExecutable('chromium')
  if (executable !== undefined) return executable
  const reason = `no Chromium found (looked for ${headlessShell}, chromium and chromium-browser on the PATH and in /usr/bin), and it cannot be installed from here`
  if (process.env['CI']) throw new Error(`Pages must be tested in CI: ${reason}.`)
  console.warn(
    `\n*** SKIPPED in the browser: ${reason}. Install the package "${headlessShell}" to run these tests. ***\n`,
  )
  beforeEach((context) => context.skip())
  return undefined
}

const headlessShell = 'chromium-headless-shell'

/**
 * Below the timeout of a test, so that a failure names the missing element. On a busy machine a page takes a
 * minute.
 */
const maxWaitMs = 240_000

/** Starts a browser that sends requests only to the pages that tests open. */
export async function openBrowser(executablePath: string): Promise<Browser> {
  return await chromium.launch({
    executablePath,
    timeout: maxWaitMs,
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
  context.setDefaultTimeout(maxWaitMs)
  return context
}

function findExecutable(...names: readonly string[]): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin'].filter(
    (folder) => folder !== '',
  )
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((file) => existsSync(file))
}

function installExecutable(name: string): string | undefined {
  installPackages(name)
  return findExecutable(name)
}
