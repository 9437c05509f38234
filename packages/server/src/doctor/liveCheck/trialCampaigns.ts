// The trial: one paused campaign per platform is planned, created, read back and
// deleted. Every step calls an operation of the running service, so plans, journal,
// spend limits, approvals and audit apply as for any caller.

import type { OperationName, Platform } from '@adrail/contract'
import type { TrialBody } from '../../platforms/connector-kit/doctorChecks.ts'
import { definitionOf } from '../../platforms/index.ts'
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
  readonly body: TrialBody
}

export interface TrialStep {
  readonly step: 'plan' | 'create' | 'read back' | 'delete' | 'read back after deletion'
  /** The outcome is `ok`, an error code of the API, or a sentence without data of the account. */
  readonly outcome: string
}

/** Campaigns start long after the check, so that nothing is spent even if a platform ignores the pause. */
const startsInDays = 30

/** Plans the campaign of one platform, or returns why that is not possible. Creates nothing. */
export async function planTrial(
  api: ServiceApi,
  platform: Platform,
  options: TrialOptions,
): Promise<TrialPlan | TrialStep> {
  const { trialCampaign } = await definitionOf(platform).loadDoctorChecks()
  const { create, adContent, buildBody } = trialCampaign
  const { userId, siteUrl, dailyBudget, today } = options
  let contentId = ''
  if (adContent !== undefined) {
    const response = await api.call(adContent.operation, { userId, ...adContent.body })
    if (!response.success) return { step: 'plan', outcome: response.code }
    contentId = readId(toRecords(response.results[adContent.listField])[0])
    if (contentId === '')
      return { step: 'plan', outcome: `the account has no ${adContent.listField} to show in an ad` }
  }
  const body = {
    userId,
    campaignName: `adrail live check ${today}`,
    dailyBudget,
    startDate: addDays(today, startsInDays),
    status: 'PAUSED',
    ...buildBody(contentId, siteUrl),
  }
  const planned = await api.call(create, { ...body, dryRun: true })
  if (!planned.success) return { step: 'plan', outcome: planned.code }
  const { plan, maySpend, planHash } = planned.results
  const steps = toRecords(plan).map((step) => toText(step['says']))
  return {
    platform,
    steps: [...steps, ...(maySpend === undefined ? [] : [toText(maySpend)])],
    planHash: toText(planHash),
    body,
  }
}

export async function runTrial(
  api: ServiceApi,
  { platform, planHash, body }: TrialPlan,
): Promise<readonly TrialStep[]> {
  const { trialCampaign } = await definitionOf(platform).loadDoctorChecks()
  const { create, list, change } = trialCampaign
  const userId = body['userId']
  const steps: TrialStep[] = [{ step: 'plan', outcome: 'ok' }]
  const created = await api.write(create, { ...body, planHash })
  if (!created.success) return [...steps, { step: 'create', outcome: created.code }]
  steps.push({ step: 'create', outcome: 'ok' })
  const campaignId = toText(created.results['campaignId'])

  const paused = { userId, status: 'PAUSED' }
  const status = await findStatus(api, list, paused, campaignId)
  steps.push({
    step: 'read back',
    outcome: status === 'PAUSED' ? 'ok' : `the status is ${toStatusWord(status)}`,
  })

  const deleted = await api.write(change, { userId, campaignId, status: 'DELETED' })
  if (!deleted.success) {
    const outcome = `${deleted.code}. The paused campaign still exists: delete it in the platform's ads manager`
    return [...steps, { step: 'delete', outcome }]
  }
  steps.push({ step: 'delete', outcome: 'ok' })
  const finalStatus = await findStatus(api, list, paused, campaignId)
  const outcome = finalStatus === 'MISSING' ? 'ok' : `the status is ${toStatusWord(finalStatus)}`
  return [...steps, { step: 'read back after deletion', outcome }]
}

/**
 * Searches all pages of the list. Returns `MISSING` for an
 * unlisted campaign, or the error code of a failed read.
 */
async function findStatus(
  api: ServiceApi,
  list: OperationName,
  body: TrialBody,
  campaignId: string,
): Promise<string> {
  let pagination = ''
  do {
    const page = await api.call(list, { ...body, ...(pagination === '' ? {} : { pagination }) })
    if (!page.success) return page.code
    const match = toRecords(page.results['campaigns']).find((campaign) => readId(campaign) === campaignId)
    if (match) return toText(match['status'])
    pagination = toText(Object(page.results['pagination'])['next'])
  } while (pagination !== '')
  return 'MISSING'
}

/** A status is one word of the API. Any other value could be data of the account and is not shown. */
function toStatusWord(status: string): string {
  return /^[A-Z_]{1,40}$/.test(status) ? status : 'unknown'
}

function toRecords(value: unknown): readonly TrialBody[] {
  return Array.isArray(value) ? value.map(Object) : []
}

function readId(row: TrialBody | undefined): string {
  return toText(row?.['id'])
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
