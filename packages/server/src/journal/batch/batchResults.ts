// Plans, progress and outcomes of writes about many campaigns.

import { createHmac } from 'node:crypto'
import { type HandlerOutput, platformFacts } from '@adrail/contract'
import { canonicalJson } from '../../runtime/canonicalJson.ts'
import { type BatchItem, countItems, type ItemCount, listFailedItems } from '../../store/batchItems.ts'
import { findLastEndedEqualId, hasEnded, type JournalEntry } from '../../store/journalEntries.ts'
import type { Db, Store } from '../../store/tables.ts'
import { listUserNames } from '../../store/users.ts'
import type { PlanHashDeps } from '../planning.ts'
import type { BatchTarget } from './batchTarget.ts'

export type BatchResults = HandlerOutput<'campaign/pause_campaigns'>
export type BatchReport = Pick<BatchResults, 'progress' | 'accounts' | 'failures'>
type Counts = Omit<BatchResults['progress'], 'accountsOpen'>

const maxAccounts = 500
const maxFailures = 200
const maxNames = 10

/** The names of the item states in the results. */
const countFieldByState = { OPEN: 'open', DONE: 'changed', UNCHANGED: 'unchanged', FAILED: 'failed' } as const

export async function loadBatchReport(db: Db, entry: JournalEntry): Promise<BatchReport> {
  const [counts, failedItems] = [
    await countItems(db, entry.id),
    await listFailedItems(db, entry.workspaceId, entry.id, maxFailures),
  ]
  const campaigns = counts.filter(({ is_account }) => is_account === 0)
  const accounts = Map.groupBy(campaigns, ({ platform, account_id, user_id }) =>
    [platform, account_id, user_id].join(' '),
  )
  const accountsOpen = counts.filter(({ is_account, state }) => is_account === 1 && state === 'OPEN')
  return {
    progress: { ...countByState(campaigns), accountsOpen: sumCounts(accountsOpen) },
    accounts: [...accounts.values()].slice(0, maxAccounts).flatMap((rows) => {
      const [first] = rows
      if (!first) return []
      const { user_id: userId, platform, account_id: accountId } = first
      return { userId, platform, accountId, ...countByState(rows) }
    }),
    failures: failedItems.map((item) => ({
      userId: item.user_id,
      platform: item.platform,
      accountId: item.account_id,
      campaignId: item.campaign_id,
      name: item.name ?? '',
      code: item.code,
      error: item.error,
      operationId: item.write_id,
      isFinal: item.state !== 'OPEN',
    })),
  }
}

function countByState(counts: readonly ItemCount[]): Counts {
  const totals = { total: sumCounts(counts), changed: 0, unchanged: 0, failed: 0, open: 0 }
  for (const { state, count } of counts) {
    // The journal writes only these states.
    const field = countFieldByState[state as keyof typeof countFieldByState]
    totals[field] += count
  }
  return totals
}

function sumCounts(counts: readonly ItemCount[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0)
}

/** Returns the results of a batch, in progress or ended. */
export function toBatchResults(
  report: BatchReport,
  { id }: JournalEntry,
  state: BatchResults['state'],
  ownResults: Readonly<Record<string, unknown>>,
) {
  const { failures } = report
  const isComplete = state === 'SUCCEEDED' && failures.length === 0
  const { failed: failedCount } = report.progress
  const unlisted = failures.filter(({ campaignId, isFinal }) => isFinal && campaignId === '').length
  const warnings = [
    ...(failedCount > 0
      ? [`${formatCampaignCount(failedCount)} could not be changed. See \`failures\`.`]
      : []),
    ...(unlisted > 0
      ? [
          `The campaigns of ${unlisted} ad ${unlisted === 1 ? 'account' : 'accounts'} could not be listed and may still run. See \`failures\`.`,
        ]
      : []),
  ]
  return {
    success: true,
    error: '',
    ...ownResults,
    state,
    isComplete,
    ...report,
    operationId: id,
    ...(warnings.length === 0 ? {} : { warnings }),
  }
}

export function toBatchState(entry: JournalEntry): BatchResults['state'] {
  return hasEnded(entry) ? 'SUCCEEDED' : 'EXECUTING'
}

/** Returns the results of a dry run: one sentence per user and ad account. */
export async function describeBatchPlan(
  { db }: Store,
  workspaceId: string,
  verb: string,
  targets: readonly BatchTarget[],
): Promise<{ readonly plan: PlanLine[]; readonly accounts: PlannedAccount[]; readonly warnings?: string[] }> {
  const groups = Map.groupBy(targets, ({ platform, account_id, user_id }) =>
    [platform, account_id, user_id].join(' '),
  )
  const plan: PlanLine[] = []
  const accounts: PlannedAccount[] = []
  const warnings: string[] = []
  const shownGroups = [...groups.values()].slice(0, maxAccounts)
  const userIds = new Set(shownGroups.flatMap(([first]) => (first ? [first.user_id] : [])))
  const users = await listUserNames(db, workspaceId, [...userIds])
  const userNamesById = new Map(users.map(({ id, name }) => [id, name]))
  for (const group of shownGroups) {
    const [first] = group
    if (!first) continue
    const { user_id: userId, platform, account_id: accountId, failure } = first
    const accountLabel = `user ${JSON.stringify(userNamesById.get(userId) || userId)} in ${platformFacts[platform].name} ad account ${accountId}`
    if (first.campaign_id === '') {
      warnings.push(
        `The campaigns of ${accountLabel} are not listed yet: ${failure?.message ?? 'The platform did not respond in time.'} adrail retries.`,
      )
      continue
    }
    plan.push({
      step: verb.toLowerCase(),
      says: `${verb} ${formatCampaignCount(group.length)} of ${accountLabel}${formatNames(group)}.`,
    })
    accounts.push({ userId, platform, accountId, campaigns: group.length })
  }
  return { plan, accounts, ...(warnings.length === 0 ? {} : { warnings }) }
}

interface PlanLine {
  readonly step: string
  readonly says: string
}
type PlannedAccount = Pick<BatchItem, 'platform'> & {
  readonly userId: string
  readonly accountId: string
  readonly campaigns: number
}

/** Like other plan hashes, the hash is valid for one write of exactly these campaigns. */
export async function computeBatchPlanHash(
  { store, planSecret }: PlanHashDeps,
  workspaceId: string,
  fingerprint: string,
  targets: readonly BatchTarget[],
): Promise<string> {
  const lastEqualId = await findLastEndedEqualId(store.db, workspaceId, fingerprint)
  const hmac = createHmac('sha256', planSecret).update(canonicalJson({ fingerprint, before: lastEqualId }))
  const campaigns = targets.map(({ platform, account_id, campaign_id }) =>
    [platform, account_id, campaign_id].join(' '),
  )
  for (const campaign of campaigns.sort()) hmac.update(`\n${campaign}`)
  return hmac.digest('hex').slice(0, 32)
}

function formatCampaignCount(count: number): string {
  return count === 1 ? '1 campaign' : `${count.toLocaleString('en')} campaigns`
}

function formatNames(targets: readonly BatchTarget[]): string {
  const names = targets.slice(0, maxNames).map(({ name, campaign_id }) => JSON.stringify(name || campaign_id))
  const more = targets.length - names.length
  return `: ${names.join(', ')}${more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}`
}
