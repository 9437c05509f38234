// Proxies pictures of platforms for console pages, which may load nothing from other
// hosts. Only URLs from a platform's response can be requested: the service encrypts
// each URL for the workspace that received it, for one hour.

import type { OperationName } from '@adrail/contract'
import type { Keyring } from '../base/keyring.ts'
import { Memory } from '../base/memory.ts'
import type { Runtime } from '../base/runtime.ts'
import type { Caller } from '../guard/authenticate.ts'
import { commonHeaders } from '../http/answer.ts'
import type { Exchange } from '../http/exchange.ts'
import { fetchPicture, type Picture } from '../platforms/kit/images.ts'
import { Lane } from '../platforms/kit/lane.ts'
import { NotFetched, type PublicFetch } from '../platforms/kit/publicFetch.ts'
import { UpstreamFailure } from '../platforms/kit/upstreamFailure.ts'
import { pictureAddresses } from './pictureAddresses.ts'

const purpose = 'picture'
const goodForMs = 60 * 60_000
const keptForMs = 10 * 60_000
/** The limit applies to all cached pictures together. */
const mostKeptBytes = 24 * 1024 * 1024
const atOnce = 4

/** The reference is authenticated by its encryption, so its content can be trusted. */
interface Sealed {
  readonly address: string
  readonly until: number
}

export class PlatformPictures {
  readonly #keyring: Keyring
  readonly #runtime: Runtime
  readonly #fetch: PublicFetch
  readonly #kept: Memory<Picture>
  readonly #lane: Lane

  constructor(keyring: Keyring, runtime: Runtime, fetch: PublicFetch) {
    this.#keyring = keyring
    this.#runtime = runtime
    this.#fetch = fetch
    this.#kept = new Memory(runtime, {
      keepMs: keptForMs,
      most: mostKeptBytes,
      sizeOf: ({ bytes }) => bytes.length,
    })
    this.#lane = new Lane(runtime, () => {})
    this.#lane.width = atOnce
  }

  /** Returns a console path for each picture URL in the results. Without pictures the result is empty. */
  referencesFor(
    operation: OperationName,
    results: Readonly<Record<string, unknown>>,
    { workspaceId }: Caller,
  ): { readonly pictures?: Readonly<Record<string, string>> } {
    const addresses = pictureAddresses(operation, results)
    if (addresses.length === 0) return {}
    const until = this.#runtime.now() + goodForMs
    const seal = (address: string) => {
      const sealed: Sealed = { address, until }
      return this.#keyring.seal(purpose, workspaceId, JSON.stringify(sealed))
    }
    return {
      pictures: Object.fromEntries(
        addresses.map((address) => [address, `/console/picture/${seal(address)}`] as const),
      ),
    }
  }

  /**
   * Returns undefined for an expired reference, for one of another
   * workspace, and when the picture cannot be fetched.
   */
  async find(reference: string, { workspaceId }: Caller): Promise<Picture | undefined> {
    const text = this.#keyring.open(purpose, workspaceId, reference)
    if (text === undefined) return undefined
    // A successful decryption proves that `referencesFor` wrote the text.
    const { address, until } = JSON.parse(text) as Sealed
    if (until <= this.#runtime.now()) return undefined
    return await this.#kept.recall(address, () => this.#fetched(address))
  }

  async #fetched(address: string): Promise<Picture | undefined> {
    try {
      const leave = await this.#lane.enter()
      try {
        return await fetchPicture(this.#fetch, address)
      } finally {
        leave()
      }
    } catch (error) {
      if (error instanceof NotFetched || error instanceof UpstreamFailure) return undefined
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
    'cache-control': `private, max-age=${keptForMs / 1000}`,
  }
  exchange.send(200, headers, bytes)
}
