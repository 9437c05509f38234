// A campaign as it will be made: the request with every reference resolved, every duplicate merged, and for each part the
// member of the request that it comes from.

import { z } from 'zod'

/** Where a part comes from, such as `keywords[3]`. */
const from = z.string()
const place = z.object({ from, id: z.string() })

const keyword = z.object({ from, text: z.string(), matchType: z.enum(['EXACT', 'PHRASE', 'BROAD']) })
export type Keyword = z.infer<typeof keyword>

const ad = z.object({
  from,
  url: z.string(),
  headlines: z.array(z.string()),
  descriptions: z.array(z.string()),
  /** -1 when none is pinned. */
  pinnedHeadline: z.number(),
  pinnedDescription: z.number(),
})

export const image = z.object({ from, url: z.string(), sha256: z.string(), size: z.number() })
export type Image = z.infer<typeof image>

export const blueprint = z.object({
  name: z.string(),
  objective: z.enum(['CONVERSION', 'TRAFFIC']),
  budgetMicros: z.string(),
  startDate: z.string(),
  /** Empty when it is open. */
  endDate: z.string(),
  geoTargetType: z.enum(['PRESENCE', 'PRESENCE_OR_INTEREST']),
  urlSuffix: z.string(),
  locations: z.array(place),
  excludedLocations: z.array(place),
  proximities: z.array(
    z.object({
      from,
      longitude: z.number(),
      latitude: z.number(),
      radius: z.number(),
      units: z.enum(['MILES', 'KILOMETERS']),
    }),
  ),
  languages: z.array(place),
  keywords: z.array(keyword),
  negativeKeywords: z.array(keyword),
  ads: z.array(ad),
  callouts: z.array(z.object({ from, text: z.string() })),
  phone: z.object({ number: z.string(), country: z.string() }).nullable(),
  images: z.array(image),
  /** Empty when there is none. */
  leadFormId: z.string(),
  locationGroupId: z.string(),
  /** Every pair that the account measures, and whether the campaign bids for it. */
  goals: z.array(z.object({ category: z.string(), origin: z.string(), biddable: z.boolean() })),
})
export type Blueprint = z.infer<typeof blueprint>
