import { isIP } from 'node:net'
import { z } from 'zod'
import { defineStep, reconcileCreation } from '../../journal/step.ts'
import { defineWrite } from '../../journal/write.ts'
import { isInternalName, isPublicAddress } from '../../platforms/connector-kit/addresses.ts'
import { invalidBodyError } from '../../runtime/errors.ts'

const uploadVideoStep = defineStep('social', 'upload_video', {
  /** `name` is empty when the caller provides no name. */
  dataSchema: z.object({ url: z.string(), name: z.string() }),
  createsMarkedObject: true,
  async send({ url, name }, { connector, marker }) {
    return { upstreamId: await connector.library.uploadVideo(url, name, marker) }
  },
  async reconcile(_, context) {
    return reconcileCreation(await context.connector.library.findVideoByMarker(context.marker), context)
  },
})

export const upload_video = defineWrite('social/upload_video', {
  replayWindowMs: 60_000,
  steps: [uploadVideoStep],

  async plan({ url, name = '' }, { connector }) {
    requirePublicUrl(url, connector.sandboxOrigin)
    const { accountId } = connector.selection
    const description = `Upload the video at ${new URL(url).host} to ad account ${accountId}.`
    return {
      steps: [uploadVideoStep.toPlannedStep({ url, name }, description)],
      after: { adAccountId: accountId },
    }
  },

  results: (doneSteps) => ({ videoId: uploadVideoStep.collectOutcomes(doneSteps)[0]?.upstreamId ?? '' }),
})

/** Rejects URLs of internal addresses, although the platform and not adrail fetches the video. */
function requirePublicUrl(url: string, sandboxOrigin: string): void {
  const { protocol, origin, hostname, port, username, password } = new URL(url)
  if (sandboxOrigin !== '' && origin === sandboxOrigin) return
  const refuse = (problem: string) => {
    throw invalidBodyError([{ field: 'url', code: 'NOT_ALLOWED', message: `url ${problem}` }])
  }
  if (protocol !== 'https:') refuse('must begin with https.')
  if (username !== '' || password !== '') refuse('must not contain a user name or password.')
  if (port !== '') refuse('must use port 443.')
  const address = hostname.replace(/^\[|\]$/g, '')
  const isPublic = isIP(address) === 0 ? !isInternalName(address) : isPublicAddress(address)
  if (!isPublic) refuse('must have a public host.')
}
