import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCodes, type OpenApiDocument, operationNames } from '@adrail/contract'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { newContext, openBrowser, requireChromium } from '../../../../test/chromium.ts'
import { findAxeViolations } from '../../testing/axe.ts'
import { expectEnvelope, expectRefusal } from '../../testing/expectations.ts'
import { sendBytes } from '../../testing/rawHttp.ts'
import { readResponse } from '../../testing/requests.ts'
import { testDatabaseUrl, useService } from '../../testing/service.ts'
import { addExampleUsers } from '../../testing/users.ts'
import { listDocsFiles, toAddress } from './docs/docsFiles.ts'
import { docsPages } from './docs/docsIndex.ts'
import type { IndexedPage } from './docs/searchIndex.ts'

const service = useService({ environment: { PUBLIC_URL: 'https://ads.example' } })
const committed = (name: string) => readFileSync(join(import.meta.dirname, '../../../../docs', name), 'utf8')

describe('/openapi.json', () => {
  test('is the committed document, with the address of this service [R9.version]', async () => {
    const { status, headers, text } = await readResponse(service.send('/openapi.json'))
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    const served: OpenApiDocument = JSON.parse(text)
    expect(served.servers.map(({ url }) => url)).toEqual(['https://ads.example'])
    const { servers, ...document }: OpenApiDocument = JSON.parse(committed('openapi.json'))
    expect(servers).toHaveLength(1)
    expect({ ...served, servers: [] }).toEqual({ ...document, servers: [] })
  })

  test('describes every operation that is served [R1.operations]', async () => {
    const { paths } = (await (await service.send('/openapi.json')).json()) as OpenApiDocument
    const described = Object.entries(paths).filter(([, path]) => path.post !== undefined)
    expect(described.map(([path]) => path).sort()).toEqual(operationNames.map((name) => `/${name}`).sort())
  })
})

