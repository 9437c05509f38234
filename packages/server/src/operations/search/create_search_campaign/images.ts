// Fetches the images of search ads, checks them against the platform's rules and removes duplicates.
// https://support.google.com/google-ads/answer/9566341

import { ServiceError } from '../../../base/errors.ts'
import { type Images, imageRefused, noImage } from '../../../platforms/kit/images.ts'
import { NotFetched } from '../../../platforms/kit/publicFetch.ts'
import type { Image } from '../blueprint.ts'

/**
 * The limit of image bytes in the mutate that creates the campaign. Beyond the limit, images are uploaded
 * before.
 */
const mostInline = 15 * 1024 * 1024

/** The error names the first image that cannot be used. */
export async function fetchAdImages(images: Images, urls: readonly string[]): Promise<Image[]> {
  const fetched = await images.fetchAll(urls)
  const distinct = new Map<string, Image>()
  for (const [index, image] of fetched.entries()) {
    const field = `images[${index}]`
    const usable = !(image instanceof NotFetched) && fits(image.width, image.height)
    if (!usable) throw imageRefused(field, needed, image)
    const { url, sha256, size } = image
    if (!distinct.has(sha256)) distinct.set(sha256, { from: field, url, sha256, size })
  }
  return [...distinct.values()]
}

/** The values of the error text for refused images. */
const needed = {
  platform: 'search',
  problem: noImage,
  sizes: 'square from 300 × 300 or 1.91:1 from 600 × 314 pixels',
}

/** Allows a deviation of 1% from the ratio. */
function fits(width: number, height: number): boolean {
  const ratio = width / height
  if (Math.abs(ratio - 1) <= 0.01) return Math.min(width, height) >= 300
  return Math.abs(ratio - 1.91) <= 0.0191 && width >= 600 && height >= 314
}

/** Returns the batches of images to upload before the campaign. Empty if all images fit into the mutate. */
export function uploadLoads(images: readonly Image[]): Image[][] {
  const total = images.reduce((sum, { size }) => sum + size, 0)
  if (total <= mostInline) return []
  const loads: Image[][] = []
  let room = 0
  for (const image of images) {
    if (image.size > room) {
      loads.push([])
      room = mostInline
    }
    loads.at(-1)?.push(image)
    room -= image.size
  }
  return loads
}

export async function imageData(images: Images, { from, url, sha256 }: Image): Promise<string> {
  try {
    return (await images.again(url, sha256)).toString('base64')
  } catch (error) {
    if (!(error instanceof NotFetched)) throw error
    throw new ServiceError('IMAGE_NOT_FETCHABLE', { field: from, values: needed, cause: error })
  }
}
