// The page for people, in a real browser.

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

/** Opens the page without scripts, as it must work, and collects everything the browser complains about. */
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

test('the clock is turned by its buttons, stopped, set and let go, and the page shows each step', async () => {
  const { page, complaints, close } = await openPage()
  // A click only sends the form: what follows waits for the page that comes back.
  const shown = () => expect.poll(() => page.locator('time').getAttribute('datetime'))
  await shown().toBe('2026-11-15T12:00:00.000Z')
  await page.getByRole('button', { name: '+ 1 day' }).click()
  await shown().toBe('2026-11-16T12:00:00.000Z')
  expect(page.url()).toBe(`${sandbox.url}/`)
  await page.getByLabel('Set it to').fill('2027-01-01T00:00:00Z')
  await page.getByRole('button', { name: 'Set', exact: true }).click()
  await shown().toBe('2027-01-01T00:00:00.000Z')
  expect(sandbox.clock.now()).toBe(Date.parse('2027-01-01T00:00:00Z'))
  await page.getByRole('button', { name: 'Let it run' }).click()
  await page.getByText('runs, but not at the machine’s time').waitFor()
  expect(sandbox.clock.setting().mode).toBe('shifted')
  await page.getByRole('button', { name: 'Stop it here' }).click()
  await page.getByText('stands still').waitFor()
  expect(sandbox.clock.setting().mode).toBe('frozen')
  expect(complaints).toEqual([])
  await close()
})

test('people are there with accounts and tokens that work as they are shown', async () => {
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

test('a fault is ordered, met, shown with its request, and removed on the page', async () => {
  const { page, complaints, close } = await openPage()
  await page.getByText('Order a fault').click()
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
  await page.getByText('None is ordered.').waitFor()
  expect(complaints).toEqual([])
  await close()
})

test('what a caller sends is shown as text, never as markup', async () => {
  // A browser would escape these signs itself; a raw request line does not.
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

test('the page fits a phone and a dark room without a complaint, and allows no script but its own', async () => {
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

test('what happens is shown without loading the page again, and what is being typed stays', async () => {
  const { page, complaints, close } = await openPage({ javaScriptEnabled: true })
  await page.evaluate('window.untouched = true')
  await page.getByText('Order a fault').click()
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
  await page.getByText('runs, but not at the machine’s time').waitFor()
  sandbox.reset()
  await page.getByText('Nobody has called yet.').waitFor()
  await page.getByText('None is ordered.').waitFor()
  expect((await fetch(`${sandbox.url}/v2/userinfo`)).status).toBe(401)
  await rows.waitFor()

  expect(await rows.count()).toBe(1)
  expect(await typed.inputValue()).toBe('half a wo')
  expect(await page.evaluate('window.untouched')).toBe(true)
  // The page's own questions are none of the platforms' requests.
  expect(sandbox.requests.list()).toHaveLength(1)
  expect(complaints).toEqual([])
  await close()
})

test('starting anew forgets what happened', async () => {
  expect((await fetch(`${sandbox.url}/v2/me`)).status).toBe(401)
  const { page, close } = await openPage()
  expect(await page.locator('#requests tbody tr').count()).toBe(1)
  await page.getByRole('button', { name: 'Start the world anew' }).click()
  await page.getByText('Nobody has called yet.').waitFor()
  expect(sandbox.requests.list()).toEqual([])
  await close()
})
