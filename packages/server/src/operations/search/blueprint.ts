// The planned campaign: references are resolved, duplicates are merged, and each part names the request field
// from which the part was built.

import { z } from 'zod'

/** The request field of a part, such as `keywords[3]`. */
const from = z.string()
const reference = z.object({ from, id: z.string() })

const keyword = z.object({ from, text: z.string(), matchType: z.enum(['EXACT', 'PHRASE', 'BROAD']) })
export type Keyword = z.infer<typeof keyword>

const ad = z.object({
  from,
  url: z.string(),
  headlines: z.array(z.string()),
  descriptions: z.array(z.string()),
  /** The value is -1 if no headline is pinned. */
  pinnedHeadline: z.number(),
  pinnedDescription: z.number(),
})

export const searchImage = z.object({ from, url: z.string(), sha256: z.string(), size: z.number() })
export type SearchImageDraft = z.infer<typeof searchImage>

export const searchBlueprint = z.object({
  name: z.string(),
  objective: z.enum(['CONVERSION', 'TRAFFIC']),
  budgetMicros: z.string(),
  startDate: z.string(),
  /** Empty without an end date. */
  endDate: z.string(),
  geoTargetType: z.enum(['PRESENCE', 'PRESENCE_OR_INTEREST']),
  urlSuffix: z.string(),
  locations: z.array(reference),
  excludedLocations: z.array(reference),
  proximities: z.array(
    z.object({
      from,
      longitude: z.number(),
      latitude: z.number(),
      radius: z.number(),
      units: z.enum(['MILES', 'KILOMETERS']),
    }),
  ),
  languages: z.array(reference),
  keywords: z.array(keyword),
  negativeKeywords: z.array(keyword),
  ads: z.array(ad),
  callouts: z.array(z.object({ from, text: z.string() })),
  phone: z.object({ number: z.string(), country: z.string() }).nullable(),
  images: z.array(searchImage),
  /** Empty without a lead form. */
  leadFormId: z.string(),
  locationGroupId: z.string(),
  /** Every conversion goal of the account, and whether the campaign bids for the goal. */
  goals: z.array(z.object({ category: z.string(), origin: z.string(), biddable: z.boolean() })),
})
export type SearchBlueprint = z.infer<typeof searchBlueprint>
