// What the platform answers, as its protocol has it. Members may be missing: counts are while a segment is built.
// https://learn.microsoft.com/en-us/linkedin/marketing/matched-audiences/create-and-manage-segments

export interface DmpSegment {
  readonly id: number
  readonly name: string
  readonly type: string
  readonly sourcePlatform: string
  readonly account: string
  readonly inputCount: number | undefined
  readonly destinations: readonly Destination[]
}

export interface Destination {
  readonly destination: string
  readonly destinationSegmentId: string
  readonly status: string
  readonly audienceSize: number | undefined
  readonly matchedCount: number | undefined
  readonly created: number
  readonly lastModified: number
}

/** https://learn.microsoft.com/en-us/linkedin/marketing/matched-audiences/adsegments */
export interface AdSegment {
  readonly id: number
  readonly name: string
  readonly type: string
  readonly account: string
  readonly status: string
  readonly approximateMemberCount: number | undefined
  /** Audit stamps are objects here, plain numbers in DMP segments. */
  readonly created: number
  readonly lastModified: number
}

/** A refusal. Which members are there differs from resource to resource. */
export interface ProError {
  readonly status: number
  readonly code: string
  readonly serviceErrorCode: number | undefined
  readonly message: string
  readonly wellFormed: boolean
  readonly traceId: string
}
