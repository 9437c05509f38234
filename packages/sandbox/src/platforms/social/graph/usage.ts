// Rate limits: the headers that report a caller's usage, and the refusal when a limit is reached.
// https://developers.facebook.com/docs/graph-api/overview/rate-limiting

import { GraphError } from '../errors.ts'
import type { SocialState } from '../state.ts'
import type { BucketType, GraphRequest, UsageBucket } from './request.ts'

/**
 * Time after which used points are available again: the score of an ad account, an hour of calls, or a day of
 * calls.
 */
const windowSeconds: Readonly<Record<BucketType, number>> = {
  ads_management: 300,
  custom_audience: 300,
  ads_insights: 3600,
  platform: 3600,
  pages: 86_400,
  instagram: 86_400,
  leadgen: 86_400,
}
const pointsPerRead = 1
const pointsPerWrite = 3

const limitErrors: Readonly<
  Record<BucketType, { readonly code: number; readonly subcode?: number; readonly subject: string }>
> = {
  ads_management: { code: 80004, subcode: 2446079, subject: 'to this ad-account' },
  ads_insights: { code: 80000, subcode: 2446079, subject: 'from this ad-account for insights' },
  custom_audience: { code: 80003, subcode: 2446079, subject: 'to this ad-account for custom audiences' },
  pages: { code: 80001, subject: 'to this Page account' },
  instagram: { code: 80002, subject: 'to this Instagram account' },
  leadgen: { code: 80005, subject: 'to this Page for lead forms' },
  platform: { code: 4, subject: 'from this app' },
}

/** Adds the call to a bucket, and refuses the call when the bucket is full. */
export function chargeUsage(request: GraphRequest, type: BucketType, objectId: string): void {
  const key = `${type}:${objectId}`
  if (request.usageBuckets.has(key)) return
  const { social, now } = request
  const usedPoints = computeUsedPoints(social, { type, objectId }, now)
  if (usedPoints >= social.limits.points) {
    const limitError = limitErrors[type]
    request.usageBuckets.set(key, { type, objectId })
    throw new GraphError({
      message: `(#${limitError.code}) There have been too many calls ${limitError.subject}. Wait a bit and try again. For more info, please refer to https://developers.facebook.com/docs/graph-api/overview/rate-limiting.`,
      code: limitError.code,
      ...(limitError.subcode === undefined ? {} : { subcode: limitError.subcode }),
      transient: false,
      userTitle: 'Too many API calls',
      userMessage: `There have been too many calls ${limitError.subject}. Wait a bit and try again.`,
      headers: buildUsageHeaders(request),
    })
  }
  request.usageBuckets.set(key, { type, objectId })
  const cost = request.exchange.method === 'GET' ? pointsPerRead : pointsPerWrite
  social.usage[key] = { points: usedPoints + cost, at: now }
}

function computeUsedPoints(social: SocialState, { type, objectId }: UsageBucket, now: number): number {
  const entry = social.usage[`${type}:${objectId}`]
  if (entry === undefined) return 0
  const elapsedShare = Math.max(0, now - entry.at) / 1000 / windowSeconds[type]
  return elapsedShare >= 1 ? 0 : entry.points * (1 - elapsedShare)
}

export function buildUsageHeaders(request: GraphRequest): Record<string, string> {
  const headers: Record<string, string> = {}
  const businessUsage: Record<string, unknown[]> = {}
  for (const bucket of request.usageBuckets.values()) addUsageHeaders(request, bucket, headers, businessUsage)
  if (Object.keys(businessUsage).length > 0)
    headers['x-business-use-case-usage'] = JSON.stringify(businessUsage)
  return headers
}

function addUsageHeaders(
  request: GraphRequest,
  bucket: UsageBucket,
  headers: Record<string, string>,
  businessUsage: Record<string, unknown[]>,
): void {
  const { social, now } = request
  const points = computeUsedPoints(social, bucket, now)
  const windowLength = windowSeconds[bucket.type]
  const percent = Math.min(100, Math.round((points * 10_000) / social.limits.points) / 100)
  const roundedPercent = Math.min(100, Math.ceil(percent))
  const tier = social.limits.tier
  if (bucket.type === 'platform') {
    headers['x-app-usage'] = JSON.stringify({
      call_count: roundedPercent,
      total_time: roundedPercent >> 1,
      total_cputime: roundedPercent >> 2,
    })
    return
  }
  const regainMinutes = percent >= 100 ? Math.ceil(windowLength / 60) : 0
  const entries = businessUsage[bucket.objectId] ?? []
  entries.push({
    type: bucket.type,
    call_count: roundedPercent,
    total_cputime: roundedPercent >> 1,
    total_time: roundedPercent >> 1,
    estimated_time_to_regain_access: regainMinutes,
    ads_api_access_tier: tier,
  })
  businessUsage[bucket.objectId] = entries
  if (bucket.type === 'ads_management' || bucket.type === 'custom_audience') {
    const resetSeconds = points === 0 ? 0 : windowLength
    headers['x-ad-account-usage'] = JSON.stringify({
      acc_id_util_pct: percent,
      reset_time_duration: resetSeconds,
      ads_api_access_tier: tier,
    })
  }
  if (bucket.type === 'ads_insights') {
    headers['x-fb-ads-insights-throttle'] = JSON.stringify({
      app_id_util_pct: percent,
      acc_id_util_pct: percent,
      ads_api_access_tier: tier,
    })
  }
  if (bucket.type === 'pages') {
    headers['x-page-usage'] = JSON.stringify({
      call_count: roundedPercent,
      total_time: roundedPercent >> 1,
      total_cputime: roundedPercent >> 2,
    })
  }
}
