// A campaign as it will be made: the request with every reference resolved, every duplicate merged, and for each part the
// member of the request that it comes from.

export type Blueprint = {
  readonly accountId: string
  readonly name: string
  readonly objective: 'CONVERSION' | 'TRAFFIC'
  readonly budgetMicros: string
  readonly startDate: string
  /** Empty when it is open. */
  readonly endDate: string
  readonly geoTargetType: 'PRESENCE' | 'PRESENCE_OR_INTEREST'
  readonly urlSuffix: string
  readonly locations: readonly From<{ readonly id: string }>[]
  readonly excludedLocations: readonly From<{ readonly id: string }>[]
  readonly proximities: readonly From<{
    readonly longitude: number
    readonly latitude: number
    readonly radius: number
    readonly units: 'MILES' | 'KILOMETERS'
  }>[]
  readonly languages: readonly From<{ readonly id: string }>[]
  readonly keywords: readonly From<Keyword>[]
  readonly negativeKeywords: readonly From<Keyword>[]
  readonly ads: readonly From<Ad>[]
  readonly callouts: readonly From<{ readonly text: string }>[]
  readonly phone: { readonly number: string; readonly country: string } | null
  readonly images: readonly From<Image>[]
  /** Empty when there is none. */
  readonly leadFormId: string
  readonly locationGroupId: string
  /** Every pair that the account measures, and whether the campaign bids for it. */
  readonly goals: readonly {
    readonly category: string
    readonly origin: string
    readonly biddable: boolean
  }[]
}

/** Where a part comes from, such as `keywords[3]`. */
export type From<Value> = Value & { readonly from: string }

export type Keyword = { readonly text: string; readonly matchType: 'EXACT' | 'PHRASE' | 'BROAD' }

export type Ad = {
  readonly url: string
  readonly headlines: readonly string[]
  readonly descriptions: readonly string[]
  /** -1 when none is pinned. */
  readonly pinnedHeadline: number
  readonly pinnedDescription: number
}

export type Image = { readonly url: string; readonly sha256: string; readonly size: number }
