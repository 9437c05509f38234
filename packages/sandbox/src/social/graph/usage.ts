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
  Record<BucketType, { readonly code: number; readonly subcode?: number; readonly what: string }>
> = {
  ads_management: { code: 80004, subcode: 2446079, what: 'to this ad-account' },
  ads_insights: { code: 80000, subcode: 2446079, what: 'from this ad-account for insights' },
  custom_audience: { code: 80003, subcode: 2446079, what: 'to this ad-account for custom audiences' },
  pages: { code: 80001, what: 'to this Page account' },
  instagram: { code: 80002, what: 'to this Instagram account' },
  leadgen: { code: 80005, what: 'to this Page for lead forms' },
  platform: { code: 4, what: 'from this app' },
}

/** Adds the call to a bucket, and refuses the call when the bucket is full. */
export function bill(request: GraphRequest, type: BucketType, object: string): void {
  const key = `${type}:${object}`
  if (request.billed.has(key)) return
  const { social, now } = request
  const used = pointsNow(social, { type, object }, now)
  if (used >= social.limits.points) {
    const refusal = refusals[type]
    request.billed.set(key, { type, object })
    throw new GraphError({
      message: `(#${refusal.code}) There have been too many calls ${refusal.what}. Wait a bit and try again. For more info, please refer to https://developers.facebook.com/docs/graph-api/overview/rate-limiting.`,
      code: refusal.code,
      ...(refusal.subcode === undefined ? {} : { subcode: refusal.subcode }),
      transient: false,
      userTitle: 'Too many API calls',
      userMessage: `There have been too many calls ${refusal.what}. Wait a bit and try again.`,
      headers: usageHeaders(request),
    })
  }
  request.billed.set(key, { type, object })
  const cost = request.exchange.method === 'GET' ? pointsPerRead : pointsPerWrite
  social.usage[key] = { points: used + cost, at: now }
}

function pointsNow(social: SocialState, { type, object }: Billing, now: number): number {
  const entry = social.usage[`${type}:${object}`]
  if (entry === undefined) return 0
  const passed = Math.max(0, now - entry.at) / 1000 / windowSeconds[type]
  return passed >= 1 ? 0 : entry.points * (1 - passed)
}

export function usageHeaders(request: GraphRequest): Record<string, string> {
  const headers: Record<string, string> = {}
  const businessUse: Record<string, unknown[]> = {}
  for (const billing of request.billed.values()) describe(request, billing, headers, businessUse)
  if (Object.keys(businessUse).length > 0) headers['x-business-use-case-usage'] = JSON.stringify(businessUse)
  return headers
}

function describe(
  request: GraphRequest,
  billing: Billing,
  headers: Record<string, string>,
  businessUse: Record<string, unknown[]>,
): void {
  const { social, now } = request
  const points = pointsNow(social, billing, now)
  const window = windowSeconds[billing.type]
  const percent = Math.min(100, Math.round((points * 10_000) / social.limits.points) / 100)
  const whole = Math.min(100, Math.ceil(percent))
  const tier = social.limits.tier
  if (billing.type === 'platform') {
    headers['x-app-usage'] = JSON.stringify({
      call_count: whole,
      total_time: whole >> 1,
      total_cputime: whole >> 2,
    })
    return
  }
  const regainMinutes = percent >= 100 ? Math.ceil(window / 60) : 0
  const entries = businessUse[billing.object] ?? []
  entries.push({
    type: billing.type,
    call_count: whole,
    total_cputime: whole >> 1,
    total_time: whole >> 1,
    estimated_time_to_regain_access: regainMinutes,
    ads_api_access_tier: tier,
  })
  businessUse[billing.object] = entries
  if (billing.type === 'ads_management' || billing.type === 'custom_audience') {
    const reset = points === 0 ? 0 : window
    headers['x-ad-account-usage'] = JSON.stringify({
      acc_id_util_pct: percent,
      reset_time_duration: reset,
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
      call_count: whole,
      total_time: whole >> 1,
      total_cputime: whole >> 2,
    })
  }
}
