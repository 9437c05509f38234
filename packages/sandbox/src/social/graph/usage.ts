// Rate limits: the headers that report a caller's usage, and the refusal when a limit is reached.
// https://developers.facebook.com/docs/graph-api/overview/rate-limiting

import { GraphError } from '../errors.ts'
import type { SocialState } from '../state.ts'
import type { Billing, BucketType, GraphRequest } from './request.ts'

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

const refusals: Readonly<
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
export function bill(request: GraphRequest, type: BucketType, object: string): void {
  const key = `${type}:${object}`
  if (request.billings.has(key)) return
  const { social, now } = request
  const usedPoints = currentPoints(social, { type, object }, now)
  if (usedPoints >= social.limits.points) {
    const refusal = refusals[type]
    request.billings.set(key, { type, object })
    throw new GraphError({
      message: `(#${refusal.code}) There have been too many calls ${refusal.subject}. Wait a bit and try again. For more info, please refer to https://developers.facebook.com/docs/graph-api/overview/rate-limiting.`,
      code: refusal.code,
      ...(refusal.subcode === undefined ? {} : { subcode: refusal.subcode }),
      transient: false,
      userTitle: 'Too many API calls',
      userMessage: `There have been too many calls ${refusal.subject}. Wait a bit and try again.`,
      headers: usageHeaders(request),
    })
  }
  request.billings.set(key, { type, object })
  const cost = request.exchange.method === 'GET' ? pointsPerRead : pointsPerWrite
  social.usage[key] = { points: usedPoints + cost, at: now }
}

function currentPoints(social: SocialState, { type, object }: Billing, now: number): number {
  const entry = social.usage[`${type}:${object}`]
  if (entry === undefined) return 0
  const elapsedShare = Math.max(0, now - entry.at) / 1000 / windowSeconds[type]
  return elapsedShare >= 1 ? 0 : entry.points * (1 - elapsedShare)
}

export function usageHeaders(request: GraphRequest): Record<string, string> {
  const headers: Record<string, string> = {}
  const businessUsage: Record<string, unknown[]> = {}
  for (const billing of request.billings.values()) addUsageHeaders(request, billing, headers, businessUsage)
  if (Object.keys(businessUsage).length > 0)
    headers['x-business-use-case-usage'] = JSON.stringify(businessUsage)
  return headers
}

function addUsageHeaders(
  request: GraphRequest,
  billing: Billing,
  headers: Record<string, string>,
  businessUsage: Record<string, unknown[]>,
): void {
  const { social, now } = request
  const points = currentPoints(social, billing, now)
  const windowLength = windowSeconds[billing.type]
  const percent = Math.min(100, Math.round((points * 10_000) / social.limits.points) / 100)
  const roundedPercent = Math.min(100, Math.ceil(percent))
  const tier = social.limits.tier
  if (billing.type === 'platform') {
    headers['x-app-usage'] = JSON.stringify({
      call_count: roundedPercent,
      total_time: roundedPercent >> 1,
      total_cputime: roundedPercent >> 2,
    })
    return
  }
  const regainMinutes = percent >= 100 ? Math.ceil(windowLength / 60) : 0
  const entries = businessUsage[billing.object] ?? []
  entries.push({
    type: billing.type,
    call_count: roundedPercent,
    total_cputime: roundedPercent >> 1,
    total_time: roundedPercent >> 1,
    estimated_time_to_regain_access: regainMinutes,
    ads_api_access_tier: tier,
  })
  businessUsage[billing.object] = entries
  if (billing.type === 'ads_management' || billing.type === 'custom_audience') {
    const resetSeconds = points === 0 ? 0 : windowLength
    headers['x-ad-account-usage'] = JSON.stringify({
      acc_id_util_pct: percent,
      reset_time_duration: resetSeconds,
      ads_api_access_tier: tier,
    })
  }
  if (billing.type === 'ads_insights') {
    headers['x-fb-ads-insights-throttle'] = JSON.stringify({
      app_id_util_pct: percent,
      acc_id_util_pct: percent,
      ads_api_access_tier: tier,
    })
  }
  if (billing.type === 'pages') {
    headers['x-page-usage'] = JSON.stringify({
      call_count: roundedPercent,
      total_time: roundedPercent >> 1,
      total_cputime: roundedPercent >> 2,
    })
  }
}
