// Uploads the images of new ads before the ads are created.

import { z } from 'zod'
import { ServiceError } from '../../../base/errors.ts'
import type { Runtime } from '../../../base/runtime.ts'
import type { DoneStep } from '../../../journal/plan.ts'
import { step } from '../../../journal/write.ts'
import { NotFetched } from '../../../platforms/kit/publicFetch.ts'
import type { ProConnector } from '../../../platforms/pro/connector.ts'
import { withImage } from './adParts.ts'
import { type AdDraft, imageData } from './blueprint.ts'
import { neededImage } from './plan.ts'

export const upload = step('pro', 'upload', {
  data: imageData,
  async send({ from, url, sha256 }, { connector, runtime }) {
    const image = await connector.library.uploadImage(await bytesOf(connector, { from, url, sha256 }), from)
    await requireImage(connector, image, from, runtime)
    return { upstreamId: image, data: { sha256, image } }
  },
  /** The step can be sent again because an unused image has no effect. */
  async find() {
    return { state: 'not_done' }
  },
})

const uploaded = z.object({ sha256: z.string(), image: z.string() })

export function withUpload(ad: AdDraft, done: readonly DoneStep[]): AdDraft {
  if (ad.sha256 === '') return ad
  const images = upload.outcomesIn(done).map(({ data }) => uploaded.parse(data))
  return withImage(ad, images.find(({ sha256 }) => sha256 === ad.sha256)?.image ?? '')
}

async function bytesOf(
  { images }: ProConnector,
  { from, url, sha256 }: z.infer<typeof imageData>,
): Promise<Buffer> {
  try {
    return await images.again(url, sha256)
  } catch (error) {
    if (!(error instanceof NotFetched)) throw error
    throw new ServiceError('IMAGE_NOT_FETCHABLE', { field: from, values: neededImage, cause: error })
  }
}

const looks = 10
const lookMs = 1000

/** Waits until LinkedIn has processed the image because an ad cannot use the image earlier. */
async function requireImage(
  { library }: ProConnector,
  urn: string,
  field: string,
  runtime: Runtime,
): Promise<void> {
  for (let look = 1; ; look++) {
    const { status = '' } = (await library.image(urn)) ?? {}
    if (status === 'AVAILABLE') return
    if (status === 'PROCESSING_FAILED')
      throw new ServiceError('IMAGE_NOT_FETCHABLE', { field, values: neededImage })
    if (look === looks) throw new Error('The platform has not finished the image yet.')
    await runtime.pause(lookMs)
  }
}
