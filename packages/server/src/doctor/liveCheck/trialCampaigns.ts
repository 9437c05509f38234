// The trial: one paused campaign per platform is planned, created, read back and
// deleted. Every step calls an operation of the running service, so plans, journal,
// spend limits, approvals and audit apply as for any caller.

import type { OperationName, Platform } from '@adrail/contract'
import type { ServiceApi } from './serviceApi.ts'

export interface TrialOptions {
  readonly userId: string
  /** The ads lead to this site. */
  readonly siteUrl: string
  readonly dailyBudget: string
  /** The date has the format `2026-11-18`. */
  readonly today: string
}

/** The operator confirms this plan. It names objects of the account. */
export interface TrialPlan {
  readonly platform: Platform
  readonly steps: readonly string[]
  readonly planHash: string
  readonly body: Body
}

export interface TrialStep {
  readonly step: 'plan' | 'create' | 'read back' | 'delete' | 'read back after deletion'
  /** The outcome is `ok`, an error code of the API, or a sentence without data of the account. */
  readonly outcome: string
}

type Body = Readonly<Record<string, unknown>>

interface Trial {
  readonly create: OperationName
  readonly list: OperationName
  readonly change: OperationName
  /** The operation finds an object to show in the ads. Undefined if the platform's ads need none. */
  readonly finds: { readonly operation: OperationName; readonly body: Body; readonly in: string } | undefined
  body(found: string, options: TrialOptions): Body
}

/** Campaigns start long after the check, so that nothing is spent even if a platform ignores the pause. */
const startsInDays = 30

const trials: Readonly<Record<Platform, Trial>> = {
  social: {
    create: 'social/create_campaign',
    list: 'social/get_campaigns',
    change: 'social/update_campaign_status',
    finds: { operation: 'social/get_ad_account_media', body: { type: 'IMAGE' }, in: 'media' },
    body: (imageId, { siteUrl }) => ({
      objective: 'TRAFFIC',
      locations: [{ key: 'US', type: 'country' }],
      ads: [{ imageId, primaryText: 'Live check', headline: 'Live check', url: siteUrl }],
    }),
  },
  search: {
    create: 'search/create_search_campaign',
    list: 'search/get_campaigns',
    change: 'search/update_campaign_status',
    finds: undefined,
    body: (_, { siteUrl }) => ({
      objective: 'TRAFFIC',
      locations: ['2840'],
      languages: ['en'],
      callouts: ['Live check'],
      keywords: [{ text: 'live check of an advertising api', match_type: 'EXACT' }],
      ads: [
        {
          url: siteUrl,
          headlines: ['Live check one', 'Live check two', 'Live check three'],
          descriptions: ['Created by a live check.', 'Deleted by the same check.'],
        },
      ],
    }),
  },
  pro: {
    create: 'pro/create_campaign',
    list: 'pro/get_campaigns',
    change: 'pro/update_campaign_status',
    finds: { operation: 'pro/get_page_posts', body: {}, in: 'posts' },
    body: (postId) => ({
      objective: 'ENGAGEMENT',
      locations: ['103644278'],
      ads: [{ postId }],
      notPoliticalAdvertising: true,
    }),
  },
}

/** Plans the campaign of one platform, or returns why that is not possible. Creates nothing. */
export async function planTrial(
  api: ServiceApi,
  platform: Platform,
  options: TrialOptions,
): Promise<TrialPlan | TrialStep> {
  const { create, finds, body: bodyOf } = trials[platform]
  const { userId, dailyBudget, today } = options
  let found = ''
  if (finds !== undefined) {
    const listed = await api.call(finds.operation, { userId, ...finds.body })
    if (!listed.success) return { step: 'plan', outcome: listed.code }
    found = idIn(listOf(listed.results[finds.in])[0])
    if (found === '') return { step: 'plan', outcome: `the account has no ${finds.in} to show in an ad` }
  }
  const body = {
    userId,
    campaignName: `adrail live check ${today}`,
    dailyBudget,
    startDate: daysAfter(today, startsInDays),
    status: 'PAUSED',
    ...bodyOf(found, options),
  }
  const planned = await api.call(create, { ...body, dryRun: true })
  if (!planned.success) return { step: 'plan', outcome: planned.code }
  const { plan, maySpend, planHash } = planned.results
  const steps = listOf(plan).map((step) => textOf(step['says']))
  return {
    platform,
    steps: [...steps, ...(maySpend === undefined ? [] : [textOf(maySpend)])],
    planHash: textOf(planHash),
    body,
  }
}

export async function runTrial(
  api: ServiceApi,
  { platform, planHash, body }: TrialPlan,
): Promise<readonly TrialStep[]> {
  const { create, list, change } = trials[platform]
  const userId = body['userId']
  const steps: TrialStep[] = [{ step: 'plan', outcome: 'ok' }]
  const created = await api.write(create, { ...body, planHash })
  if (!created.success) return [...steps, { step: 'create', outcome: created.code }]
  steps.push({ step: 'create', outcome: 'ok' })
  const campaignId = textOf(created.results['campaignId'])

  const paused = { userId, status: 'PAUSED' }
  const status = await statusIn(api, list, paused, campaignId)
  steps.push({ step: 'read back', outcome: status === 'PAUSED' ? 'ok' : `its status is ${wordOf(status)}` })

  const deleted = await api.write(change, { userId, campaignId, status: 'DELETED' })
  if (!deleted.success) {
    const outcome = `${deleted.code}. The paused campaign still exists: delete it in the platform's own interface`
    return [...steps, { step: 'delete', outcome }]
  }
  steps.push({ step: 'delete', outcome: 'ok' })
  const after = await statusIn(api, list, paused, campaignId)
  const outcome = after === 'MISSING' ? 'ok' : `its status is ${wordOf(after)}`
  return [...steps, { step: 'read back after deletion', outcome }]
}

/**
 * Searches all pages of the list. Returns `MISSING` for an
 * unlisted campaign, or the error code of a failed read.
 */
async function statusIn(
  api: ServiceApi,
  list: OperationName,
  body: Body,
  campaignId: string,
): Promise<string> {
  let pagination = ''
  do {
    const page = await api.call(list, { ...body, ...(pagination === '' ? {} : { pagination }) })
    if (!page.success) return page.code
    const found = listOf(page.results['campaigns']).find((campaign) => idIn(campaign) === campaignId)
    if (found) return textOf(found['status'])
    pagination = textOf(Object(page.results['pagination'])['next'])
  } while (pagination !== '')
  return 'MISSING'
}

/** A status is one word of the API. Any other value could be data of the account and is not shown. */
function wordOf(status: string): string {
  return /^[A-Z_]{1,40}$/.test(status) ? status : 'unknown'
}

function listOf(value: unknown): readonly Body[] {
  return Array.isArray(value) ? value.map(Object) : []
}

function idIn(row: Body | undefined): string {
  return textOf(row?.['id'])
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
