// Where callers may send the service: public addresses alone, checked when they are named and again at every connection.

import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { buildConnector } from 'undici'
import { isInwardName, isPublicAddress } from './addresses.ts'

/** Every address of a name. */
export type Resolve = (host: string) => Promise<readonly string[]>

export interface PublicTargetsOptions {
  /** Origins that are allowed besides, exactly: the sandbox's, while it plays a platform. */
  readonly allowedOrigins?: readonly string[]
  /** Ports of this very machine that are allowed besides, also over plain http. */
  readonly localPorts?: 'all' | readonly number[]
  readonly resolve?: Resolve | undefined
}

/** Why nothing was fetched or sent, for the log; callers are told one and the same thing whatever it was. */
export class NotPublic extends Error {
  /** A part of a sentence for callers, where the URL alone shows it: what name servers say about a name is not disclosed. */
  readonly problem: string | undefined

  constructor(message: string, problem?: string) {
    super(message)
    this.problem = problem
  }
}

/** A place that was checked. Connections to it go to these addresses and to no others; anywhere when there are none. */
export interface Target {
  readonly url: URL
  readonly addresses: readonly string[] | undefined
  readonly isAllowed: (address: string) => boolean
}

const longestUrl = 2048
const connectTimeoutMs = 3000
const loopbackAddresses: Readonly<Record<string, readonly string[]>> = {
  localhost: ['127.0.0.1', '::1'],
  '127.0.0.1': ['127.0.0.1'],
  '[::1]': ['::1'],
}

export class PublicTargets {
  readonly #allowed: ReadonlySet<string>
  readonly #localPorts: 'all' | readonly number[]
  readonly #resolve: Resolve

  constructor({ allowedOrigins = [], localPorts = [], resolve = addressesOf }: PublicTargetsOptions) {
    this.#allowed = new Set(allowedOrigins.map((url) => new URL(url).origin))
    this.#localPorts = localPorts
    this.#resolve = resolve
  }

  /** Checks a URL and, by asking for its addresses, where it leads now. */
  async find(raw: string, signal: AbortSignal): Promise<Target> {
    const url = parsed(raw)
    if (this.#allowed.has(url.origin)) return { url, addresses: undefined, isAllowed: () => true }
    const own = loopbackAddresses[url.hostname]
    // Never asked for: the name of this machine means this machine, whatever a name server says.
    if (own && this.#isLocalPort(url))
      return { url, addresses: own, isAllowed: (address) => own.includes(address) }
    if (url.protocol !== 'https:' || url.port !== '') throw new NotPublic('scheme or port', problemOf(url))
    return { url, addresses: await this.#publicAddresses(url, signal), isAllowed: isPublicAddress }
  }

  #isLocalPort({ protocol, port }: URL): boolean {
    const usualPort = { 'http:': 80, 'https:': 443 }[protocol]
    if (usualPort === undefined) return false
    return this.#localPorts === 'all' || this.#localPorts.includes(port === '' ? usualPort : Number(port))
  }

  /** Resolved once; every address must be public, because any of them may be used. */
  async #publicAddresses({ hostname }: URL, signal: AbortSignal): Promise<readonly string[]> {
    const literal = hostname.replace(/^\[|\]$/g, '')
    if (isIP(literal) === 0 && isInwardName(hostname)) throw new NotPublic('inward name', notPublic(hostname))
    const addresses = isIP(literal) === 0 ? await this.#resolved(hostname, signal) : [literal]
    if (addresses.length === 0 || !addresses.every(isPublicAddress))
      throw new NotPublic('not public', isIP(literal) === 0 ? undefined : notPublic(hostname))
    return addresses
  }

  /** A name server that does not answer must not hold a request for longer than the target itself may. */
  async #resolved(host: string, signal: AbortSignal): Promise<readonly string[]> {
    const late = new Promise<readonly string[]>((resolve) =>
      signal.addEventListener('abort', () => resolve([]), { once: true }),
    )
    return await Promise.race([this.#resolve(host).catch(() => []), late])
  }
}

function problemOf({ hostname }: URL): string {
  const literal = hostname.replace(/^\[|\]$/g, '')
  const isInward = isIP(literal) === 0 ? isInwardName(hostname) : !isPublicAddress(literal)
  return isInward ? notPublic(hostname) : 'adrail fetches only https URLs on port 443'
}

function notPublic(hostname: string): string {
  return `${hostname} is not a public host`
}

function parsed(raw: string): URL {
  // The parser drops blanks and control characters without a word, so the text is looked at first.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is what this is for.
  if (raw.length > longestUrl || /[\u0000-\u0020\u007f\\]/.test(raw) || !URL.canParse(raw))
    throw new NotPublic('not a URL')
  const url = new URL(raw)
  if (url.username !== '' || url.password !== '') throw new NotPublic('user info')
  return url
}

async function addressesOf(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address)
}

/** Connects to the addresses that were checked: there is no second resolution that could say something else. */
export function connectorTo({ addresses, isAllowed }: Target): buildConnector.connector {
  if (addresses === undefined) return buildConnector({ timeout: connectTimeoutMs })
  const entries = addresses.map((address) => ({ address, family: isIP(address) }))
  const connect = buildConnector({
    timeout: connectTimeoutMs,
    lookup: (_host, options, done) => {
      if (options.all) done(null, entries)
      else done(null, entries[0]?.address ?? '', entries[0]?.family)
    },
  })
  return (options, done) =>
    connect(options, (...[error, socket]) => {
      if (error !== null) return done(error, null)
      if (isAllowed(socket.remoteAddress ?? '')) return done(null, socket)
      socket.destroy()
      done(new NotPublic('connected elsewhere'), null)
    })
}
