import { isIP } from 'node:net'
import { z } from 'zod'
import { invalidBody } from '../../base/errors.ts'
import { foundLater, step, write } from '../../journal/write.ts'
import { isInwardName, isPublicAddress } from '../../platforms/kit/addresses.ts'

const uploadVideo = step('social', 'upload_video', {
  /** `name` is empty when the caller gave none. */
  data: z.object({ url: z.string(), name: z.string() }),
  creates: true,
  async send({ url, name }, { connector, marker }) {
    return { upstreamId: await connector.uploadVideo(url, name, marker) }
  },
  async find(_, step) {
    return foundLater(await step.connector.findVideo(step.marker), step)
  },
})

export const upload_video = write('social/upload_video', {
  replayForMs: 60_000,
  steps: [uploadVideo],

  async plan({ url, name = '' }, { connector }) {
    requirePublic(url, connector.sandboxOrigin)
    const { adAccountId } = connector.selection
    const says = `Hand the video at ${new URL(url).host} to ad account ${adAccountId}.`
    return { steps: [uploadVideo.plan({ url, name }, says)], after: { adAccountId } }
  },

  results: (done) => ({ videoId: uploadVideo.outcomesIn(done)[0]?.upstreamId ?? '' }),
})

/** The platform fetches it, not we; all the same nothing that leads inwards is handed on. */
function requirePublic(url: string, sandboxOrigin: string): void {
  const { protocol, origin, hostname, port, username, password } = new URL(url)
  if (sandboxOrigin !== '' && origin === sandboxOrigin) return
  const refuse = (problem: string) => {
    throw invalidBody([{ field: 'url', code: 'NOT_ALLOWED', message: `url ${problem}` }])
  }
  if (protocol !== 'https:') refuse('must begin with https.')
  if (username !== '' || password !== '') refuse('must not carry a user name or password.')
  if (port !== '') refuse('must use the usual port.')
  const address = hostname.replace(/^\[|\]$/g, '')
  const isPublic = isIP(address) === 0 ? !isInwardName(address) : isPublicAddress(address)
  if (!isPublic) refuse('must be on the public internet.')
}
