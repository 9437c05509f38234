// Fetches the images of search ads, checks them against the platform's rules and removes duplicates.
// https://support.google.com/google-ads/answer/9566341

import {
  imageNotFetchableError,
  maxImageBytes,
  unusableImageText,
} from '../../../platforms/connector-kit/imageFetcher.ts'
import { PublicFetchError } from '../../../platforms/connector-kit/publicFetch.ts'
import type { WorkspaceImages } from '../../../platforms/connector-kit/workspaceImages.ts'
import { ServiceError } from '../../../runtime/errors.ts'
import type { SearchImageDraft } from '../blueprint.ts'

/**
 * The limit of image bytes in the mutate that creates the campaign. Beyond the limit, images are uploaded
 * before.
 */
const maxInlineBytes = 15 * 1024 * 1024

/** The error names the first image that cannot be used. */
export async function fetchAdImages(
  images: WorkspaceImages,
  urls: readonly string[],
): Promise<SearchImageDraft[]> {
  const fetchedImages = await images.fetchAll(urls)
  const imageByDigest = new Map<string, SearchImageDraft>()
  for (const [index, image] of fetchedImages.entries()) {
    const field = `images[${index}]`
    const isUsable = !(image instanceof PublicFetchError) && hasAllowedSize(image.width, image.height)
    if (!isUsable) throw imageNotFetchableError(field, imageErrorValues, image)
    const { url, sha256, size } = image
    // Only an uploaded image can be larger.
    if (size > maxImageBytes)
      throw imageNotFetchableError(field, { ...imageErrorValues, problem: 'it has more than 5 MB' }, image)
    if (!imageByDigest.has(sha256)) imageByDigest.set(sha256, { from: field, url, sha256, size })
  }
  return [...imageByDigest.values()]
}

/** The values of the error text for refused images. */
const imageErrorValues = {
  platform: 'search',
  problem: unusableImageText,
  sizes: 'square from 300 × 300 or 1.91:1 from 600 × 314 pixels',
}

/** Allows a deviation of 1% from the ratio. */
function hasAllowedSize(width: number, height: number): boolean {
  const ratio = width / height
  if (Math.abs(ratio - 1) <= 0.01) return Math.min(width, height) >= 300
  return Math.abs(ratio - 1.91) <= 0.0191 && width >= 600 && height >= 314
}

/** Returns the batches of images to upload before the campaign. Empty if all images fit into the mutate. */
export function splitUploadBatches(images: readonly SearchImageDraft[]): SearchImageDraft[][] {
  const total = images.reduce((sum, { size }) => sum + size, 0)
  if (total <= maxInlineBytes) return []
  const batches: SearchImageDraft[][] = []
  let remainingBytes = 0
  for (const image of images) {
    if (image.size > remainingBytes) {
      batches.push([])
      remainingBytes = maxInlineBytes
    }
    batches.at(-1)?.push(image)
    remainingBytes -= image.size
  }
  return batches
}

export async function fetchImageBase64(
  images: WorkspaceImages,
  { from, url, sha256 }: SearchImageDraft,
): Promise<string> {
  try {
    return (await images.getBytes(url, sha256)).toString('base64')
  } catch (error) {
    if (!(error instanceof PublicFetchError)) throw error
    throw new ServiceError('IMAGE_NOT_FETCHABLE', { field: from, values: imageErrorValues, cause: error })
  }
}
