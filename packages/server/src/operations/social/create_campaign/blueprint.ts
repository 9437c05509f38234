// A campaign as it will be made: the platform's parameters, and for each the member of the request that it comes from.

import { z } from 'zod'

const partDraft = z.object({
  params: z.record(z.string(), z.unknown()),
  /** Members of the request by the platform's parameters. */
  names: z.record(z.string(), z.string()),
})

const imageDraft = z.object({ from: z.string(), url: z.string(), sha256: z.string() })
export type SocialImageDraft = z.infer<typeof imageDraft>

const socialAdDraft = partDraft.extend({
  from: z.string(),
  name: z.string(),
  /** Digest of an image that is uploaded before; empty when there is none. */
  sha256: z.string(),
})
export type SocialAdDraft = z.infer<typeof socialAdDraft>

export const socialBlueprint = z.object({
  name: z.string(),
  campaign: partDraft,
  adSet: partDraft,
  ads: z.array(socialAdDraft),
})
export type SocialBlueprint = z.infer<typeof socialBlueprint>

export const uploadData = imageDraft
