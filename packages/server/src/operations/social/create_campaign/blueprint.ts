// Blueprint of a campaign: the platform's parameters and the request field that each parameter comes from.

import { z } from 'zod'

const partDraft = z.object({
  params: z.record(z.string(), z.unknown()),
  /** Request fields by platform parameter. */
  names: z.record(z.string(), z.string()),
})

const imageDraft = z.object({ from: z.string(), url: z.string(), sha256: z.string() })
export type SocialImageDraft = z.infer<typeof imageDraft>

const socialAdDraft = partDraft.extend({
  from: z.string(),
  name: z.string(),
  /** Digest of an image that adrail uploads first. Empty when the ad needs no upload. */
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
