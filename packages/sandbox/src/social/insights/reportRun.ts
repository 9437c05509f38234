// Report runs: created, processed as the clock advances, and read afterwards.
// https://developers.facebook.com/docs/marketing-api/insights/best-practices#asynchronous

import { GraphError, invalid, missing } from '../errors.ts'
import { parseFieldList } from '../graph/fieldList.ts'
import { addressed, askedFields } from '../graph/nodeKind.ts'
import { byPosition } from '../graph/paging.ts'
import { type GraphRequest, Params } from '../graph/request.ts'
import { bill } from '../graph/usage.ts'
import type { Ad, AdSet, Campaign, ReportRun } from '../state.ts'
import { rowKind } from './measures.ts'
import { type Ground, insightRows, readQuery } from './rows.ts'

/** Ages at which a run changes: it becomes visible, starts, runs, reaches 100 %, and completes. */
const visibleMs = 300
const startedMs = 800
const runningMs = 1_200
const wholeMs = 2_600
const doneMs = 3_000
const keptMs = 30 * 86_400_000

const ageOf = (run: ReportRun, request: GraphRequest) => request.now - run.createdAt

/** Refuses a run that is not visible yet, or that has expired. */
export function requireRun(run: ReportRun, request: GraphRequest): void {
  const age = ageOf(run, request)
  if (age < visibleMs || age > keptMs) throw missing(request.exchange.method, run.id)
}

/**
 * Returns whether a tester ordered the next run, or the next read of a run, to fail, and counts the failure.
 */
export function isTroubled({ social }: GraphRequest, trouble: 'failed' | 'unreadable'): boolean {
  const { reportTroubles } = social
  if (reportTroubles === undefined || reportTroubles[trouble] === 0) return false
  reportTroubles[trouble]--
  return true
}

/**
 * Recorded of runs that are not complete, and sometimes of complete ones:
 * facebook/facebook-python-business-sdk#293, facebook/facebook-php-business-sdk#286,
 * singer-io/tap-facebook#43.
 */
const unreadable = () =>
  new GraphError({
    message: 'Error accessing adreport job.',
    code: 2601,
    subcode: 1815107,
    transient: true,
    userTitle: 'Loading Async Ads Report Failed',
    userMessage:
      'Sorry, the report cannot be loaded successfully. Please check if your job status is completed instead of failed or running before fetching the data.',
  })

function progress(run: ReportRun, request: GraphRequest): { status: string; percent: number } {
  const age = ageOf(run, request)
  // A failed run stays at 0 %: a11global/facebook-ads-performance-downloader#20.
  if (run.fails && age >= runningMs) return { status: 'Job Failed', percent: 0 }
  if (age < startedMs) return { status: 'Job Not Started', percent: 0 }
  if (age < runningMs) return { status: 'Job Started', percent: 0 }
  if (age < wholeMs)
    return { status: 'Job Running', percent: Math.floor(((age - runningMs) * 100) / (wholeMs - runningMs)) }
  if (age < doneMs) return { status: 'Job Running', percent: 100 }
  return { status: 'Job Completed', percent: 100 }
}

const seconds = (instant: number) => Math.floor(instant / 1000)

export const reportRunKind = addressed<ReportRun>({
  type: 'AdReportRun',
  source: 'https://developers.facebook.com/docs/marketing-api/reference/ad-report-run',
  usual: ['account_id', 'time_ref', 'time_completed', 'async_status', 'async_percent_completion'],
  fields: {
    account_id: (run) => run.account,
    time_ref: (run) => seconds(run.createdAt),
    time_completed: (run, request) =>
      progress(run, request).status === 'Job Completed' ? seconds(run.createdAt + doneMs) : undefined,
    async_status: (run, request) => progress(run, request).status,
    async_percent_completion: (run, request) => progress(run, request).percent,
    async_report_url: () => undefined,
    date_start: () => undefined,
    date_stop: () => undefined,
    emails: () => undefined,
    error_code: () => undefined,
    error_message: () => undefined,
    error_subcode: () => undefined,
    error_user_title: () => undefined,
    error_user_msg: () => undefined,
    is_running: (run, request) => !['Job Completed', 'Job Failed'].includes(progress(run, request).status),
    schedule_id: () => undefined,
  },
  edges: {
    insights: {
      source: 'https://developers.facebook.com/docs/marketing-api/reference/ad-report-run/insights',
      limit: { usual: 25, most: 5_000 },
      list: (run, request) => {
        bill(request, 'ads_insights', run.account)
        const ordered = run.params['fields'] === undefined ? undefined : parseFieldList(run.params['fields'])
        const extra = (askedFields(request.params) ?? []).filter(
          (field) => ordered !== undefined && !ordered.some(({ name }) => name === field.name),
        )
        if (extra.length > 0) {
          throw invalid(
            `Cannot include ${extra.map(({ name }) => name).join(', ')} in summary param because they weren't there while creating the report run.`,
          )
        }
        if (progress(run, request).status !== 'Job Completed' || isTroubled(request, 'unreadable'))
          throw unreadable()
        const ground = groundOf(run, request)
        if (ground === undefined) return { kind: rowKind, items: [], cursors: byPosition }
        // The metrics are those of the instant at which the run ended, whenever they are read.
        const then = { ...request, now: run.createdAt + doneMs }
        return {
          kind: rowKind,
          items: insightRows(readQuery(ground, then, ordersOf(run)), then, true),
          cursors: byPosition,
          ...(ordered === undefined ? {} : { fields: ordered }),
        }
      },
    },
  },
})

function groundOf(run: ReportRun, request: GraphRequest): Ground | undefined {
  const { social } = request
  const account = social.adAccounts[run.account]
  if (account === undefined) return undefined
  const campaign: Campaign | undefined = social.campaigns[run.node]
  if (campaign !== undefined) return { level: 'campaign', account, campaigns: [campaign], node: run.node }
  const adSet: AdSet | undefined = social.adSets[run.node]
  const ofAdSet = social.campaigns[adSet?.campaign ?? '']
  if (adSet !== undefined && ofAdSet !== undefined) {
    return { level: 'adset', account, campaigns: [ofAdSet], adSet: adSet.id, node: run.node }
  }
  const ad: Ad | undefined = social.ads[run.node]
  const ofAd = social.campaigns[ad?.campaign ?? '']
  if (ad !== undefined && ofAd !== undefined)
    return { level: 'ad', account, campaigns: [ofAd], ad: ad.id, node: run.node }
  const campaigns = Object.values(social.campaigns).filter((each) => each.account === account.id)
  return { level: 'account', account, campaigns, node: run.node }
}

const ordersOf = (run: ReportRun) => new Params(new Map(Object.entries(run.params)))
