// What holds for every page of the console: who may frame it, what it loads, what it makes of hostile texts, and that
// everybody can use it.

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { useConsole } from '../../testing/console.ts'
import { linkedUser, linkTo } from '../../testing/linked.ts'
import { sandboxOf } from '../../testing/sandbox.ts'

const { service, visitor, signedIn } = useConsole()
const sandbox = sandboxOf(service)
let userId = ''
let endpointId = ''

beforeAll(async () => {
  userId = await linkedUser(service)
  await linkTo(service, userId, { platform: 'SEARCH' })
  const { results } = await service.call('webhook/create_endpoint', { url: 'http://localhost:9/hooks' })
  endpointId = results.endpoint.endpointId
})

const pages = () => [
  '',
  'users',
  `users/${userId}`,
  `users/${userId}/social/120210000000000250?figure=clicks`,
  `users/${userId}/leads`,
  `users/${userId}/search/new`,
  `users/${userId}/pro/new`,
  'operations',
  'approvals',
  'events',
  'webhooks',
  `webhooks/${endpointId}`,
  'settings',
  'keys',
  'audit',
]

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${service.url}/console/${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => page.locator('.skeleton').count()).toBe(0)
}

test('its files are kept for good by their hash, weigh at most 70 KiB in all, and tell nothing of where they were built', async () => {
  const folder = fileURLToPath(new URL('../../../console/dist/assets/', import.meta.url))
  const files = readdirSync(folder)
  const root = fileURLToPath(new URL('../../../../', import.meta.url))
  expect(files.filter((file) => readFileSync(folder + file, 'utf8').includes(root))).toEqual([])
  const { headers } = await service.send(`/console/assets/${files[0]}`)
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(headers.get('etag')).toMatch(/^W\//)
  const sizes = files.map((file) => gzipSync(readFileSync(folder + file)).length)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(70 * 1024)
})

test('nobody can frame it, and what it may load and run is said with every page', async () => {
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

test('a reader is offered what the key may do and nothing else', async () => {
  const { text } = await service.newKey({ scopes: ['read'] })
  const { page } = await signedIn({}, text)
  await open(page, `users/${userId}`)
  await page.getByRole('link', { name: 'Wedding cakes' }).waitFor()
  const offered = await page.locator('main button:visible, main .button:visible').allInnerTexts()
  expect(offered).toEqual(['Show the call', 'Leads'])
})

test('an ended session leads to the sign-in, and from there back to the page', async () => {
  const somebody = await signedIn()
  await open(somebody.page, `users/${userId}`)
  service.clock.advance(31 * 60_000)
  await somebody.page.getByRole('link', { name: 'Wedding cakes' }).click()
  await somebody.sees('adrail')
  await somebody.page.getByLabel('API key').fill(service.apiKey)
  await somebody.press('Sign in')
  await somebody.sees('Wedding cakes')
})

test.each([
  { width: 375, colorScheme: 'light', rules: {} },
  // Colours and width are all that differs.
  { width: 1280, colorScheme: 'dark', rules: { runOnly: ['color-contrast'] } },
] as const)(
  'on every page axe finds nothing, and nobody else is asked for anything: $width px, $colorScheme',
  async ({ width, colorScheme, rules }) => {
    const { page } = await signedIn({ viewport: { width, height: 800 }, colorScheme })
    const found: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(service.url)) found.push(`asks ${request.url()}`)
    })
    for (const path of pages()) {
      await open(page, path)
      await page.evaluate(axe.source)
      // The script has no types of ours; what comes back is text.
      const violations = (await page.evaluate(
        `axe.run(${JSON.stringify(rules)}).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`,
      )) as string[]
      const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
      found.push(...violations.map((violation) => `/${path} ${violation}`))
      if (Number(wide) > 0) found.push(`/${path} is ${wide} px too wide`)
    }
    expect(found).toEqual([])
  },
)

describe('hostile texts', () => {
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
  /** Two hundred, each with a number, so that every field has one of its own. */
  const strings = Array.from({ length: 200 }, (_, index) => `${shapes[index % shapes.length]} ${index}`)

  test('of callers and platforms are shown as the texts that they are', async () => {
    const { apiKey } = await service.newWorkspace(strings[0])
    const call = { apiKey }
    for (const [index, text] of strings.slice(1, 50).entries())
      await service.call('user/create_user', { name: text, externalId: `${index} ${text}` }, call)
    const hostileId = await linkedUser(service, { apiKey })
    await linkTo(service, hostileId, { platform: 'SEARCH' })
    await service.call(
      'webhook/create_endpoint',
      { url: 'http://localhost:9/', description: strings[60] ?? '' },
      call,
    )
    const freeze = { frozen: true, reason: strings[61] ?? '' }
    await service.call('workspace/update_settings', { freeze }, call)
    // Every campaign, ad set, ad, account and page at the platforms gets a hostile name.
    let next = 62
    const snapshot = JSON.stringify(await sandbox.ask('GET', 'snapshot'))
    const renamed = JSON.parse(snapshot, (key, value) =>
      key === 'name' && typeof value === 'string' ? strings[next++ % strings.length] : value,
    )
    await sandbox.ask('PUT', 'snapshot', renamed)

    const somebody = await signedIn({}, apiKey)
    const { page } = somebody
    const shown: string[] = []
    const look = async (path: string) => {
      await open(page, path)
      shown.push(await page.locator('body').innerText())
      expect(await page.evaluate('window.executed'), path).toBeUndefined()
    }
    const campaign = `users/${hostileId}/social/120210000000000250`
    for (const path of ['', 'users', `users/${hostileId}`, campaign, 'events', 'webhooks', 'settings'])
      await look(path)
    const seen = strings.filter((text) => shown.some((page) => page.includes(text)))
    expect(seen.length).toBeGreaterThan(60)
  })
})
