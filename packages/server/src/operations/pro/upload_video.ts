import { z } from 'zod'
import type { DoneStep } from '../../journal/plan.ts'
import { defineStep } from '../../journal/step.ts'
import { defineWrite } from '../../journal/write.ts'
import { PublicFetchError } from '../../platforms/connector-kit/publicFetch.ts'
import type { ProConnector } from '../../platforms/pro/connector.ts'
import { ServiceError } from '../../runtime/errors.ts'
import { requireOrganizationUrn } from './organization.ts'

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/videos-api */
const partBytes = 4 * 1024 * 1024
const minBytes = 75 * 1024
const maxBytes = 500 * 1024 * 1024

const announcementData = z.object({
  id: z.string(),
  urn: z.string(),
  token: z.string(),
  parts: z.array(z.object({ url: z.string(), from: z.number(), to: z.number() })),
})

const announceStep = defineStep('pro', 'announce', {
  dataSchema: z.object({ size: z.number() }),
  async send({ size }, { connector }) {
    const { id, urn, token, parts } = await connector.library.initializeVideo(size)
    const data = { id, urn, token, parts: parts.map(({ url, from, to }) => ({ url, from, to })) }
    return { upstreamId: id, data }
  },
  /** LinkedIn discards uploads that were initialized and not finalized, so the step can be sent again. */
  async reconcile() {
    return { state: 'not_done' }
  },
})

/**
 * The plan has as many steps as LinkedIn usually returns parts. If LinkedIn returns another number, each step
 * uploads its share of the parts.
 */
const sendPartsStep = defineStep('pro', 'send_part', {
  dataSchema: z.object({ url: z.string(), size: z.number(), index: z.number(), of: z.number() }),
  async send({ url, size, index, of }, { connector, doneSteps }) {
    const { id, parts } = parseAnnouncement(doneSteps)
    const etags: string[] = []
    for (const [partIndex, part] of parts.entries()) {
      if (Math.floor((partIndex * of) / parts.length) !== index) continue
      const { bytes, total } = await fetchPart(connector, url, part.from, part.to)
      if (total !== size) throw toNotFetchedError('it has changed')
      etags.push(await connector.library.uploadPart(part.url, bytes))
    }
    return { upstreamId: id, data: etags }
  },
  /** Uploading a part twice has no effect, so the step can be sent again. */
  async reconcile() {
    return { state: 'not_done' }
  },
})

const finishStep = defineStep('pro', 'finish', {
  dataSchema: z.object({}),
  needsVerification: true,
  async send(_data, { connector, doneSteps }) {
    const { id, urn, token } = parseAnnouncement(doneSteps)
    const parts = sendPartsStep
      .collectOutcomes(doneSteps)
      .flatMap(({ data }) => z.array(z.string()).parse(data))
    await connector.library.finalizeVideo(urn, token, parts)
    return { upstreamId: id }
  },
  async reconcile(_data, { connector, doneSteps }) {
    const { id } = parseAnnouncement(doneSteps)
    const video = await connector.library.findVideo(id)
    const isFinished = video !== undefined && video.status !== 'WAITING_UPLOAD'
    return isFinished ? { state: 'done', outcome: { upstreamId: id } } : { state: 'not_done' }
  },
})

/**
 * LinkedIn does not fetch videos from URLs, so adrail downloads and uploads the video part by part. LinkedIn
 * documents no deletion of videos, so the write cannot be undone. An unused video spends nothing.
 */
export const upload_video = defineWrite('pro/upload_video', {
  replayWindowMs: 60_000,
  steps: [announceStep, sendPartsStep, finishStep],

  async plan({ url }, { connector }) {
    requireOrganizationUrn(connector)
    const { bytes, total: size } = await fetchPart(connector, url, 0, 1023)
    // https://developer.apple.com/documentation/quicktime-file-format/file_type_compatibility_atom
    if (bytes.subarray(4, 8).toString('latin1') !== 'ftyp') throw toNotFetchedError('it is not an MP4')
    if (size < minBytes || size > maxBytes) throw toNotFetchedError(`${size} bytes`)
    const partCount = Math.ceil(size / partBytes)
    return {
      steps: [
        announceStep.toPlannedStep({ size }, `Register a video of ${size} bytes.`),
        ...Array.from({ length: partCount }, (_, index) =>
          sendPartsStep.toPlannedStep(
            { url, size, index, of: partCount },
            `Send part ${index + 1} of ${partCount} from ${new URL(url).host}.`,
          ),
        ),
        finishStep.toPlannedStep({}, 'Complete the upload.'),
      ],
      after: { size },
    }
  },

  results: (doneSteps) => ({ videoId: announceStep.collectOutcomes(doneSteps)[0]?.upstreamId ?? '' }),
})

function parseAnnouncement(doneSteps: readonly DoneStep[]): z.infer<typeof announcementData> {
  return announcementData.parse(announceStep.collectOutcomes(doneSteps)[0]?.data)
}

async function fetchPart({ videoFetcher }: ProConnector, url: string, from: number, to: number) {
  try {
    return await videoFetcher.fetchRange(url, from, to)
  } catch (error) {
    if (!(error instanceof PublicFetchError)) throw error
    throw toNotFetchedError(error.message, error.problem)
  }
}

/**
 * All failures have the same error text, so that callers cannot probe internal addresses. Only problems of
 * the URL itself are named.
 */
function toNotFetchedError(note: string, urlProblem?: string): ServiceError {
  const suffix = urlProblem === undefined ? '' : `: ${urlProblem}`
  const problem = `url could not be fetched as a video${suffix}. Nothing changed. Send a public https URL of an MP4 of 75 kB to 500 MB, on a server that supports range requests.`
  return new ServiceError('REFERENCE_NOT_FOUND', { field: 'url', values: { problem }, note })
}
