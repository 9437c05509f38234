// Report runs: created, processed as the clock advances, and read afterwards.
// https://developers.facebook.com/docs/marketing-api/insights/best-practices#asynchronous

import { GraphError, invalidParameter, objectNotFound } from '../errors.ts'
import { parseFieldList } from '../graph/fieldList.ts'
import { createNodeKindWithId, parseFieldsParam } from '../graph/nodeKind.ts'
import { positionCursors } from '../graph/paging.ts'
import { type GraphRequest, Params } from '../graph/request.ts'
import { chargeUsage } from '../graph/usage.ts'
import type { Ad, AdSet, Campaign, ReportRun } from '../state.ts'
import { insightRowKind } from './rowFields.ts'
import { insightRows, type QueryScope, readQuery } from './rows.ts'

/** Ages at which a run changes: it becomes visible, starts, runs, reaches 100 %, and completes. */
const visibleAfterMs = 300
const startedAfterMs = 800
const runningAfterMs = 1_200
const fullAfterMs = 2_600
const doneAfterMs = 3_000
const retentionMs = 30 * 86_400_000

const runAge = (run: ReportRun, request: GraphRequest) => request.now - run.createdAt

/** Refuses a run that is not visible yet, or that has expired. */
export function requireRun(run: ReportRun, request: GraphRequest): void {
  const age = runAge(run, request)
  if (age < visibleAfterMs || age > retentionMs) throw objectNotFound(request.exchange.method, run.id)
}

/**
 * Returns whether a tester ordered the next run, or the next read of a run, to fail, and counts the failure.
 */
export function consumeTrouble({ social }: GraphRequest, trouble: 'failed' | 'unreadable'): boolean {
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
const unreadableReportError = () =>
  new GraphError({
    message: 'Error accessing adreport job.',
    code: 2601,
    subcode: 1815107,
    transient: true,
    userTitle: 'Loading Async Ads Report Failed',
    userMessage:
      'Sorry, the report cannot be loaded successfully. Please check if your job status is completed instead of failed or running before fetching the data.',
  })

function computeProgress(run: ReportRun, request: GraphRequest): { status: string; percent: number } {
  const age = runAge(run, request)
  // A failed run stays at 0 %: a11global/facebook-ads-performance-downloader#20.
  if (run.fails && age >= runningAfterMs) return { status: 'Job Failed', percent: 0 }
  if (age < startedAfterMs) return { status: 'Job Not Started', percent: 0 }
  if (age < runningAfterMs) return { status: 'Job Started', percent: 0 }
  if (age < fullAfterMs)
    return {
      status: 'Job Running',
      percent: Math.floor(((age - runningAfterMs) * 100) / (fullAfterMs - runningAfterMs)),
    }
  if (age < doneAfterMs) return { status: 'Job Running', percent: 100 }
  return { status: 'Job Completed', percent: 100 }
}

const seconds = (instant: number) => Math.floor(instant / 1000)

export const reportRunKind = createNodeKindWithId<ReportRun>({
  type: 'AdReportRun',
  docsUrl: 'https://developers.facebook.com/docs/marketing-api/reference/ad-report-run',
  defaultFields: ['account_id', 'time_ref', 'time_completed', 'async_status', 'async_percent_completion'],
  fields: {
    account_id: (run) => run.account,
    time_ref: (run) => seconds(run.createdAt),
    time_completed: (run, request) =>
      computeProgress(run, request).status === 'Job Completed'
        ? seconds(run.createdAt + doneAfterMs)
        : undefined,
    async_status: (run, request) => computeProgress(run, request).status,
    async_percent_completion: (run, request) => computeProgress(run, request).percent,
    async_report_url: () => undefined,
    date_start: () => undefined,
    date_stop: () => undefined,
    emails: () => undefined,
    error_code: () => undefined,
    error_message: () => undefined,
    error_subcode: () => undefined,
    error_user_title: () => undefined,
    error_user_msg: () => undefined,
    is_running: (run, request) =>
      !['Job Completed', 'Job Failed'].includes(computeProgress(run, request).status),
    schedule_id: () => undefined,
  },
  edges: {
    insights: {
      docsUrl: 'https://developers.facebook.com/docs/marketing-api/reference/ad-report-run/insights',
      limit: { defaultLimit: 25, maxLimit: 5_000 },
      list: (run, request) => {
        chargeUsage(request, 'ads_insights', run.account)
        const reportFields =
          run.params['fields'] === undefined ? undefined : parseFieldList(run.params['fields'])
        const extraFields = (parseFieldsParam(request.params) ?? []).filter(
          (field) => reportFields !== undefined && !reportFields.some(({ name }) => name === field.name),
        )
        if (extraFields.length > 0) {
          throw invalidParameter(
            `Cannot include ${extraFields.map(({ name }) => name).join(', ')} in summary param because they weren't there while creating the report run.`,
          )
        }
        if (computeProgress(run, request).status !== 'Job Completed' || consumeTrouble(request, 'unreadable'))
          throw unreadableReportError()
        const scope = findScope(run, request)
        if (scope === undefined) return { kind: insightRowKind, items: [], cursors: positionCursors }
        // The metrics are those of the instant at which the run ended, whenever they are read.
        const requestAtEnd = { ...request, now: run.createdAt + doneAfterMs }
        return {
          kind: insightRowKind,
          items: insightRows(readQuery(scope, requestAtEnd, runParams(run)), requestAtEnd, true),
          cursors: positionCursors,
          ...(reportFields === undefined ? {} : { fields: reportFields }),
        }
      },
    },
  },
})

function findScope(run: ReportRun, request: GraphRequest): QueryScope | undefined {
  const { social } = request
  const account = social.adAccounts[run.account]
  if (account === undefined) return undefined
  const campaign: Campaign | undefined = social.campaigns[run.node]
  if (campaign !== undefined) return { level: 'campaign', account, campaigns: [campaign], node: run.node }
  const adSet: AdSet | undefined = social.adSets[run.node]
  const adSetCampaign = social.campaigns[adSet?.campaign ?? '']
  if (adSet !== undefined && adSetCampaign !== undefined) {
    return { level: 'adset', account, campaigns: [adSetCampaign], adSet: adSet.id, node: run.node }
  }
  const ad: Ad | undefined = social.ads[run.node]
  const adCampaign = social.campaigns[ad?.campaign ?? '']
  if (ad !== undefined && adCampaign !== undefined)
    return { level: 'ad', account, campaigns: [adCampaign], ad: ad.id, node: run.node }
  const campaigns = Object.values(social.campaigns).filter((each) => each.account === account.id)
  return { level: 'account', account, campaigns, node: run.node }
}

const runParams = (run: ReportRun) => new Params(new Map(Object.entries(run.params)))
