// Fetches what callers name, from public addresses alone: the second of the two places that call other servers. It shares
// nothing with the first, which speaks to the platforms and to nobody else.

import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { Agent, buildConnector, type Dispatcher } from 'undici'
import { isInwardName, isPublicAddress } from './addresses.ts'
import { isOwnMistake } from './ownMistake.ts'

export interface PublicFetchOptions {
  /** Origins that are allowed besides, exactly: the sandbox's, while it plays a platform. */
  readonly allowedOrigins: readonly string[]
  readonly mostBytes: number
  /** Every address of a name. */
  readonly resolve?: (host: string) => Promise<readonly string[]>
}

/** Why nothing was fetched, for the log; callers are told one and the same thing whatever it was. */
export class NotFetched extends Error {}

const mostRedirects = 3
const connectTimeoutMs = 3000
const totalTimeoutMs = 10_000
const longestUrl = 2048

export class PublicFetch {
  readonly #allowed: ReadonlySet<string>
  readonly #mostBytes: number
  readonly #resolve: (host: string) => Promise<readonly string[]>

  constructor({ allowedOrigins, mostBytes, resolve = addressesOf }: PublicFetchOptions) {
    this.#allowed = new Set(allowedOrigins.map((url) => new URL(url).origin))
    this.#mostBytes = mostBytes
    this.#resolve = resolve
  }

  async bytes(url: string): Promise<Buffer> {
    const signal = AbortSignal.timeout(totalTimeoutMs)
    let next = this.#checked(url)
    for (let redirects = 0; ; redirects++) {
      const addresses = this.#allowed.has(next.origin) ? undefined : await this.#publicAddresses(next, signal)
      const answer = await this.#get(next, addresses, signal)
      if (Buffer.isBuffer(answer)) return answer
      if (redirects >= mostRedirects) throw new NotFetched('too many redirects')
      const target = new URL(answer.location, next).href
      if (next.protocol === 'https:' && !target.startsWith('https:'))
        throw new NotFetched('redirected to plain http')
      next = this.#checked(target)
    }
  }

  #checked(raw: string): URL {
    // The parser drops blanks and control characters without a word, so the text is looked at first.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is what this is for.
    if (raw.length > longestUrl || /[\u0000-\u0020\u007f\\]/.test(raw) || !URL.canParse(raw))
      throw new NotFetched('not a URL')
    const url = new URL(raw)
    if (url.username !== '' || url.password !== '') throw new NotFetched('user info')
    if (this.#allowed.has(url.origin)) return url
    if (url.protocol !== 'https:' || url.port !== '') throw new NotFetched('scheme or port')
    return url
  }

  /** Resolved once; every address must be public, because any of them may be used. */
  async #publicAddresses({ hostname }: URL, signal: AbortSignal): Promise<readonly string[]> {
    const literal = hostname.replace(/^\[|\]$/g, '')
    if (isIP(literal) === 0 && isInwardName(hostname)) throw new NotFetched('inward name')
    const addresses = isIP(literal) === 0 ? await this.#resolved(hostname, signal) : [literal]
    if (addresses.length === 0 || !addresses.every(isPublicAddress)) throw new NotFetched('not public')
    return addresses
  }

  /** A name server that does not answer must not hold a request for longer than the target itself may. */
  async #resolved(host: string, signal: AbortSignal): Promise<readonly string[]> {
    const late = new Promise<readonly string[]>((resolve) =>
      signal.addEventListener('abort', () => resolve([]), { once: true }),
    )
    return await Promise.race([this.#resolve(host).catch(() => []), late])
  }

  async #get(
    url: URL,
    addresses: readonly string[] | undefined,
    signal: AbortSignal,
  ): Promise<Buffer | { location: string }> {
    const agent = new Agent({ connect: connectorTo(addresses) })
    try {
      const response = await agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: 'GET',
        // Nothing that could tell who asks, and no compression that could hide how large it is.
        headers: { accept: 'image/*', 'accept-encoding': 'identity' },
        signal,
      })
      const { statusCode, headers } = response
      if (statusCode >= 300 && statusCode < 400 && typeof headers['location'] === 'string')
        return { location: headers['location'] }
      if (statusCode !== 200) throw new NotFetched(`status ${statusCode}`)
      return await readAtMost(response.body, this.#mostBytes)
    } catch (error) {
      if (error instanceof NotFetched || !(error instanceof Error) || isOwnMistake(error)) throw error
      throw new NotFetched(error.message)
    } finally {
      agent.destroy().catch(() => {})
    }
  }
}

async function addressesOf(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address)
}

/** Connects to the addresses that were checked: there is no second resolution that could say something else. */
function connectorTo(addresses: readonly string[] | undefined): buildConnector.connector {
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
      if (isPublicAddress(socket.remoteAddress ?? '')) return done(null, socket)
      socket.destroy()
      done(new NotFetched('connected elsewhere'), null)
    })
}

async function readAtMost(body: Dispatcher.ResponseData['body'], most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > most) throw new NotFetched('too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
