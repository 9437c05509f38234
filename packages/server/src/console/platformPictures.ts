// Proxies pictures of platforms for console pages, which may load nothing from other
// hosts. Only URLs from a platform's response can be requested: the service encrypts
// each URL for the workspace that received it, for one hour.

import { type OperationName, platforms } from '@adrail/contract'
import type { Caller } from '../admission/authenticate.ts'
import { Cache } from '../concurrency/cache.ts'
import type { Keyring } from '../encryption/keyring.ts'
import type { Exchange } from '../http/exchange.ts'
import { commonHeaders } from '../http/httpResponses.ts'
import { fetchPicture, type Picture } from '../platforms/connector-kit/imageFetcher.ts'
import { type PublicFetch, PublicFetchError } from '../platforms/connector-kit/publicFetch.ts'
import { Semaphore } from '../platforms/connector-kit/semaphore.ts'
import { UpstreamFailure } from '../platforms/connector-kit/upstreamFailure.ts'
import { definitionOf } from '../platforms/index.ts'
import type { Runtime } from '../runtime/runtime.ts'

const purpose = 'picture'
const referenceLifetimeMs = 60 * 60_000
const cacheMs = 10 * 60_000
/** The limit applies to all cached pictures together. */
const maxCacheBytes = 24 * 1024 * 1024
const maxConcurrentFetches = 4

/** The reference is authenticated by its encryption, so its content can be trusted. */
interface PictureReference {
  readonly address: string
  readonly until: number
}

export class PlatformPictures {
  readonly #keyring: Keyring
  readonly #runtime: Runtime
  readonly #fetch: PublicFetch
  readonly #cache: Cache<Picture>
  readonly #semaphore: Semaphore

  constructor(keyring: Keyring, runtime: Runtime, fetch: PublicFetch) {
    this.#keyring = keyring
    this.#runtime = runtime
    this.#fetch = fetch
    this.#cache = new Cache(runtime, {
      ttlMs: cacheMs,
      maxSize: maxCacheBytes,
      getSize: ({ bytes }) => bytes.length,
    })
    this.#semaphore = new Semaphore(runtime, () => {})
    this.#semaphore.capacity = maxConcurrentFetches
  }

  /** Returns a console path for each picture URL in the results. Without pictures the result is empty. */
  referencesFor(
    operation: OperationName,
    results: Readonly<Record<string, unknown>>,
    { workspaceId }: Caller,
  ): { readonly pictures?: Readonly<Record<string, string>> } {
    const addresses = listPictureUrls(operation, results)
    if (addresses.length === 0) return {}
    const until = this.#runtime.now() + referenceLifetimeMs
    const encrypt = (address: string) => {
      const reference: PictureReference = { address, until }
      return this.#keyring.encrypt(purpose, workspaceId, JSON.stringify(reference))
    }
    return {
      pictures: Object.fromEntries(
        addresses.map((address) => [address, `/console/picture/${encrypt(address)}`] as const),
      ),
    }
  }

  /**
   * Returns undefined for an expired reference, for one of another
   * workspace, and when the picture cannot be fetched.
   */
  async find(reference: string, { workspaceId }: Caller): Promise<Picture | undefined> {
    const text = this.#keyring.decrypt(purpose, workspaceId, reference)
    if (text === undefined) return undefined
    // A successful decryption proves that `referencesFor` wrote the text.
    const { address, until } = JSON.parse(text) as PictureReference
    if (until <= this.#runtime.now()) return undefined
    return await this.#cache.getOrLoad(address, () => this.#fetchPicture(address))
  }

  async #fetchPicture(address: string): Promise<Picture | undefined> {
    try {
      const release = await this.#semaphore.acquire()
      try {
        return await fetchPicture(this.#fetch, address)
      } finally {
        release()
      }
    } catch (error) {
      if (error instanceof PublicFetchError || error instanceof UpstreamFailure) return undefined
      throw error
    }
  }
}

/** The headers prevent the content from being anything but a picture on this page. */
export function sendPicture(exchange: Exchange, { kind, bytes }: Picture): void {
  const headers = {
    ...commonHeaders(exchange.requestId),
    'content-type': `image/${kind}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': `private, max-age=${cacheMs / 1000}`,
  }
  exchange.send(200, headers, bytes)
}

/** Returns the picture URLs of all platforms in the results of an operation. */
function listPictureUrls(operation: OperationName, results: object): string[] {
  const addresses = platforms.flatMap((platform) => {
    // The entry of an operation reads that operation's results.
    const readUrls = definitionOf(platform).pictureUrls?.[operation] as
      | ((results: object) => readonly (string | undefined)[])
      | undefined
    return readUrls?.(results) ?? []
  })
  const urls = addresses.filter((address) => address !== undefined)
  return [...new Set(urls)].filter((url) => url !== '')
}
