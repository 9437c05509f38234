// The images that callers of one workspace name: at public addresses, or uploaded by the workspace.

import { parseMediaUrl } from '@adrail/contract'
import { type FetchedImage, type ImageFetcher, UnknownImageError } from './imageFetcher.ts'
import type { PublicFetchError } from './publicFetch.ts'
import type { UploadedImages } from './uploadedImages.ts'

export interface ImageSources {
  readonly fetcher: ImageFetcher
  /** Absent where no store is at hand. No uploaded image exists then. */
  readonly uploads: UploadedImages | undefined
}

export class WorkspaceImages {
  readonly #sources: ImageSources
  readonly #workspaceId: string

  constructor(sources: ImageSources, workspaceId: string) {
    this.#sources = sources
    this.#workspaceId = workspaceId
  }

  /** Returns an image or an error for each URL, in the order of the URLs. */
  async fetchAll(urls: readonly string[]): Promise<readonly (FetchedImage | PublicFetchError)[]> {
    const publicUrls = urls.filter((url) => parseMediaUrl(url) === undefined)
    const fetched = new Map<string, FetchedImage | PublicFetchError>()
    for (const [index, image] of (await this.#sources.fetcher.fetchAll(publicUrls)).entries())
      fetched.set(publicUrls[index] ?? '', image)
    const images: (FetchedImage | PublicFetchError)[] = []
    for (const url of urls) images.push(fetched.get(url) ?? (await this.#findUploaded(url)))
    return images
  }

  /** Returns the planned bytes. Throws when the image has changed or was deleted since planning. */
  async getBytes(url: string, sha256: string): Promise<Buffer> {
    const imageId = parseMediaUrl(url)
    if (imageId === undefined) return await this.#sources.fetcher.getBytes(url, sha256)
    // The id derives from the content, so the bytes under an id never change.
    const bytes = await this.#sources.uploads?.readBytes(this.#workspaceId, imageId)
    if (!bytes) throw new UnknownImageError()
    return bytes
  }

  async #findUploaded(url: string): Promise<FetchedImage | PublicFetchError> {
    const image = await this.#sources.uploads?.use(this.#workspaceId, parseMediaUrl(url) ?? '')
    if (!image) return new UnknownImageError()
    const { digest, size, width, height } = image
    return { url, sha256: digest, size, width, height }
  }
}
