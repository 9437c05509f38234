// The planned campaign: the fields sent to LinkedIn, and the request field from which each of them was built.

import { z } from 'zod'

/** Maps LinkedIn's paths to fields of the request. */
const names = z.record(z.string(), z.string())
const members = z.record(z.string(), z.unknown())

const image = z.object({ from: z.string(), url: z.string(), sha256: z.string() })
export const proImageData = image
export type ProImageDraft = z.infer<typeof image>

/** Instants in milliseconds. An end of 0 means no end. */
const schedule = z.object({ start: z.number(), end: z.number() })
export type ProSchedule = z.infer<typeof schedule>

export const groupData = z.object({ name: z.string(), members, schedule, names })
export type GroupDraft = z.infer<typeof groupData>

export const campaignData = z.object({ members, schedule, names })
export type CampaignDraft = z.infer<typeof campaignData>

export const adData = z.object({
  from: z.string(),
  name: z.string(),
  /** Fields of the creative. */
  members,
  /** Fields of the post that is created with the ad. Absent if the ad shows an existing post. */
  post: members.optional(),
  headline: z.string(),
  /** SHA-256 of the image that is uploaded before the ad. Empty without an image. */
  sha256: z.string(),
  names,
})
export type ProAdDraft = z.infer<typeof adData>

export interface ProBlueprint {
  readonly group: GroupDraft
  readonly campaign: CampaignDraft
  readonly ads: readonly ProAdDraft[]
  readonly images: readonly ProImageDraft[]
  readonly conversionIds: readonly string[]
}
