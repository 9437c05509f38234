// Uploads images as a caller of the service.

import { expectSuccess } from './expectations.ts'
import type { SuccessResults, TestService } from './service.ts'

/** Uploads an image, and expects success. */
export async function uploadImage(
  service: TestService,
  bytes: Buffer,
  apiKey?: string,
): Promise<SuccessResults<'media/upload_image'>> {
  return expectSuccess('media/upload_image', await service.post('media/upload_image', bytes, apiKey))
}
