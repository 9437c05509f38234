// These tests cover every page of the console: framing, loaded files, sessions, hostile texts and
// accessibility.

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { reportProof } from '../../../../test/chaos/proofRun.ts'
import { findAxeViolations } from '../../testing/axe.ts'
import type { Visitor } from '../../testing/browser.ts'
import { reenterKey, useConsole } from '../../testing/console.ts'
import { waitUntilLoaded } from '../../testing/consoleViews.ts'
import { pollTwice } from '../../testing/freshRound.ts'
import { submitLead } from '../../testing/leads.ts'
import { linkExistingUser, newLinkedUser } from '../../testing/linked.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'

const {
  service,
  newVisitor: visitor,
  newSignedInVisitor: signedIn,
} = useConsole({ environment: { LEADS: 'on', MIRROR: 'on' } })
const sandbox = createSandboxAdmin(service)
let userId = ''
let pages: readonly string[] = []

beforeAll(async () => {
  userId = await newLinkedUser(service)
  await linkExistingUser(service, userId, { platform: 'SEARCH' })
  pages = await pagesOf(userId, service.apiKey)
  await pollTwice(service.app.mirrorReader)
})

/** Returns the paths of all pages, and creates their content: an endpoint, writes, an approval and a lead. */
async function pagesOf(userId: string, apiKey: string, text = 'Plain'): Promise<string[]> {
  const call = { apiKey }
  const { results } = await service.call(
    'webhook/create_endpoint',
    { url: 'http://localhost:9/hooks', description: text },
    call,
  )
  const write = { userId, campaignId: '120210000000000250' }
  const done = await service.call('social/edit_campaign', { ...write, amount: 11 }, call)
  await service.call('workspace/update_settings', { userId, approval: { kinds: ['RAISE'] } }, call)
  await service.call('social/edit_campaign', { ...write, amount: 44 }, call)
  await submitLead(sandbox, 'social', { count: 1 })
  return [
    '',
    'users',
    `users/${userId}`,
    `users/${userId}/social/120210000000000250?figure=clicks`,
    `users/${userId}/leads`,
    `leads?userId=${userId}`,
    'reports',
    'reports?level=AD&by=DAY',
    `users/${userId}/social/new`,
    `users/${userId}/search/new`,
    `users/${userId}/pro/new`,
    'campaigns',
    'operations',
    `operations/${done.results.operationId}`,
    'approvals',
    'events',
    'webhooks',
    `webhooks/${results.endpoint.endpointId}`,
    'settings',
    'keys',
    'audit',
    'nowhere',
  ]
}

/** Opens a page as the links of the console do, without reloading the document. */
async function open(page: Page, path: string): Promise<void> {
  const address = JSON.stringify(`/console/${path}`)
  await page.evaluate(`history.pushState(null, '', ${address}); dispatchEvent(new PopStateEvent('popstate'))`)
  await waitUntilLoaded(page)
}

/** The response of the service to a caller beyond the rate limit. */
const tooFast = {
  success: false,
  requestId: 'req_1',
  results: { success: false, code: 'RATE_LIMITED', error: 'Too fast.', retryable: true },
}

test('the files of the console are cached as immutable, are smaller than 90 KiB compressed, and contain no build path', async () => {
  const folder = fileURLToPath(new URL('../../../console/dist/assets/', import.meta.url))
  const files = readdirSync(folder)
  const root = fileURLToPath(new URL('../../../../', import.meta.url))
  expect(files.filter((file) => readFileSync(folder + file, 'utf8').includes(root))).toEqual([])
  const { headers } = await service.send(`/console/assets/${files[0]}`)
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(headers.get('etag')).toMatch(/^W\//)
  const sizes = files.map((file) => gzipSync(readFileSync(folder + file)).length)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(90 * 1024)
})

test('the console sends a strict content security policy, and a browser refuses to frame it', async () => {
  const { headers } = await service.send('/console/users')
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  )
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  const { page } = await visitor()
  await page.setContent(`<iframe src="${service.url}/console/"></iframe>`)
  await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/)
})

test('a key with only the scope read sees no buttons for writes on the page of a user', async () => {
  const { text } = await service.newKey({ scopes: ['read'] })
  const { page } = await signedIn({}, text)
  await open(page, `users/${userId}`)
  await page.getByRole('link', { name: 'Wedding cakes' }).waitFor()
  const offered = await page.locator('main button:visible, main .button:visible').allInnerTexts()
  expect(offered).toEqual(['Show the call'])
})

/** Opens a campaign from the page of a user after the session expired, and signs in again. */
async function signInAgain(operator: Visitor): Promise<void> {
  service.clock.advance(31 * 60_000)
  await operator.page.getByRole('link', { name: 'Wedding cakes' }).click()
  await operator.waitForHeading('adrail')
  await operator.page.getByLabel('API key').fill(service.apiKey)
  await operator.press('Sign in')
  await operator.waitForHeading('Wedding cakes')
}

