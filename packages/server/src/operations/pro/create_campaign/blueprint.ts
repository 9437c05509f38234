// A campaign as it will be made: the platform's members, and for each the member of the request that it comes from.

import { z } from 'zod'

/** Members of the request by the platform's paths. */
const names = z.record(z.string(), z.string())
const members = z.record(z.string(), z.unknown())

const image = z.object({ from: z.string(), url: z.string(), sha256: z.string() })
export const imageData = image
export type Image = z.infer<typeof image>

/** When it runs, in milliseconds; 0 for no end. */
const schedule = z.object({ start: z.number(), end: z.number() })
export type Schedule = z.infer<typeof schedule>

export const groupData = z.object({ name: z.string(), members, schedule, names })
export type GroupDraft = z.infer<typeof groupData>

export const campaignData = z.object({ members, schedule, names })
export type CampaignDraft = z.infer<typeof campaignData>

export const adData = z.object({
  from: z.string(),
  name: z.string(),
  /** Of the ad itself. */
  members,
  /** Of the post that is made with it; none when one is shown that is there. */
  post: members.optional(),
  headline: z.string(),
  /** Digest of an image that is uploaded before; empty when there is none. */
  sha256: z.string(),
  names,
})
export type AdDraft = z.infer<typeof adData>

export interface Blueprint {
  readonly group: GroupDraft
  readonly campaign: CampaignDraft
  readonly ads: readonly AdDraft[]
  readonly images: readonly Image[]
  readonly conversionIds: readonly string[]
}
