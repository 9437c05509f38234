// The pictures of the console in the documents, taken in a real browser from the world of the demo:
//
//   node scripts/pictures.ts             those that the documents show, into docs/pictures
//   node scripts/pictures.ts <folder>    every page at three widths, light and dark, to be looked at

import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { findChromium, openBrowser } from '../test/chromium.ts'
import { ensureConsole } from './console.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Every page by the name of its picture; those that are shown stand in the documents. */
const views: readonly { name: string; path: string; shown?: true; reach?: (page: Page) => Promise<void> }[] =
  [
    { name: 'start', path: '' },
    { name: 'users', path: 'users' },
    { name: 'user', path: 'users/usr_demo_all', shown: true },
    { name: 'campaign', path: 'users/usr_demo_all', shown: true, reach: openCampaign },
    {
      name: 'plan',
      path: 'users/usr_demo_all',
      shown: true,
      async reach(page) {
        await openCampaign(page)
        await page.getByRole('button', { name: 'Change the budget' }).click()
        await page.getByLabel(/Budget a day/).fill('30')
        await page.getByRole('button', { name: 'Show the plan' }).click()
        await page.getByRole('button', { name: /^Set to/ }).waitFor()
      },
    },
    { name: 'newSocial', path: 'users/usr_demo_all/social/new' },
    { name: 'newSearch', path: 'users/usr_demo_all/search/new' },
    { name: 'newPro', path: 'users/usr_demo_all/pro/new' },
    { name: 'leads', path: 'users/usr_demo_all/leads' },
    { name: 'operations', path: 'operations' },
    { name: 'approvals', path: 'approvals' },
    { name: 'events', path: 'events' },
    { name: 'webhooks', path: 'webhooks' },
    { name: 'spending', path: 'settings' },
    { name: 'keys', path: 'keys' },
    { name: 'audit', path: 'audit' },
  ]

async function openCampaign(page: Page): Promise<void> {
  await page
    .getByRole('region', { name: /Campaigns on Facebook/ })
    .getByRole('row')
    .nth(1)
    .getByRole('link')
    .click()
  await page.locator('.chart canvas').first().waitFor()
  await settle(page)
}

/** Nothing is awaited any more. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
}

async function startService(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'adrail-pictures-'))
  const environment = { DATA_DIR: folder, PORT: '0', SANDBOX_PORT: '0', METRICS_PORT: '0' }
  const child = spawn(process.execPath, [join(root, 'packages/server/src/main.ts')], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const [, found] = /serves at (\S+)/.exec(said) ?? []
      if (found && said.includes('demo.json')) resolve(found)
    })
    void ended.then(() => reject(new Error(`The service did not start:\n${said}`)))
  })
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const [folder] = process.argv.slice(2)
const target = folder ?? join(root, 'docs/pictures')
mkdirSync(target, { recursive: true })
await ensureConsole()
const executable = findChromium()
if (executable === undefined) throw new Error('There is no Chromium on this machine.')
const service = await startService()
const browser = await openBrowser(executable)
try {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of folder === undefined ? [1280] : [375, 768, 1280]) {
      const page = await browser.newPage({ colorScheme, viewport: { width, height: 800 }, locale: 'en-GB' })
      await page.goto(`${service.url}/console/`)
      await page.getByRole('button', { name: 'Look around in the demo' }).click()
      await page.getByRole('heading', { name: 'Start' }).waitFor()
      for (const { name, path, shown, reach } of views) {
        if (folder === undefined && !shown) continue
        await page.goto(`${service.url}/console/${path}`)
        await settle(page)
        await reach?.(page)
        const file = folder === undefined ? `${name}-${colorScheme}` : `${name}-${width}-${colorScheme}`
        await page.screenshot({ path: join(target, `${file}.png`), fullPage: folder !== undefined })
        console.log(file)
      }
      await page.close()
    }
} finally {
  await browser.close()
  await service.stop()
}