test('an expired session leads to the sign-in page, and from there back to the requested page', async () => {
  const operator = await signedIn()
  await open(operator.page, `users/${userId}`)
  await signInAgain(operator)
})

test('a new sign-in in one tab also lets the other tab continue', async () => {
  const operator = await signedIn()
  const other = await operator.newTab()
  await other.open(`${service.url}/console/`)
  for (const { page } of [operator, other]) await open(page, `users/${userId}`)
  await signInAgain(operator)
  await other.page.getByRole('link', { name: 'Wedding cakes' }).click()
  await other.waitForHeading('Wedding cakes')
})

test('the console reports a refusal by a proxy as a missing response from adrail', async () => {
  const { page } = await signedIn()
  await page.route('**/user/list_users', (route) => route.fulfill({ status: 403, body: '<h1>A proxy</h1>' }))
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  const alert = page.getByRole('alert')
  await alert.getByText('UNEXPECTED_ANSWER').waitFor()
  expect(await alert.innerText()).toMatch(/^No response from adrail/)
})

test('the console shows an error and a retry button instead of the sign-in form when the session request fails', async () => {
  const { page } = await signedIn()
  const session = '**/console/session'
  const responses = [
    { status: 407, body: '<h1>A proxy</h1>' },
    { status: 429, json: tooFast },
  ]
  for (const response of responses) {
    await page.route(session, (route) => route.fulfill(response))
    await page.reload()
    await page.getByRole('alert').waitFor()
    expect(await page.getByLabel('API key').count()).toBe(0)
    await page.unroute(session)
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('heading', { name: 'Start' }).waitFor()
  }
})

test('every console page passes axe, fits a narrow light and a wide dark screen, and sends requests only to adrail', async () => {
  const { page } = await signedIn({ viewport: { width: 375, height: 800 } })
  const found: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(service.url)) found.push(`asks ${request.url()}`)
  })
  const appearances = [
    { width: 375, colorScheme: 'light', rules: [] },
    // Only colors and width differ, so the other rules need no second run.
    { width: 1280, colorScheme: 'dark', rules: ['color-contrast'] },
  ] as const
  for (const path of pages) {
    for (const { width, colorScheme, rules } of appearances) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      // The page is still open at the second width.
      if (width === 375) await open(page, path)
      const violations = await findAxeViolations(page, 'html', rules)
      const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
      if (Number(wide) > 0) violations.push(`is ${wide} px too wide`)
      const here = page.locator('.nav [aria-current]')
      const place = (await here.count()) > 0 ? await here.boundingBox() : null
      if (place && (place.x < 0 || place.x + place.width > width)) violations.push('hides where one is')
      found.push(...violations.map((violation) => `/${path} at ${width} px: ${violation}`))
    }
  }
  expect(found).toEqual([])
})

/** Proves the key in advance, so that the dialog that requests the key does not interrupt other dialogs. */
async function proveKey(page: Page): Promise<void> {
  await open(page, 'keys')
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Before the dialogs')
  await page.getByRole('button', { name: 'Create the key' }).click()
  await reenterKey(page, service.apiKey)
  await page.getByRole('dialog', { name: 'Enter your key again' }).waitFor({ state: 'detached' })
  await page.reload()
}

/** Lists the buttons that open dialogs, with their pages and the buttons of further steps in the dialog. */
function dialogs(): readonly (readonly [path: string, opener: string, ...steps: string[]])[] {
  const [user, campaign] = [`users/${userId}`, `users/${userId}/social/120210000000000250`]
  const below = (list: string) => pages.find((path) => path.startsWith(`${list}/`)) ?? ''
  return [
    ['users', 'Show the call'],
    ['users', 'New user'],
    [user, 'Delete user'],
    [user, 'Disconnect'],
    [campaign, 'Pause'],
    [campaign, 'Change the budget', 'Show the plan'],
    [`users/${userId}/leads`, 'Open'],
    [below('operations'), 'Undo'],
    ['webhooks', 'Add an endpoint'],
    [below('webhooks'), 'New secret', 'Create a new secret'],
    [below('webhooks'), 'Delete'],
    ['settings', 'Block spend increases'],
    ['settings', 'Change the limits', 'Add a currency'],
    ['settings', 'Change the rules', 'Add a currency'],
    ['settings', 'Change the brand'],
    ['keys', 'New key', 'Create the key'],
    ['keys', 'Rotate'],
    ['keys', 'Revoke'],
  ]
}

