// Limits requests to caller-supplied URLs to public addresses. Addresses are checked when the URL is named
// and again at every connection.

import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { buildConnector } from 'undici'
import { isInternalName, isPublicAddress } from './addresses.ts'

/** Resolves a host name to all its addresses. */
export type ResolveHost = (host: string) => Promise<readonly string[]>

export interface PublicTargetsOptions {
  /** Exact origins that are also allowed: the sandbox's origins while the sandbox simulates a platform. */
  readonly allowedOrigins?: readonly string[]
  /** Ports of this machine that are also allowed, including plain http. */
  readonly localPorts?: 'all' | readonly number[]
  readonly resolve?: ResolveHost | undefined
}

/** Reason why nothing was fetched or sent, for the log. Callers receive the same text for every cause. */
export class NotPublicError extends Error {
  /**
   * Sentence fragment for callers about a problem that the URL alone shows. DNS results are not disclosed.
   */
  readonly problem: string | undefined

  constructor(message: string, problem?: string) {
    super(message)
    this.problem = problem
  }
}

/**
 * A checked target. Connections go only to these addresses, or to any address when `addresses` is undefined.
 */
export interface PublicTarget {
  readonly url: URL
  readonly addresses: readonly string[] | undefined
  readonly isAllowed: (address: string) => boolean
}

const maxUrlLength = 2048
const connectTimeoutMs = 3000
const loopbackAddresses: Readonly<Record<string, readonly string[]>> = {
  localhost: ['127.0.0.1', '::1'],
  '127.0.0.1': ['127.0.0.1'],
  '[::1]': ['::1'],
}

export class PublicTargets {
  readonly #allowedOrigins: ReadonlySet<string>
  readonly #localPorts: 'all' | readonly number[]
  readonly #resolve: ResolveHost

  constructor({ allowedOrigins = [], localPorts = [], resolve = lookupAddresses }: PublicTargetsOptions) {
    this.#allowedOrigins = new Set(allowedOrigins.map((url) => new URL(url).origin))
    this.#localPorts = localPorts
    this.#resolve = resolve
  }

  /** Checks a URL and the addresses that its host name resolves to now. */
  async resolveTarget(raw: string, signal: AbortSignal): Promise<PublicTarget> {
    const url = parseUrl(raw)
    if (this.#allowedOrigins.has(url.origin)) return { url, addresses: undefined, isAllowed: () => true }
    const loopback = loopbackAddresses[url.hostname]
    // Loopback names are never resolved, so a name server cannot redirect them.
    if (loopback && this.#isLocalPort(url))
      return { url, addresses: loopback, isAllowed: (address) => loopback.includes(address) }
    if (url.protocol !== 'https:' || url.port !== '')
      throw new NotPublicError('scheme or port', describeProblem(url))
    return { url, addresses: await this.#publicAddresses(url, signal), isAllowed: isPublicAddress }
  }

  #isLocalPort({ protocol, port }: URL): boolean {
    const defaultPort = { 'http:': 80, 'https:': 443 }[protocol]
    if (defaultPort === undefined) return false
    return this.#localPorts === 'all' || this.#localPorts.includes(port === '' ? defaultPort : Number(port))
  }

  /** Resolves the host once. Every address must be public because any of them may be used. */
  async #publicAddresses({ hostname }: URL, signal: AbortSignal): Promise<readonly string[]> {
    const literal = hostname.replace(/^\[|\]$/g, '')
    if (isIP(literal) === 0 && isInternalName(hostname))
      throw new NotPublicError('inward name', notPublicText(hostname))
    const addresses = isIP(literal) === 0 ? await this.#resolveInTime(hostname, signal) : [literal]
    if (addresses.length === 0 || !addresses.every(isPublicAddress))
      throw new NotPublicError('not public', isIP(literal) === 0 ? undefined : notPublicText(hostname))
    return addresses
  }

  /** Limits DNS resolution to the time limit of the request. */
  async #resolveInTime(host: string, signal: AbortSignal): Promise<readonly string[]> {
    const expired = new Promise<readonly string[]>((resolve) =>
      signal.addEventListener('abort', () => resolve([]), { once: true }),
    )
    return await Promise.race([this.#resolve(host).catch(() => []), expired])
  }
}

function describeProblem({ hostname }: URL): string {
  const literal = hostname.replace(/^\[|\]$/g, '')
  const isInward = isIP(literal) === 0 ? isInternalName(hostname) : !isPublicAddress(literal)
  return isInward ? notPublicText(hostname) : 'adrail fetches only https URLs on port 443'
}

function notPublicText(hostname: string): string {
  return `${hostname} is not a public host`
}

function parseUrl(raw: string): URL {
  // The URL parser silently removes blanks and control characters, so the raw text is checked first.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is what this is for.
  if (raw.length > maxUrlLength || /[\u0000-\u0020\u007f\\]/.test(raw) || !URL.canParse(raw))
    throw new NotPublicError('not a URL')
  const url = new URL(raw)
  if (url.username !== '' || url.password !== '') throw new NotPublicError('user info')
  return url
}

async function lookupAddresses(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address)
}

/** Connects only to the checked addresses. A second DNS resolution could return different ones. */
export function createConnector({ addresses, isAllowed }: PublicTarget): buildConnector.connector {
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
      done(new NotPublicError('connected elsewhere'), null)
    })
}
