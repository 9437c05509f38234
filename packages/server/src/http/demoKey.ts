// Gives the demo's API key to the browser of the person who started the demo. The printed link has a one-time
// secret after `#`, which a page exchanges for a cookie. Nothing else identifies that browser, because a
// local proxy need not reveal itself.

import { createHash, timingSafeEqual } from 'node:crypto'
import type { Keyring } from '../encryption/keyring.ts'
import type { Log } from '../observability/log.ts'
import { ServiceError } from '../runtime/errors.ts'
import { isLoopbackAddress, isLoopbackHost } from '../runtime/loopback.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { readJson } from './body.ts'
import type { Exchange } from './exchange.ts'
import { sendEnvelope } from './httpResponses.ts'
import type { Routes } from './routeTable.ts'

const cookieName = 'adrail_demo'
const cookieMaxAgeSeconds = 30 * 24 * 60 * 60
const purpose = 'demo access'
const maxBodyBytes = 1024

export class DemoKey {
  readonly #keyring: Keyring
  readonly #runtime: Runtime
  readonly #log: Log
  #apiKey = ''
  #secret = ''

  constructor(keyring: Keyring, runtime: Runtime, log: Log) {
    this.#keyring = keyring
    this.#runtime = runtime
    this.#log = log
  }

  /**
   * Offers this key, or none if the key is empty. Returns the secret, which the first browser that sends it
   * consumes.
   */
  offer(apiKey: string): string {
    this.#apiKey = apiKey
    this.#secret = apiKey === '' ? '' : this.#runtime.randomBytes(24).toString('base64url')
    return this.#secret
  }

  /** Returns the `Set-Cookie` header for a valid secret. Undefined if the secret is wrong or used. */
  redeem(exchange: Exchange, secret: string): string | undefined {
    const { requestId, address } = exchange
    if (!isOwnPage(exchange) || this.#secret === '' || !timingSafeEquals(secret, this.#secret)) {
      this.#log.warn('demo.access_refused', { requestId, address })
      return undefined
    }
    this.#log.info('demo.access_granted', { requestId, address })
    this.#secret = ''
    const expiresAt = this.#runtime.now() + cookieMaxAgeSeconds * 1000
    const value = this.#keyring.encrypt(purpose, '', String(expiresAt))
    return `${cookieName}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${cookieMaxAgeSeconds}`
  }

  /** Returns the key for a browser on this machine that has the cookie. Empty for every other browser. */
  apiKeyFor(exchange: Exchange): string {
    return isOwnPage(exchange) && this.#hasCookie(exchange) ? this.#apiKey : ''
  }

  #hasCookie(exchange: Exchange): boolean {
    const cookies = (exchange.header('cookie') ?? '').split(';').map((part) => part.trim())
    const value = cookies.find((part) => part.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1)
    const expiresAt = value === undefined ? undefined : this.#keyring.decrypt(purpose, '', value)
    return expiresAt !== undefined && Number(expiresAt) > this.#runtime.now()
  }
}

function timingSafeEquals(actual: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(actual), hash(expected))
}

export function addDemoKeyRoutes(routes: Routes, demo: DemoKey): void {
  routes.get('/docs/demo-key', (exchange) => {
    sendEnvelope(exchange, 200, { success: true, error: '', apiKey: demo.apiKeyFor(exchange) })
  })

  routes.post('/demo/access', async (exchange) => {
    const body = await readJson(exchange.request, maxBodyBytes, () => {})
    const { secret = '' } = (body ?? {}) as { secret?: unknown }
    const cookie = demo.redeem(exchange, String(secret))
    if (cookie === undefined) throw new ServiceError('UNAUTHENTICATED')
    sendEnvelope(exchange, 200, { success: true, error: '' }, { 'set-cookie': cookie })
  })
}

/** Headers that proxies add. */
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/**
 * Whether a page of this service, opened on this machine, sent the request. No proxy may be in between, and
 * the host must be a loopback name, because a foreign page could resolve its own name to this machine.
 */
function isOwnPage({ request }: Exchange): boolean {
  const { headers, socket, httpVersion } = request
  // Proxies that add no headers often still use HTTP/1.0, which browsers never do.
  const isForwarded = httpVersion === '1.0' || proxyHeaders.some((name) => name in headers)
  const { host = '', 'sec-fetch-site': site = 'same-origin' } = headers
  return (
    isLoopbackAddress(socket.remoteAddress ?? '') &&
    isLoopbackHost(host) &&
    !isForwarded &&
    site === 'same-origin'
  )
}
