// Parses the usage headers of the platform's responses. Usage is in percent. Block times are in minutes or
// seconds, depending on the header.
// https://developers.facebook.com/docs/graph-api/overview/rate-limiting

import { asList, asObject, asText, valueAt } from '../connector-kit/values.ts'
import type { BucketType } from './wire.ts'

/** A quota bucket: calls of one kind for one ad account, page or photo account, or for the whole app. */
export interface Bucket {
  readonly type: BucketType | 'account_score'
  readonly object: string
}

export const appObject = 'app'
export const appBucket: Bucket = { type: 'platform', object: appObject }

export interface UsageReport {
  readonly bucket: Bucket
  readonly percent: number
  readonly blockedSeconds: number
}

/** All buckets that a call counts in. Ad accounts also have a score, and reports also count for the app. */
export function listBuckets(bucket: Bucket): readonly Bucket[] {
  const { type, object } = bucket
  if (type === 'ads_insights') return [bucket, { type, object: appObject }]
  const hasScore = type === 'ads_management' || type === 'custom_audience'
  return hasScore ? [bucket, { type: 'account_score', object }] : [bucket]
}

export function parseUsageHeaders(
  bucket: Bucket,
  headers: Readonly<Record<string, string>>,
): readonly UsageReport[] {
  return [
    ...parseAccountUsage(bucket, parseHeader(headers['x-ad-account-usage'])),
    ...parseBusinessUsage(bucket, parseHeader(headers['x-business-use-case-usage'])),
    ...parseInsightsUsage(bucket, parseHeader(headers['x-fb-ads-insights-throttle'])),
    ...parseAppUsage(parseHeader(headers['x-app-usage'])),
  ]
}

type UsageHeader = Readonly<Record<string, unknown>> | undefined

function parseAccountUsage({ object }: Bucket, header: UsageHeader): UsageReport[] {
  if (header === undefined) return []
  const percent = toPositiveNumber(header['acc_id_util_pct'])
  const blockedSeconds = percent >= 100 ? toPositiveNumber(header['reset_time_duration']) : 0
  return [{ bucket: { type: 'account_score', object }, percent, blockedSeconds }]
}

function parseBusinessUsage(bucket: Bucket, header: UsageHeader): UsageReport[] {
  return Object.entries(header ?? {}).flatMap(([object, entries]) => {
    // The key is the id of the account or its business. Usage in the response to this call concerns this
    // object.
    if (object !== bucket.object && Object.hasOwn(header ?? {}, bucket.object)) return []
    return asList(entries).flatMap((entry) => {
      const type = bucketTypes.find((bucketType) => bucketType === asText(valueAt(entry, 'type')))
      const blockedSeconds = toPositiveNumber(valueAt(entry, 'estimated_time_to_regain_access')) * 60
      const report = { percent: highestPercent(entry), blockedSeconds }
      return type === undefined ? [] : [{ ...report, bucket: { type, object: bucket.object } }]
    })
  })
}

function parseInsightsUsage({ object }: Bucket, header: UsageHeader): UsageReport[] {
  if (header === undefined) return []
  const report = (bucketObject: string, name: string): UsageReport => ({
    bucket: { type: 'ads_insights', object: bucketObject },
    percent: toPositiveNumber(header[name]),
    blockedSeconds: 0,
  })
  return [report(object, 'acc_id_util_pct'), report(appObject, 'app_id_util_pct')]
}

function parseAppUsage(header: UsageHeader): UsageReport[] {
  return header === undefined
    ? []
    : [{ bucket: appBucket, percent: highestPercent(header), blockedSeconds: 0 }]
}

const bucketTypes: readonly BucketType[] = [
  'ads_management',
  'ads_insights',
  'custom_audience',
  'pages',
  'instagram',
  'leadgen',
]

function highestPercent(entry: unknown): number {
  return Math.max(
    ...['call_count', 'total_cputime', 'total_time'].map((name) => toPositiveNumber(valueAt(entry, name))),
  )
}

/** Some recorded numbers are text. */
function toPositiveNumber(value: unknown): number {
  const parsed = Number(value ?? 0)
  return Number.isFinite(parsed) && parsed > 0 ? parsed : 0
}

function parseHeader(header: string | undefined): UsageHeader {
  if (header === undefined) return undefined
  try {
    return asObject(JSON.parse(header))
  } catch {
    return undefined
  }
}