test('every console dialog passes axe, receives and keeps the focus, and returns the focus to its button', async () => {
  const { page } = await signedIn({ viewport: { width: 375, height: 800 } })
  await proveKey(page)
  const holds = () => page.evaluate("document.activeElement.closest('dialog[open]') !== null")
  const found: string[] = []
  for (const [path, opener, ...steps] of dialogs()) {
    if (!page.url().endsWith(path)) await open(page, path)
    const button = page.locator('main').getByRole('button', { name: opener, exact: true }).first()
    await button.click()
    const dialog = page.getByRole('dialog')
    for (const step of ['', ...steps]) {
      if (step !== '') await dialog.getByRole('button', { name: step, exact: true }).click()
      await waitUntilLoaded(page)
      found.push(
        ...(await findAxeViolations(page, 'dialog[open]')).map(
          (violation) => `${opener} ${step}: ${violation}`,
        ),
      )
      if (!(await holds())) found.push(`${opener} ${step}: it does not have the focus`)
      // At the ends of the dialog, the browser itself receives the focus, and no element of the page has it.
      for (const key of ['Shift+Tab', 'Shift+Tab', 'Tab', 'Tab', 'Tab']) {
        await page.keyboard.press(key)
        const isInPage = await page.evaluate('document.activeElement !== document.body')
        if (isInPage && !(await holds())) found.push(`${opener} ${step}: the focus leaves by ${key}`)
      }
    }
    await page.keyboard.press('Escape')
    const back = await page.evaluate('document.activeElement.textContent')
    if (back !== opener) found.push(`${opener}: the focus goes to ${back}`)
  }
  expect(found).toEqual([])
})

describe('hostile texts of callers and platforms', () => {
  const payload = 'window.executed=1'
  const shapes = [
    `<script>${payload}</script>`,
    `"><img src=x onerror=${payload}>`,
    `'><svg/onload=${payload}>`,
    `javascript:${payload}`,
    `<iframe srcdoc="<script>parent.executed=1</script>">`,
    `</title><script>${payload}</script>`,
    `{{constructor.constructor('${payload}')()}}`,
    `\${${payload}}`,
    `<a href="javascript:${payload}">x</a>`,
    `<style>*{background:url(javascript:${payload})}</style>`,
  ]
  /** The 200 texts have numbers, so that every field gets a different one. */
  const strings = Array.from({ length: 200 }, (_, index) => `${shapes[index % shapes.length]} ${index}`)

  let next = 62

  /**
   * Gives every campaign, ad set, ad, account, page and form a hostile name, and every lead hostile answers.
   */
  async function injectHostileText(): Promise<void> {
    const one = () => strings[next++ % strings.length] ?? ''
    const snapshot = JSON.stringify(await sandbox.callAdmin('GET', 'snapshot'))
    onTestFinished(async () => {
      await sandbox.callAdmin('PUT', 'snapshot', JSON.parse(snapshot))
    })
    const turned = JSON.parse(snapshot, (key, value) => {
      if (key === 'name' && typeof value === 'string') return one()
      const isLead = typeof value?.form === 'string' && typeof value.createdAt === 'number'
      return isLead ? { ...value, answers: { full_name: one(), email: one() } } : value
    })
    await sandbox.callAdmin('PUT', 'snapshot', turned)
  }

  test('are shown as plain text and never run as script on any page', async () => {
    const { apiKey } = await service.newWorkspace(strings[0])
    const call = { apiKey }
    for (const [index, text] of strings.slice(1, 50).entries())
      await service.call('user/create_user', { name: text, externalId: `${index} ${text}` }, call)
    const hostileId = await newLinkedUser(service, { apiKey })
    await linkExistingUser(service, hostileId, { platform: 'SEARCH' })
    await linkExistingUser(service, hostileId, { platform: 'PROFESSIONAL' })
    for (const name of strings.slice(50, 55))
      await service.call('workspace/create_key', { name, scopes: ['read'] }, call)
    await injectHostileText()
    const hostilePages = await pagesOf(hostileId, apiKey, strings[60])
    await injectHostileText()
    const settings = {
      freeze: { frozen: true, reason: strings[61] ?? '' },
      brand: { name: shapes[3] ?? '' },
    }
    await service.call('workspace/update_settings', settings, call)
    await pollTwice(service.app.mirrorReader)

    const { page } = await signedIn({}, apiKey)
    const shown: string[] = []
    let executed = 0
    for (const path of hostilePages) {
      await open(page, path)
      // Folded sections and the dialog of a lead also show such texts.
      for (const summary of await page.locator('summary').all()) await summary.click()
      if (path.endsWith('/leads')) {
        await page.getByRole('button', { name: 'Open', exact: true }).first().click()
        await page.getByRole('dialog').locator('dd').first().waitFor()
      }
      shown.push(await page.locator('body').innerText())
      const wasExecuted = await page.evaluate('window.executed')
      if (wasExecuted !== undefined) executed += 1
      expect(wasExecuted, path).toBeUndefined()
    }
    const seen = strings.filter((text) => shown.some((page) => page.includes(text)))
    expect(seen.length).toBeGreaterThan(60)
    reportProof('T26', { texts: strings.length, shown: seen.length, pages: hostilePages.length, executed })
  })
})
