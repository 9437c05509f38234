// Fetches images that callers name by URL, checks them, and caches them between planning a write and sending
// it.

import { createHash } from 'node:crypto'
import { parseMediaUrl } from '@adrail/contract'
import { ServiceError } from '../../runtime/errors.ts'
import { type PictureFacts, parsePictureFacts } from './picture.ts'
import { type PublicFetch, PublicFetchError } from './publicFetch.ts'

/** Facts about a fetched image. The bytes are not included, so that many large images can be checked. */
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

export const maxImageBytes = 5 * 1024 * 1024
export const maxPixels = 25_000_000
/**
 * Memory limit for cached images of all requests. Images beyond the limit are fetched again when they are
 * needed.
 */
const maxCachedBytes = 32 * 1024 * 1024
const maxConcurrent = 4
const maxConcurrentPerHost = 2

export class ImageFetcher {
  readonly #fetch: PublicFetch
  readonly #bytesByHash = new Map<string, Buffer>()
  #cachedSize = 0

  constructor(fetch: PublicFetch) {
    this.#fetch = fetch
  }

  /** Returns an image or an error for each URL, in the order of the URLs. */
  async fetchAll(urls: readonly string[]): Promise<readonly (FetchedImage | PublicFetchError)[]> {
    const results: (FetchedImage | PublicFetchError)[] = []
    const queue = [...urls.entries()]
    const activeByHost = new Map<string, number>()
    const worker = async (): Promise<void> => {
      const queueIndex = queue.findIndex(
        ([, url]) => (activeByHost.get(hostInUrl(url)) ?? 0) < maxConcurrentPerHost,
      )
      const [next] = queueIndex < 0 ? [] : queue.splice(queueIndex, 1)
      if (!next) return
      const [index, url] = next
      const host = hostInUrl(url)
      activeByHost.set(host, (activeByHost.get(host) ?? 0) + 1)
      results[index] = await this.#fetchOne(url).then(
        ({ image }) => image,
        (error: unknown) => {
          if (error instanceof PublicFetchError) return error
          throw error
        },
      )
      activeByHost.set(host, (activeByHost.get(host) ?? 1) - 1)
      // A worker without a free entry stops. The worker that finishes last processes the remaining entries.
      await worker()
    }
    await Promise.all(Array.from({ length: maxConcurrent }, worker))
    return results
  }

  async #fetchOne(url: string): Promise<{ image: FetchedImage; bytes: Buffer }> {
    const { bytes, width, height } = await fetchPicture(this.#fetch, url)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    this.#cacheBytes(sha256, bytes)
    return { image: { url, sha256, size: bytes.length, width, height }, bytes }
  }

  /**
   * Returns the planned bytes, and fetches them again if they are not cached. Throws when the image has
   * changed since planning.
   */
  async getBytes(url: string, sha256: string): Promise<Buffer> {
    const cached = this.#bytesByHash.get(sha256)
    if (cached) return cached
    const { image, bytes } = await this.#fetchOne(url)
    if (image.sha256 !== sha256) throw new PublicFetchError('it has changed')
    return bytes
  }

  #cacheBytes(sha256: string, bytes: Buffer): void {
    if (this.#bytesByHash.has(sha256)) return
    this.#bytesByHash.set(sha256, bytes)
    this.#cachedSize += bytes.length
    for (const [oldestHash, { length }] of this.#bytesByHash) {
      if (this.#cachedSize <= maxCachedBytes) return
      this.#bytesByHash.delete(oldestHash)
      this.#cachedSize -= length
    }
  }
}

/** The workspace has no image with this id. Images of other workspaces have the same error. */
export class UnknownImageError extends PublicFetchError {
  constructor() {
    super('no such uploaded image')
  }
}

/** The same text for every cause: adrail does not disclose what a host returned. */
export const unusableImageText = 'its URL returns no usable image'

/**
 * Error for an unusable image. Retryable when the host was slow. An uploaded image that the workspace does not
 * have is a missing reference.
 */
export function imageNotFetchableError(
  field: string,
  values: Readonly<Record<string, string>>,
  image: FetchedImage | PublicFetchError | undefined,
): ServiceError {
  if (image instanceof UnknownImageError)
    return new ServiceError('REFERENCE_NOT_FOUND', {
      field,
      values: {
        problem: `${field} names no image of this workspace. adrail deletes images 30 days after their latest use. Upload the image with media/upload_image.`,
      },
    })
  const { isSlow = false, problem = describeUploadedSize(image, values) } =
    image instanceof PublicFetchError ? image : {}
  return new ServiceError('IMAGE_NOT_FETCHABLE', {
    field,
    values: { ...values, ...(problem === undefined ? {} : { problem }) },
    note: image instanceof PublicFetchError ? image.message : `${image?.width}x${image?.height}`,
    ...(isSlow ? { retryable: true } : {}),
  })
}

/** Returns undefined for a fetched image: its size would disclose what its host returned. */
function describeUploadedSize(
  image: FetchedImage | PublicFetchError | undefined,
  { problem }: Readonly<Record<string, string>>,
): string | undefined {
  if (image === undefined || image instanceof PublicFetchError || problem !== unusableImageText)
    return undefined
  return parseMediaUrl(image.url) === undefined ? undefined : `it has ${image.width} × ${image.height} pixels`
}

/** Fetches an image and checks its format and size. */
export async function fetchPicture(fetch: PublicFetch, url: string): Promise<Picture> {
  const bytes = await fetch.fetchBytes(url)
  const facts = parsePictureFacts(bytes)
  if (!facts) throw new PublicFetchError('not a JPEG or PNG')
  if (facts.width * facts.height > maxPixels) throw new PublicFetchError('too many pixels')
  return { ...facts, bytes }
}

function hostInUrl(url: string): string {
  return URL.canParse(url) ? new URL(url).host : ''
}
