// Images that callers name by URL: fetched, looked at, and kept for the moment between planning a write and sending it.

import { createHash } from 'node:crypto'
import { ServiceError } from '../../base/errors.ts'
import { type PictureFacts, pictureFacts } from './picture.ts'
import { NotFetched, type PublicFetch } from './publicFetch.ts'

/** What is known of an image. Its bytes are not here, so that many large ones can be looked at. */
export interface FetchedImage {
  readonly url: string
  readonly sha256: string
  readonly size: number
  readonly width: number
  readonly height: number
}

export interface Picture extends PictureFacts {
  readonly bytes: Buffer
}

export const mostImageBytes = 5 * 1024 * 1024
const mostPixels = 25_000_000
/** Kept in memory at most, over all requests; what does not fit is fetched again when it is needed. */
const keptBytes = 32 * 1024 * 1024
const atOnce = 4
const atOncePerHost = 2

export class Images {
  readonly #fetch: PublicFetch
  readonly #kept = new Map<string, Buffer>()
  #size = 0

  constructor(fetch: PublicFetch) {
    this.#fetch = fetch
  }

  /** Each image or why there is none, in the order of the URLs. */
  async fetchAll(urls: readonly string[]): Promise<readonly (FetchedImage | NotFetched)[]> {
    const found: (FetchedImage | NotFetched)[] = []
    const waiting = [...urls.entries()]
    const busy = new Map<string, number>()
    const work = async (): Promise<void> => {
      const place = waiting.findIndex(([, url]) => (busy.get(hostOf(url)) ?? 0) < atOncePerHost)
      const [next] = place < 0 ? [] : waiting.splice(place, 1)
      if (!next) return
      const [index, url] = next
      const host = hostOf(url)
      busy.set(host, (busy.get(host) ?? 0) + 1)
      found[index] = await this.#fetchOne(url).then(
        ({ image }) => image,
        (error: unknown) => {
          if (error instanceof NotFetched) return error
          throw error
        },
      )
      busy.set(host, (busy.get(host) ?? 1) - 1)
      // A worker that found nothing to do has left; whoever finishes last takes the rest.
      await work()
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    return found
  }

  async #fetchOne(url: string): Promise<{ image: FetchedImage; bytes: Buffer }> {
    const { bytes, width, height } = await fetchPicture(this.#fetch, url)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    this.#keep(sha256, bytes)
    return { image: { url, sha256, size: bytes.length, width, height }, bytes }
  }

  /** The bytes that were seen before, fetched again if need be; what has changed meanwhile is not what was planned. */
  async again(url: string, sha256: string): Promise<Buffer> {
    const kept = this.#kept.get(sha256)
    if (kept) return kept
    const { image, bytes } = await this.#fetchOne(url)
    if (image.sha256 !== sha256) throw new NotFetched('it has changed')
    return bytes
  }

  #keep(sha256: string, bytes: Buffer): void {
    if (this.#kept.has(sha256)) return
    this.#kept.set(sha256, bytes)
    this.#size += bytes.length
    for (const [oldest, { length }] of this.#kept) {
      if (this.#size <= keptBytes) return
      this.#kept.delete(oldest)
      this.#size -= length
    }
  }
}

/** Whatever it was: what a host returned is not disclosed. */
export const noImage = 'its address returns no usable image'

/** The refusal of an image that cannot be used. It is retryable when the host was slow. */
export function imageRefused(
  field: string,
  needed: Readonly<Record<string, string>>,
  image: FetchedImage | NotFetched | undefined,
): ServiceError {
  const { isSlow = false, problem } = image instanceof NotFetched ? image : {}
  return new ServiceError('IMAGE_NOT_FETCHABLE', {
    field,
    values: { ...needed, ...(problem === undefined ? {} : { problem }) },
    note: image instanceof NotFetched ? image.message : `${image?.width}x${image?.height}`,
    ...(isSlow ? { retryable: true } : {}),
  })
}

/** A picture of a kind and size that can be shown. */
export async function fetchPicture(fetch: PublicFetch, url: string): Promise<Picture> {
  const bytes = await fetch.bytes(url)
  const facts = pictureFacts(bytes)
  if (!facts) throw new NotFetched('not a JPEG or PNG')
  if (facts.width * facts.height > mostPixels) throw new NotFetched('too many pixels')
  return { ...facts, bytes }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : ''
}
