// What the platform's answers tell of its allowances. Percents everywhere; how long it blocks, in minutes here and seconds there.
// https://developers.facebook.com/docs/graph-api/overview/rate-limiting

import { asList, asObject, asText, at } from '../kit/values.ts'
import type { BucketType } from './wire.ts'

/** An allowance: calls of one kind about one ad account, page or photo account, or of the whole app. */
export interface Bucket {
  readonly type: BucketType | 'account_score'
  readonly object: string
}

export const app = 'app'
export const appBucket: Bucket = { type: 'platform', object: app }

export interface Told {
  readonly bucket: Bucket
  readonly percent: number
  readonly blockedSeconds: number
}

/** All allowances that a call counts in: ad accounts have a score besides, and reports are counted for the app as well. */
export function bucketsOf(bucket: Bucket): readonly Bucket[] {
  const { type, object } = bucket
  if (type === 'ads_insights') return [bucket, { type, object: app }]
  const hasScore = type === 'ads_management' || type === 'custom_audience'
  return hasScore ? [bucket, { type: 'account_score', object }] : [bucket]
}

export function toldIn(bucket: Bucket, headers: Readonly<Record<string, string>>): readonly Told[] {
  return [
    ...ofAccount(bucket, jsonIn(headers['x-ad-account-usage'])),
    ...ofBusiness(bucket, jsonIn(headers['x-business-use-case-usage'])),
    ...ofReports(bucket, jsonIn(headers['x-fb-ads-insights-throttle'])),
    ...ofApp(jsonIn(headers['x-app-usage'])),
  ]
}

type Header = Readonly<Record<string, unknown>> | undefined

function ofAccount({ object }: Bucket, header: Header): Told[] {
  if (header === undefined) return []
  const percent = number(header['acc_id_util_pct'])
  const blockedSeconds = percent >= 100 ? number(header['reset_time_duration']) : 0
  return [{ bucket: { type: 'account_score', object }, percent, blockedSeconds }]
}

function ofBusiness(bucket: Bucket, header: Header): Told[] {
  return Object.entries(header ?? {}).flatMap(([object, entries]) => {
    // The key is the account's or its business's: what an answer to this call tells concerns this object.
    if (object !== bucket.object && Object.hasOwn(header ?? {}, bucket.object)) return []
    return asList(entries).flatMap((entry) => {
      const type = types.find((known) => known === asText(at(entry, 'type')))
      const blockedSeconds = number(at(entry, 'estimated_time_to_regain_access')) * 60
      const told = { percent: percentIn(entry), blockedSeconds }
      return type === undefined ? [] : [{ ...told, bucket: { type, object: bucket.object } }]
    })
  })
}

function ofReports({ object }: Bucket, header: Header): Told[] {
  if (header === undefined) return []
  const told = (of: string, name: string): Told => ({
    bucket: { type: 'ads_insights', object: of },
    percent: number(header[name]),
    blockedSeconds: 0,
  })
  return [told(object, 'acc_id_util_pct'), told(app, 'app_id_util_pct')]
}

function ofApp(header: Header): Told[] {
  return header === undefined ? [] : [{ bucket: appBucket, percent: percentIn(header), blockedSeconds: 0 }]
}

const types: readonly BucketType[] = [
  'ads_management',
  'ads_insights',
  'custom_audience',
  'pages',
  'instagram',
  'leadgen',
]

function percentIn(entry: unknown): number {
  return Math.max(...['call_count', 'total_cputime', 'total_time'].map((name) => number(at(entry, name))))
}

/** Numbers have come as text as well. */
function number(value: unknown): number {
  const read = Number(value ?? 0)
  return Number.isFinite(read) && read > 0 ? read : 0
}

function jsonIn(header: string | undefined): Header {
  if (header === undefined) return undefined
  try {
    return asObject(JSON.parse(header))
  } catch {
    return undefined
  }
}
