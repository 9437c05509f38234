import { z } from 'zod'
import { ServiceError } from '../../base/errors.ts'
import type { DoneStep } from '../../journal/plan.ts'
import { step, write } from '../../journal/write.ts'
import { NotFetched } from '../../platforms/kit/publicFetch.ts'
import type { ProConnector } from '../../platforms/pro/connector.ts'
import { organizationOf } from './organization.ts'

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/videos-api */
const partBytes = 4 * 1024 * 1024
const least = 75 * 1024
const most = 500 * 1024 * 1024

const announced = z.object({
  id: z.string(),
  urn: z.string(),
  token: z.string(),
  parts: z.array(z.object({ url: z.string(), from: z.number(), to: z.number() })),
})

const announce = step('pro', 'announce', {
  data: z.object({ size: z.number() }),
  async send({ size }, { connector }) {
    const { id, urn, token, parts } = await connector.library.announceVideo(size)
    const data = { id, urn, token, parts: parts.map(({ url, from, to }) => ({ url, from, to })) }
    return { upstreamId: id, data }
  },
  /** LinkedIn discards uploads that were initialized and not finalized, so the step can be sent again. */
  async find() {
    return { state: 'not_done' }
  },
})

/**
 * The plan has as many steps as LinkedIn usually returns parts. If LinkedIn returns another number, each step
 * uploads its share of the parts.
 */
const sendParts = step('pro', 'send_part', {
  data: z.object({ url: z.string(), size: z.number(), index: z.number(), of: z.number() }),
  async send({ url, size, index, of }, { connector, done }) {
    const { id, parts } = announcedIn(done)
    const sent: string[] = []
    for (const [place, part] of parts.entries()) {
      if (Math.floor((place * of) / parts.length) !== index) continue
      const { bytes, total } = await fetchPart(connector, url, part.from, part.to)
      if (total !== size) throw notFetched('it changed meanwhile')
      sent.push(await connector.library.sendPart(part.url, bytes))
    }
    return { upstreamId: id, data: sent }
  },
  /** Uploading a part twice has no effect, so the step can be sent again. */
  async find() {
    return { state: 'not_done' }
  },
})

const finish = step('pro', 'finish', {
  data: z.object({}),
  readsBack: true,
  async send(_data, { connector, done }) {
    const { id, urn, token } = announcedIn(done)
    const parts = sendParts.outcomesIn(done).flatMap(({ data }) => z.array(z.string()).parse(data))
    await connector.library.finishVideo(urn, token, parts)
    return { upstreamId: id }
  },
  async find(_data, { connector, done }) {
    const { id } = announcedIn(done)
    const video = await connector.library.video(id)
    const isFinished = video !== undefined && video.status !== 'WAITING_UPLOAD'
    return isFinished ? { state: 'done', outcome: { upstreamId: id } } : { state: 'not_done' }
  },
})

/**
 * LinkedIn does not fetch videos from URLs, so adrail downloads and uploads the video part by part. LinkedIn
 * documents no deletion of videos, so the write cannot be undone. An unused video spends nothing.
 */
export const upload_video = write('pro/upload_video', {
  replayForMs: 60_000,
  steps: [announce, sendParts, finish],

  async plan({ url }, { connector }) {
    organizationOf(connector)
    const { bytes, total: size } = await fetchPart(connector, url, 0, 1023)
    // https://developer.apple.com/documentation/quicktime-file-format/file_type_compatibility_atom
    if (bytes.subarray(4, 8).toString('latin1') !== 'ftyp') throw notFetched('no MP4')
    if (size < least || size > most) throw notFetched(`${size} bytes`)
    const of = Math.ceil(size / partBytes)
    return {
      steps: [
        announce.plan({ size }, `Announce a video of ${size} bytes.`),
        ...Array.from({ length: of }, (_, index) =>
          sendParts.plan(
            { url, size, index, of },
            `Send part ${index + 1} of ${of} from ${new URL(url).host}.`,
          ),
        ),
        finish.plan({}, 'Say that all of it was sent.'),
      ],
      after: { size },
    }
  },

  results: (done) => ({ videoId: announce.outcomesIn(done)[0]?.upstreamId ?? '' }),
})

function announcedIn(done: readonly DoneStep[]): z.infer<typeof announced> {
  return announced.parse(announce.outcomesIn(done)[0]?.data)
}

async function fetchPart({ videos }: ProConnector, url: string, from: number, to: number) {
  try {
    return await videos.part(url, from, to)
  } catch (error) {
    if (!(error instanceof NotFetched)) throw error
    throw notFetched(error.message, error.problem)
  }
}

/**
 * All failures have the same error text, so that callers cannot probe internal addresses. Only problems of
 * the URL itself are named.
 */
function notFetched(note: string, wrong?: string): ServiceError {
  const because = wrong === undefined ? '' : `: ${wrong}`
  const problem = `url could not be fetched as a video${because}. It must be a public https URL of an MP4 of 75 kB to 500 MB, on a server that sends parts of files.`
  return new ServiceError('REFERENCE_NOT_FOUND', { field: 'url', values: { problem }, note })
}
