import { isIP } from 'node:net'
import { invalidBody } from '../../base/errors.ts'
import { type Step, write } from '../../journal/write.ts'
import { isInwardName, isPublicAddress } from '../../platforms/kit/addresses.ts'
import { findingOf } from './quiet.ts'

interface Upload {
  readonly [name: string]: string
  readonly userId: string
  readonly url: string
  /** Empty when the caller gave none. */
  readonly name: string
}

const uploadVideo: Step = {
  async send({ data, marker, ctx }) {
    const { userId, url, name } = data as Upload
    const social = await ctx.connect(userId, 'social')
    return { upstreamId: await social.uploadVideo(url, name === '' ? undefined : name, marker) }
  },
  async find(step) {
    const social = await step.ctx.connect((step.data as Upload).userId, 'social')
    return findingOf(await social.findVideo(step.marker), step)
  },
}

export const upload_video = write<'social/upload_video'>({
  async plan({ userId, url, name = '' }, ctx) {
    const social = await ctx.connect(userId, 'social')
    requirePublic(url, social.sandboxOrigin)
    const data: Upload = { userId, url, name }
    const says = `Hand the video at ${new URL(url).host} to ad account ${social.selection.adAccountId}.`
    return {
      steps: [{ name: 'upload_video', says, data }],
      after: { adAccountId: social.selection.adAccountId },
    }
  },

  steps: { upload_video: uploadVideo },
  results: (done) => ({ videoId: done['upload_video']?.upstreamId ?? '' }),
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
