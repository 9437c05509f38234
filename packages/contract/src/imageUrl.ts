// URLs of images: public addresses, and images that callers uploaded to adrail.

import { z } from 'zod'
import { fitsInBytes, isWebUrl, violationParams } from './values.ts'

const mediaUrlPrefix = 'adrail://media/'
const mediaIdPattern = /^img_[0-9a-z]{26}$/

export function toMediaUrl(mediaId: string): string {
  return mediaUrlPrefix + mediaId
}

/** Returns the id of an uploaded image. Returns undefined for any other URL. */
export function parseMediaUrl(url: string): string | undefined {
  const mediaId = url.startsWith(mediaUrlPrefix) ? url.slice(mediaUrlPrefix.length) : ''
  return mediaIdPattern.test(mediaId) ? mediaId : undefined
}

/** The operation whose results contain a URL that fields with `x-upload` accept. */
export const uploadOperation = 'media/upload_image'

/** The URL of an uploaded image. The store decides whether the image exists. */
export const mediaUrl = z
  .string()
  .refine(
    (value) => parseMediaUrl(value) !== undefined,
    violationParams('MALFORMED', 'must be the URL of an uploaded image, such as adrail://media/img_….'),
  )
  .meta({ pattern: '^adrail://media/img_[0-9a-z]{26}$' })

/** An image that adrail fetches from a public address, or that the caller uploaded. */
export const imageUrl = (max: number) =>
  z
    .string()
    .refine(
      (value) => isWebUrl(value) || parseMediaUrl(value) !== undefined,
      violationParams(
        'MALFORMED',
        'must be an absolute http or https URL, or the URL of an uploaded image (adrail://media/…).',
      ),
    )
    .refine((value) => fitsInBytes(value, max), violationParams('TOO_LONG', `may have at most ${max} bytes.`))
    .meta({ format: 'uri', maxLength: max, 'x-upload': uploadOperation })
