// Fetches the images of new ads.

import type { z } from 'zod'
import { PublicFetchError } from '../../../platforms/connector-kit/publicFetch.ts'
import type { SocialConnector } from '../../../platforms/social/connector.ts'
import { ServiceError } from '../../../runtime/errors.ts'
import type { uploadData } from './blueprint.ts'
import { socialImageErrorValues } from './plan.ts'

export async function fetchSocialImageBase64(
  { images }: SocialConnector,
  { from, url, sha256 }: z.infer<typeof uploadData>,
): Promise<string> {
  try {
    return (await images.getBytes(url, sha256)).toString('base64')
  } catch (error) {
    if (!(error instanceof PublicFetchError)) throw error
    throw new ServiceError('IMAGE_NOT_FETCHABLE', {
      field: from,
      values: socialImageErrorValues,
      cause: error,
    })
  }
}
