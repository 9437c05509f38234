// Real browsers for tests of the connect pages, and the caller's site to which users return.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { newContext, openBrowser, requireChromium } from '../../../test/chromium.ts'
import { addRedirectUri } from '../src/store/workspaces.ts'
import type { UserlessBody } from './calls.ts'
import { type TestService, useService } from './service.ts'
import { newUser } from './users.ts'

/** Headers that every page must have. */
const pageHeaders: Readonly<Record<string, RegExp>> = {
  'content-security-policy':
    /^default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
  'cache-control': /^no-store$/,
  'referrer-policy': /^same-origin$/,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'x-robots-tag': /^noindex$/,
  'cross-origin-opener-policy': /^same-origin$/,
}

export interface VisitorFactory {
  /** Opens a new browser context for one person. */
  newVisitor(options?: BrowserContextOptions): Promise<Visitor>
}

/** Browsers for the tests of a file. A test fails when a page logs an error or lacks a header. */
function useVisitors(service: TestService): VisitorFactory {
  const executable = requireChromium()
  let browser: Browser | undefined
  const contexts: BrowserContext[] = []
  const problems: string[] = []
  beforeAll(async () => {
    if (executable !== undefined) browser = await openBrowser(executable)
  })
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close()
    expect(problems.splice(0)).toEqual([])
  })
  afterAll(async () => await browser?.close())
  return {
    async newVisitor(options = {}) {
      if (browser === undefined) throw new Error('There is no browser.')
      const context = await newContext(browser, options)
      contexts.push(context)
      context.on('console', (message) => {
        // The browser logs this message for every page with a 4xx status, and some tests expect such a
        // status.
        if (/^Failed to load resource: the server responded with a status of 4/.test(message.text())) return
        // Chromium logs that the sign-out cleared the site data as requested.
        if (message.text().startsWith('Clear-Site-Data header on')) return
        const url = message.page()?.url() ?? ''
        if (url.startsWith(service.url)) problems.push(`${message.type()} at ${url}: ${message.text()}`)
      })
      context.on('weberror', (error) => problems.push(String(error.error())))
      context.on('requestfailed', (request) => {
        const reason = request.failure()?.errorText ?? ''
        // The browser aborts requests when the visitor leaves a page before it has loaded.
        const isServiceFrame = request.frame().url().startsWith(service.url)
        if (isServiceFrame && reason !== 'net::ERR_ABORTED') problems.push(`${request.url()}: ${reason}`)
      })
      context.on('response', async (response) => {
        const isPage = response.request().resourceType() === 'document'
        if (!isPage || !/^\/(connect|approve)\//.test(response.url().slice(service.url.length))) return
        const headers = response.headers()
        for (const [name, pattern] of Object.entries(pageHeaders))
          if (!pattern.test(headers[name] ?? ''))
            problems.push(`${response.url()}: ${name} is ${headers[name]}`)
      })
      return new Visitor(context, await context.newPage())
    },
  }
}

/** A person at a browser who reads headings, fills in forms and presses buttons. */
export class Visitor {
  readonly context: BrowserContext
  readonly page: Page

  constructor(context: BrowserContext, page: Page) {
    this.context = context
    this.page = page
  }

  /** Opens another tab for the same person. */
  async newTab(): Promise<Visitor> {
    return new Visitor(this.context, await this.context.newPage())
  }

  async open(url: string): Promise<void> {
    await this.page.goto(url)
  }

  /** Waits until the page with this heading has loaded. */
  async waitForHeading(heading: string): Promise<void> {
    try {
      await this.page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
      await this.page.waitForLoadState()
    } catch {
      const mainText = await this.page.locator('main').innerText({ timeout: 1000 })
      throw new Error(`Expected "${heading}", but at ${this.page.url()} it says: ${mainText}`)
    }
  }

  async press(button: string): Promise<void> {
    await this.page.getByRole('button', { name: button, exact: true }).click()
  }

  /** Selects an option by part of its text. */
  async choose(text: string): Promise<void> {
    await this.page.getByLabel(text).check()
  }

  async reload(): Promise<void> {
    await this.page.reload()
  }

  /** Returns the text of the page in one line. */
  async readText(): Promise<string> {
    return (await this.page.locator('main').innerText()).replace(/\s+/g, ' ')
  }

  /** Submits the platform's consent page. */
  async decideConsent(
    person: string,
    decision = 'allow',
    declinedScopes: readonly string[] = [],
  ): Promise<void> {
    await this.page.locator(`input[name="person"][value="${person}"]`).check()
    for (const scope of declinedScopes)
      await this.page.locator(`input[name="scope"][value$="${scope}"]`).uncheck()
    const button = this.page.locator(`button[name="decision"][value="${decision}"]`)
    if (!(await button.isVisible())) await this.page.locator('summary').click()
    await button.click()
  }

  /** Opens the link, continues to the platform and submits the consent page. */
  async completeConsent(link: string, person: string, decision = 'allow'): Promise<void> {
    await this.open(link)
    await this.press('Continue')
    await this.decideConsent(person, decision)
  }
}

/** Site of the caller to which users return. */
export interface CallerSite {
  readonly url: string
  /** Waits until the visitor is back and returns the URL. */
  waitForArrival(visitor: Visitor): Promise<URL>
}

/** Starts a site on this machine. Its path `/back` is a registered redirect URI of the test's workspace. */
function useSite(service: TestService): CallerSite {
  const server = createServer((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        '<!doctype html><html lang="en"><title>Back</title><link rel="icon" href="data:,"><h1>Back at the site</h1>',
      ),
  )
  let url = ''
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/back`
    if (service.workspaceId !== undefined)
      await addRedirectUri(service.app.store.db, service.workspaceId, url, service.clock.now())
  })
  afterAll(() => {
    server.close()
    server.closeAllConnections()
  })
  return {
    get url() {
      return url
    },
    async waitForArrival(visitor) {
      // Polls the URL. A form that is sent twice aborts the first navigation, which would fail a wait for
      // navigation.
      await expect.poll(() => visitor.page.url().startsWith(url)).toBe(true)
      return new URL(visitor.page.url())
    },
  }
}

/** Starts a service for the tests of a file, visitors of its pages, and the caller's site. */
export function useVisitorsAndSite(options: Parameters<typeof useService>[0] = {}) {
  const service = useService(options)
  const { newVisitor } = useVisitors(service)
  return { service, newVisitor, site: useSite(service) }
}

export interface StartedLink {
  readonly userId: string
  readonly link: string
  readonly linkId: string
}

/** Creates a link for the given user or for a new one. */
export async function newLink(
  service: TestService,
  options: UserlessBody<'auth/create_link'> & { readonly userId?: string },
): Promise<StartedLink> {
  const userId = options.userId ?? (await newUser(service))
  const { results } = await service.call('auth/create_link', { ...options, userId })
  return { userId, link: results.link, linkId: results.linkId }
}

export async function readLinkStatus(service: TestService, linkId: string): Promise<string> {
  const { status, linkError } = (await service.call('auth/get_link_status', { linkId })).results
  return linkError === '' ? status : `${status}: ${linkError}`
}

export async function listConnectedAccounts(service: TestService, userId: string) {
  return (await service.call('auth/get_connected_accounts_data', { userId })).results.connectedAccounts
}
