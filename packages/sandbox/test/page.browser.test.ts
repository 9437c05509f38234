// These tests open the page of the sandbox in a real browser.

import { connect } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newContext, openBrowser, requireChromium } from '../../../test/chromium.ts'
import { standingTokenText } from '../src/index.ts'
import { useSandbox } from '../testing/sandbox.ts'

const executable = requireChromium()
const sandbox = useSandbox()
let browser: Browser

beforeAll(async () => {
  if (executable !== undefined) browser = await openBrowser(executable)
})
afterAll(() => browser?.close())

/** Opens the page without scripts, which it must not require, and collects all errors of the browser. */
async function openPage(contextOptions: Parameters<Browser['newContext']>[0] = {}) {
  const context = await newContext(browser, { javaScriptEnabled: false, ...contextOptions })
  const page: Page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('requestfailed', (request) => complaints.push(`${request.url()} failed`))
  await page.goto(sandbox.url)
  return { page, complaints, close: () => context.close() }
}

test('the page advances, sets, resumes and freezes the clock and shows each change', async () => {
  const { page, complaints, close } = await openPage()
  // A click only submits the form, so the check polls until the browser has loaded the response.
  const shown = () => expect.poll(() => page.locator('time').getAttribute('datetime'))
  await shown().toBe('2026-11-15T12:00:00.000Z')
  await page.getByRole('button', { name: '+ 1 day' }).click()
  await shown().toBe('2026-11-16T12:00:00.000Z')
  expect(page.url()).toBe(`${sandbox.url}/`)
  await page.getByLabel('Set the clock to').fill('2027-01-01T00:00:00Z')
  await page.getByRole('button', { name: 'Set', exact: true }).click()
  await shown().toBe('2027-01-01T00:00:00.000Z')
  expect(sandbox.clock.now()).toBe(Date.parse('2027-01-01T00:00:00Z'))
  await page.getByRole('button', { name: 'Start the clock' }).click()
  await page.getByText('runs with an offset to the machine’s time').waitFor()
  expect(sandbox.clock.setting().mode).toBe('shifted')
  await page.getByRole('button', { name: 'Stop the clock' }).click()
  await page.getByText('stopped', { exact: true }).waitFor()
  expect(sandbox.clock.setting().mode).toBe('frozen')
  expect(complaints).toEqual([])
  await close()
})

test('the page lists the people with tokens that work', async () => {
  const { page, complaints, close } = await openPage()
  for (const { name } of sandbox.people().people)
    expect(await page.getByText(name, { exact: true }).count()).toBe(1)
  const tokens = await page.locator('code.token').allTextContents()
  expect(tokens).toContain(standingTokenText('pro', 'ada'))
  const response = await fetch(`${sandbox.url}/v2/me`, {
    headers: { authorization: `Bearer ${tokens.find((text) => text === standingTokenText('pro', 'ada'))}` },
  })
  expect(response.status).toBe(200)
  expect(complaints).toEqual([])
  await close()
})

test('the page adds a fault, shows its request and removes the fault', async () => {
  const { page, complaints, close } = await openPage()
  await page.getByText('Inject a fault').click()
  const form = page
    .locator('form')
    .filter({ has: page.locator('input[name=platform][value=pro]') })
    .first()
  await form.getByLabel('Call').selectOption('me.getUnversioned')
  await form.getByLabel('Status').fill('401')
  await form.getByLabel('Error code').fill('65601')
  await form.getByRole('button').click()
  await page.locator('#faults tbody tr').filter({ hasText: '0 of 1' }).waitFor()
  expect((await fetch(`${sandbox.url}/v2/me`)).status).toBe(401)
  await page.reload()
  expect(await page.locator('#faults tbody tr').first().innerText()).toContain('1 of 1')
  const row = page.locator('#requests tbody tr').first()
  expect(await row.innerText()).toContain('me.getUnversioned')
  expect(await row.innerText()).toContain('fault_')
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No faults yet.').waitFor()
  expect(complaints).toEqual([])
  await close()
})

test('the page shows request text without rendering its markup', async () => {
  // A browser would escape these characters. A raw request line contains them unescaped.
  await new Promise<void>((resolve, reject) => {
    const socket = connect(Number(new URL(sandbox.url).port), '127.0.0.1')
    socket
      .on('error', reject)
      .on('close', () => resolve())
      .resume()
    socket.end('GET /rest/<b>bold</b>"onload=x HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n')
  })
  const { page, complaints, close } = await openPage()
  expect(await page.locator('#requests tbody tr').first().innerText()).toContain('<b>bold</b>"onload=x')
  expect(await page.locator('#requests tbody b').count()).toBe(0)
  expect(complaints).toEqual([])
  await close()
})

test('the page fits a phone, causes no error in dark mode, and allows only its own script', async () => {
  const contextVariants = [
    { viewport: { width: 360, height: 740 }, isMobile: true },
    { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' as const },
  ]
  for (const contextOptions of contextVariants) {
    const { page, complaints, close } = await openPage({ ...contextOptions, javaScriptEnabled: true })
    const wide = await page.evaluate('document.documentElement.scrollWidth')
    expect(wide).toBe(contextOptions.viewport.width)
    expect(complaints).toEqual([])
    await close()
  }
  const { headers } = await fetch(sandbox.url)
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toMatch(/script-src 'sha256-[\w+/=]+';/)
  expect(policy).not.toContain('unsafe')
})

test('the page updates without a reload and keeps text that a user is typing', async () => {
  const { page, complaints, close } = await openPage({ javaScriptEnabled: true })
  await page.evaluate('window.untouched = true')
  await page.getByText('Inject a fault').click()
  const typed = page.getByLabel('Error code').first()
  await typed.fill('half a wo')

  expect((await fetch(`${sandbox.url}/v2/me`)).status).toBe(401)
  const rows = page.locator('#requests tbody tr')
  await rows.filter({ hasText: 'me.getUnversioned' }).waitFor()
  sandbox.faults.order({ platform: 'pro', call: 'me.getUnversioned', kind: 'status', status: 503 })
  await page.locator('#faults tbody tr').filter({ hasText: '0 of 1' }).waitFor()
  sandbox.clock.advance('61d')
  await page.locator('time[datetime="2027-01-15T12:00:00.000Z"]').waitFor()
  sandbox.clock.resume()
  await page.getByText('runs with an offset to the machine’s time').waitFor()
  sandbox.reset()
  await page.getByText('No requests yet.').waitFor()
  await page.getByText('No faults yet.').waitFor()
  expect((await fetch(`${sandbox.url}/v2/userinfo`)).status).toBe(401)
  await rows.waitFor()

  expect(await rows.count()).toBe(1)
  expect(await typed.inputValue()).toBe('half a wo')
  expect(await page.evaluate('window.untouched')).toBe(true)
  // The ledger does not record the polling requests of the page.
  expect(sandbox.requests.list()).toHaveLength(1)
  expect(complaints).toEqual([])
  await close()
})

test('a reset on the page deletes the recorded requests', async () => {
  expect((await fetch(`${sandbox.url}/v2/me`)).status).toBe(401)
  const { page, close } = await openPage()
  expect(await page.locator('#requests tbody tr').count()).toBe(1)
  await page.getByRole('button', { name: 'Reset the sandbox' }).click()
  await page.getByText('No requests yet.').waitFor()
  expect(sandbox.requests.list()).toEqual([])
  await close()
})