describe('/docs/errors', () => {
  test('explains every error code once, under its own anchor', async () => {
    const { status, headers, text } = await readResponse(service.send('/docs/errors'))
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    for (const code of errorCodes) expect(text.split(`id="${code}"`)).toHaveLength(2)
    // The placeholders of error messages have no values on this page.
    expect(text.split('<main')[1]).not.toMatch(/undefined|`|\{\w+\}/)
  })
})

describe('/llms.txt', () => {
  test('is plain text that names every operation and the address of this service', async () => {
    const { status, headers, text } = await readResponse(service.send('/llms.txt'))
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(text).toContain('https://ads.example')
    for (const operation of operationNames) expect(text).toContain(operation)
    for (const { path, title } of docsPages)
      expect(text).toContain(`[${title}](https://ads.example${toAddress(`${path}.md`)})`)
  })
})

describe('a document', () => {
  const paths = [
    '/openapi.json',
    '/llms.txt',
    '/docs/',
    '/docs/linking',
    '/docs/docs.css',
    '/docs/docs.js',
    '/docs/search.json',
    '/docs/pictures/architecture.svg',
    '/docs/reference',
    '/docs/js/scalar.js',
  ]
  const get = (path: string, headers: Record<string, string> = {}) => service.send(path, { headers })

  test.each(paths)('at %s is not resent to a client that sends a matching If-None-Match', async (path) => {
    const first = await get(path)
    const tag = first.headers.get('etag') ?? ''
    expect(tag).toMatch(/^W\/"[\w-]+"$/)
    expect(first.headers.get('cache-control')).toBe('public, max-age=3600')
    expect(await first.text()).not.toBe('')
    for (const ifNoneMatch of [tag, `"other", ${tag}`, tag.slice(2), '*']) {
      const again = await readResponse(get(path, { 'if-none-match': ifNoneMatch }))
      expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' })
      expect(again.headers.get('etag')).toBe(tag)
    }
    expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test.each(paths)(
    'at %s has the same content in every encoding and is smaller when compressed',
    async (path) => {
      const read = async (accepted: string) => {
        const response = await get(path, { 'accept-encoding': accepted })
        const { headers } = response
        const size = Number(headers.get('content-length'))
        expect(headers.get('vary')).toBe('accept-encoding')
        return { coding: headers.get('content-encoding') ?? '', size, text: await response.text() }
      }
      const plain = await read('identity')
      expect(plain.coding).toBe('')
      for (const [accepted, coding] of [
        ['gzip, deflate, br', 'br'],
        ['gzip', 'gzip'],
        ['br;q=0, gzip;q=0.5', 'gzip'],
      ] as const) {
        const coded = await read(accepted)
        expect({ coding: coded.coding, text: coded.text }).toEqual({ coding, text: plain.text })
        expect(coded.size).toBeLessThan(plain.size)
      }
    },
  )
})

describe('the documentation', () => {
  const pages = listDocsFiles().filter((file) => file.endsWith('.md'))

  test.each(pages)('renders docs/%s without Markdown syntax and without broken links', async (file) => {
    const { status, text } = await readResponse(service.send(toAddress(file)))
    expect(status).toBe(200)
    const [, title = ''] = /^# (.+)$/m.exec(committed(file)) ?? []
    expect(text).toContain(`>${title.replace(/`(\w+)`/g, '<code>$1</code>')}</h1>`)
    const prose = text.replace(/<(pre|code)\b.*?<\/\1>/gs, '')
    expect(prose).not.toMatch(/\*\*|^#+ |`|\]\(|undefined[<"]|^\||<!--|&lt;a id/m)
    const targets = [...text.matchAll(/(?:href|src|srcset)="(\/[^"#]*|#[^"]+)/g)].map(
      ([, target = '']) => target,
    )
    for (const target of new Set(targets))
      if (target.startsWith('#')) expect(text).toContain(`id="${target.slice(1)}"`)
      else expect((await service.send(target)).status, target).toBe(200)
  })

  test('has every page in its index, with the heading of the page as title', () => {
    const indexed = docsPages.map(({ path }) => `${path}.md`)
    const others = pages.filter((file) => !indexed.includes(file) && !/^decisions\/\d|^README/.test(file))
    expect(others).toEqual([])
    const headings = indexed.map((file) => /^# (.+)$/m.exec(committed(file))?.[1])
    expect(headings).toEqual(docsPages.map(({ title }) => title))
  })

  test('runs no inline script and no inline style', async () => {
    const { headers } = await service.send('/docs/linking')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("style-src 'self';")
    expect(policy).toContain("require-trusted-types-for 'script'")
  })

  test('has a search index with the text of every page', async () => {
    const response = await service.send('/docs/search.json')
    const index = (await response.json()) as IndexedPage[]
    expect(index.map(([address]) => address).sort()).toEqual(pages.map(toAddress).sort())
    for (const [address, title, sections] of index) {
      expect(title, address).not.toBe('')
      expect(sections.map((section) => section.join('\n')).join('\n')).not.toMatch(/&(lt|amp);/)
    }
  })
})

describe('the demo key', () => {
  const requestDemoKey = async (headers: Record<string, string> = {}) =>
    (await request(`${service.url}/docs/demo-key`, { headers })).body.json()
  const none = { success: true, results: { apiKey: '' } }
  const offered = async () => {
    const secret = service.app.offerDemoKey('adr_demo')
    onTestFinished(() => void service.app.offerDemoKey(''))
    const response = await service.send('/demo/access', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secret }),
    })
    return (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  }

  test('is returned to a browser that opened the printed link, and is not part of any document', async () => {
    const cookie = await offered()
    expect(await requestDemoKey({ cookie })).toMatchObject({ success: true, results: { apiKey: 'adr_demo' } })
    expect((await service.send('/docs/demo-key')).headers.get('cache-control')).toBe('no-store')
    for (const path of ['/docs/', '/docs/reference', '/openapi.json', '/docs/linking'])
      expect(await (await service.send(path)).text()).not.toContain('adr_demo')
  })

  test('is not returned to a browser without the cookie or after the demo has ended', async () => {
    const cookie = await offered()
    expect(await requestDemoKey()).toMatchObject(none)
    expect(await requestDemoKey({ cookie: 'adrail_demo=k1.x' })).toMatchObject(none)
    service.app.offerDemoKey('')
    expect(await requestDemoKey({ cookie })).toMatchObject(none)
  })

  test.each([
    ['for the host name of PUBLIC_URL', { host: 'ads.example' }],
    ['for a host name that starts with localhost', { host: 'localhost.evil.example' }],
    ['through a proxy with X-Forwarded-For', { 'x-forwarded-for': '127.0.0.1' }],
    ['through a proxy with X-Real-IP', { 'x-real-ip': '127.0.0.1' }],
    ['to a cross-site page', { 'sec-fetch-site': 'cross-site' }],
    ['to a same-site page on another port', { 'sec-fetch-site': 'same-site' }],
  ])('is not returned %s, even with the cookie', async (_, headers) => {
    expect(await requestDemoKey({ cookie: await offered(), ...headers })).toMatchObject(none)
  })

  test('is not returned through a proxy that uses HTTP/1.0', async () => {
    const cookie = await offered()
    const { host } = new URL(service.url)
    const text = `GET /docs/demo-key HTTP/1.0\r\nHost: ${host}\r\nCookie: ${cookie}\r\n\r\n`
    expect(JSON.parse((await sendBytes(service.url, text)).text)).toMatchObject(none)
  })
})

describe('/', () => {
  const get = (accept: string) => service.send('/', { headers: { accept }, redirect: 'manual' })

  test('redirects browsers to the console', async () => {
    const response = await get('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8')
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe('/console/')
    expect(response.headers.get('vary')).toBe('accept')
  })

  test('returns the URLs of the documents in the envelope to programs', async () => {
    for (const accept of ['*/*', 'application/json']) {
      const { results } = expectEnvelope(await readResponse(get(accept)))
      expect(results).toEqual({
        success: true,
        error: '',
        service: 'adrail',
        console: 'https://ads.example/console/',
        docs: 'https://ads.example/docs',
        reference: 'https://ads.example/docs/reference',
        openapi: 'https://ads.example/openapi.json',
        llms: 'https://ads.example/llms.txt',
      })
    }
  })
})

describe('/docs', () => {
  test('returns UNKNOWN_OPERATION in the envelope for unknown paths', async () => {
    for (const path of [
      '/docs/nothing',
      '/docs/js/',
      '/docs/js/scalar.js/x',
      '/docs/%zz',
      '/docs/openapi.json',
    ])
      expectRefusal(await readResponse(service.send(path)), 'UNKNOWN_OPERATION')
  })

  test('has a Content-Security-Policy that allows connections only to this service', async () => {
    const { headers } = await service.send('/docs/reference')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("connect-src 'self'")
    expect(policy).not.toContain('http')
    expect(/script-src ([^;]*)/.exec(policy)?.[1]).toMatch(/^'self' 'sha256-[^ ]+'$/)
  })
})

// Pages do not depend on the database, so a run with one database is sufficient.
describe.skipIf(testDatabaseUrl() !== '')('a browser that reaches no other host', () => {
  const executable = requireChromium()
  let browser: Browser | undefined
  beforeAll(async () => {
    if (executable !== undefined) browser = await openBrowser(executable)
    await addExampleUsers(service)
  })
  afterAll(() => browser?.close())

  interface Visit {
    readonly page: Page
    readonly requests: readonly string[]
    readonly problems: readonly string[]
  }

  async function open(options: BrowserContextOptions = {}, at = '/docs/'): Promise<Visit> {
    if (browser === undefined) throw new Error('There is no browser.')
    const context = await newContext(browser, options)
    const page = await context.newPage()
    const requests: string[] = []
    const problems: string[] = []
    await context.route('**', (route) => {
      requests.push(route.request().url())
      return new URL(route.request().url()).origin === service.url ? route.continue() : route.abort()
    })
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
    })
    page.on('pageerror', (error) => problems.push(error.message))
    await page.goto(`${service.url}${at}`)
    return { page, requests, problems }
  }

  async function openReference(options: BrowserContextOptions = {}, fragment = ''): Promise<Visit> {
    const visit = await open(options, `/docs/reference${fragment}`)
    await visit.page.getByRole('heading', { name: 'adrail', exact: true }).waitFor()
    return visit
  }

  const foreign = (requests: readonly string[]) =>
    requests.filter((url) => !/^(data|blob):/.test(url) && new URL(url).origin !== service.url)

  test('finds a section of the documentation by keyboard alone', async () => {
    const { page, requests, problems } = await open({ viewport: { width: 1280, height: 900 } })
    await page.keyboard.press('/')
    await page.keyboard.type('undo a write')
    const results = page.getByRole('listbox', { name: 'Results' })
    await results
      .getByRole('option', { name: /Undo a write/ })
      .first()
      .waitFor()
    const input = page.getByRole('combobox', { name: 'Search the documentation' })
    const selected = () => input.getAttribute('aria-activedescendant')
    const first = await selected()
    await page.keyboard.press('ArrowDown')
    expect(await selected()).not.toBe(first)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/docs/change-and-undo#undo-a-write')
    expect(await page.getByRole('heading', { name: 'Undo a write' }).isVisible()).toBe(true)
    expect(foreign(requests)).toEqual([])
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('shows a message for words that no page contains, and closes the results on Escape', async () => {
    const { page } = await open()
    const input = page.getByRole('combobox', { name: 'Search the documentation' })
    await input.fill('zzzqqq')
    const results = page.getByRole('listbox', { name: 'Results' })
    await results.getByText('No page contains “zzzqqq”.').waitFor()
    await input.press('Escape')
    expect(await results.isVisible()).toBe(false)
    await page.context().close()
  })

  test.each(['light', 'dark'] as const)(
    'shows each kind of page at the width of a phone in the %s scheme, with a menu and without accessibility errors',
    async (colorScheme) => {
      const options = { viewport: { width: 375, height: 800 }, colorScheme, isMobile: true }
      const { page, requests, problems } = await open(options)
      for (const path of ['', 'linking', 'writes', 'errors', 'operations', 'operations/social', 'console']) {
        await page.goto(`${service.url}/docs/${path}`)
        expect(await page.evaluate<number>('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(
          375,
        )
        expect(await findAxeViolations(page), path).toEqual([])
      }
      await page.getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('link', { name: 'Webhooks' }).click()
      await page.waitForURL('**/docs/webhooks')
      expect(foreign(requests)).toEqual([])
      expect(problems).toEqual([])
      await page.context().close()
    },
  )

  test('redirects old links into the reference', async () => {
    const { page } = await open({}, '/docs/#tag/search')
    await page.waitForURL('**/docs/reference#tag/search**')
    await page.context().close()
  })

  test('shows every operation, sends a request with the typed key, and contacts no other host', async () => {
    const { page, requests, problems } = await openReference({ viewport: { width: 1440, height: 900 } })
    expect(await page.title()).toBe('adrail API reference')
    const sidebar = page.getByLabel('Sidebar for adrail')
    await sidebar.getByRole('button', { name: 'Close Group - auth' }).waitFor()
    for (const group of new Set(operationNames.map((name) => name.split('/')[0]))) {
      const closed = sidebar.getByRole('button', { name: `Open Group - ${group}` })
      if (await closed.isVisible()) await closed.click()
    }
    const shown = async () =>
      (await sidebar.getByRole('link').allTextContents()).map((text) => text.replace(/HTTP Method.*/s, ''))
    await expect.poll(shown).toEqual(expect.arrayContaining([...operationNames]))

    await page
      .getByRole('button', { name: /^Test Request/ })
      .first()
      .click()
    const client = page.getByRole('dialog')
    await client.getByText('Value:').locator('..').getByRole('textbox').fill(service.apiKey)
    const responsePromise = page.waitForResponse((response) => response.request().method() === 'POST')
    await client.getByRole('button', { name: /Send/ }).first().click()
    const response = await responsePromise
    expect(response.url()).toBe(`${service.url}/${operationNames[0]}`)
    expect(response.request().headers()['x-api-key']).toBe(service.apiKey)
    expect((await response.json()).requestId).toBe(response.headers()['x-request-id'])
    expect(foreign(requests)).toEqual([])
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('fits the width of a phone in dark mode, without errors and without other hosts', async () => {
    const { page, requests, problems } = await openReference({
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
      isMobile: true,
    })
    const width = await page.evaluate<number>('document.documentElement.scrollWidth')
    expect(width).toBeLessThanOrEqual(390)
    expect(foreign(requests)).toEqual([])
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('sends a write of a demo with the demo key, without typed input and without an idempotency key', async () => {
    const secret = service.app.offerDemoKey(service.apiKey)
    onTestFinished(() => void service.app.offerDemoKey(''))
    const { page, problems } = await openReference(
      { viewport: { width: 1440, height: 900 } },
      `#demo=${secret}`,
    )
    expect(page.url()).not.toContain(secret)
    // From here on, the cookie is sufficient.
    await page.goto(`${service.url}/docs/reference#tag/search/POST/search/create_location_group`)
    await page.reload()
    const operation = page.getByRole('region', { name: 'search/create_location_group' }).last()
    await operation.getByRole('button', { name: /^Test Request/ }).click()
    const client = page.getByRole('dialog')
    const responsePromise = page.waitForResponse((response) => response.request().method() === 'POST')
    await client.getByRole('button', { name: /Send/ }).first().click()
    const sent = (await responsePromise).request()
    expect(sent.url()).toBe(`${service.url}/search/create_location_group`)
    expect(sent.headers()['x-api-key']).toBe(service.apiKey)
    expect(sent.headers()['idempotency-key'] ?? '').toBe('')
    expect(problems.filter((problem) => !problem.includes('409'))).toEqual([])
    await page.context().close()
  })
})
