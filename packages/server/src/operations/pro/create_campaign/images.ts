// Uploads the images of new ads before the ads are created.

import { z } from 'zod'
import type { DoneStep } from '../../../journal/plan.ts'
import { defineStep } from '../../../journal/step.ts'
import { PublicFetchError } from '../../../platforms/connector-kit/publicFetch.ts'
import type { ProConnector } from '../../../platforms/pro/connector.ts'
import { ServiceError } from '../../../runtime/errors.ts'
import type { Runtime } from '../../../runtime/runtime.ts'
import { withProImage } from './adParts.ts'
import { type ProAdDraft, proImageData } from './blueprint.ts'
import { proImageErrorValues } from './plan.ts'

export const uploadStep = defineStep('pro', 'upload', {
  dataSchema: proImageData,
  async send({ from, url, sha256 }, { connector, runtime }) {
    const image = await connector.library.uploadImage(
      await fetchImageBytes(connector, { from, url, sha256 }),
      from,
    )
    await waitForImage(connector, image, from, runtime)
    return { upstreamId: image, data: { sha256, image } }
  },
  /** The step can be sent again because an unused image has no effect. */
  async reconcile() {
    return { state: 'not_done' }
  },
})

const uploadOutcome = z.object({ sha256: z.string(), image: z.string() })

export function addUploadedImage(ad: ProAdDraft, doneSteps: readonly DoneStep[]): ProAdDraft {
  if (ad.sha256 === '') return ad
  const images = uploadStep.collectOutcomes(doneSteps).map(({ data }) => uploadOutcome.parse(data))
  return withProImage(ad, images.find(({ sha256 }) => sha256 === ad.sha256)?.image ?? '')
}

async function fetchImageBytes(
  { images }: ProConnector,
  { from, url, sha256 }: z.infer<typeof proImageData>,
): Promise<Buffer> {
  try {
    return await images.getBytes(url, sha256)
  } catch (error) {
    if (!(error instanceof PublicFetchError)) throw error
    throw new ServiceError('IMAGE_NOT_FETCHABLE', { field: from, values: proImageErrorValues, cause: error })
  }
}

const maxAttempts = 10
const attemptIntervalMs = 1000

/** Waits until LinkedIn has processed the image because an ad cannot use the image earlier. */
async function waitForImage(
  { library }: ProConnector,
  urn: string,
  field: string,
  runtime: Runtime,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { status = '' } = (await library.findImage(urn)) ?? {}
    if (status === 'AVAILABLE') return
    if (status === 'PROCESSING_FAILED')
      throw new ServiceError('IMAGE_NOT_FETCHABLE', { field, values: proImageErrorValues })
    if (attempt === maxAttempts) throw new Error('The platform has not finished the image yet.')
    await runtime.pause(attemptIntervalMs)
  }
}
