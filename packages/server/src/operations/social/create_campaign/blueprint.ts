// A campaign as it will be made: the platform's parameters, and for each the member of the request that it comes from.

import { z } from 'zod'

const draft = z.object({
  params: z.record(z.string(), z.unknown()),
  /** Members of the request by the platform's parameters. */
  names: z.record(z.string(), z.string()),
})

const image = z.object({ from: z.string(), url: z.string(), sha256: z.string() })
export type Image = z.infer<typeof image>

const adDraft = draft.extend({
  from: z.string(),
  name: z.string(),
  /** Digest of an image that is uploaded before; empty when there is none. */
  sha256: z.string(),
})
export type AdDraft = z.infer<typeof adDraft>

export const blueprint = z.object({
  name: z.string(),
  campaign: draft,
  adSet: draft,
  ads: z.array(adDraft),
})
export type Blueprint = z.infer<typeof blueprint>

export const uploadData = image
