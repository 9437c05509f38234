// The two kinds of batches: how each lists its campaigns, and the write that changes one of them.

import type { Body, OperationName, Platform } from '@adrail/contract'
import type { Surface } from '../../audit/chain.ts'
import { ServiceError } from '../../runtime/errors.ts'
import type { BatchItem } from '../../store/batchItems.ts'
import { findEntry, type JournalEntry, listLaterWrites } from '../../store/journalEntries.ts'
import type { JournalDeps } from '../journalDeps.ts'
import { parsePlan } from '../plan.ts'
import { undoRefusedError } from '../undoPlans.ts'
import { pauseOperationName, undoOperationName } from '../write.ts'
import type { BatchTarget } from './batchTarget.ts'
import { listAccount, listPausable, type PauseScope } from './pausable.ts'
import { listResumable } from './resumable.ts'

/** The write of one campaign, as if a caller had requested it. */
interface ItemWrite {
  readonly operation: OperationName
  readonly body: Readonly<Record<string, unknown>>
}

export interface BatchJob {
  /** `Pause` or `Resume`, for plans. */
  readonly verb: string
  listTargets(): Promise<readonly BatchTarget[]>
  /** Lists the campaigns of an ad account that could not be listed at first. */
  listAccountTargets(item: BatchItem): Promise<readonly BatchTarget[]>
  /** Throws when the campaign must stay unchanged. */
  prepareItemWrite(item: BatchItem): Promise<ItemWrite>
  /** Results in addition to the progress. */
  readonly results: Readonly<Record<string, unknown>>
}

type JobDeps = Pick<JournalDeps, 'store' | 'runtime' | 'accounts' | 'spendGuard'>

export function createJob(
  deps: JobDeps,
  workspaceId: string,
  operation: string,
  body: unknown,
  undoneEntry?: JournalEntry,
): BatchJob {
  // The pipeline has validated the body against the operation's declaration.
  if (operation === pauseOperationName)
    return createPauseJob(deps, workspaceId, body as Body<typeof pauseOperationName>)
  const { operationId } = body as Body<typeof undoOperationName>
  return createResumeJob(deps, workspaceId, operationId, undoneEntry)
}

function createPauseJob(deps: Omit<JobDeps, 'spendGuard'>, workspaceId: string, scope: PauseScope): BatchJob {
  return {
    verb: 'Pause',
    listTargets: () => listPausable(deps, workspaceId, scope),
    listAccountTargets: (item) => listAccount(deps, workspaceId, scope, item),
    async prepareItemWrite({ user_id: userId, platform, campaign_id: campaignId }) {
      return { operation: getStatusOperation(platform), body: { userId, campaignId, status: 'PAUSED' } }
    },
    results: {},
  }
}

function createResumeJob(
  deps: Omit<JobDeps, 'accounts'>,
  workspaceId: string,
  operationId: string,
  undoneEntry?: JournalEntry,
): BatchJob {
  return {
    verb: 'Resume',
    listTargets: async () => {
      const pauseEntry = undoneEntry ?? (await findEntry(deps.store.db, workspaceId, operationId))
      if (!pauseEntry) throw new ServiceError('OPERATION_NOT_FOUND', { values: { id: operationId } })
      return await listResumable(deps, pauseEntry)
    },
    listAccountTargets: async () => [],
    async prepareItemWrite(item) {
      await requireUntouched(deps, workspaceId, item)
      return { operation: undoOperationName, body: { operationId: item.undone_id } }
    },
    results: { undone: operationId },
  }
}

function getStatusOperation(platform: Platform) {
  return `${platform}/update_campaign_status` as const
}

/** A status that someone set since the pause is intended, even if it equals the status after the pause. */
async function requireUntouched(
  { store }: Pick<JobDeps, 'store'>,
  workspaceId: string,
  item: BatchItem,
): Promise<void> {
  const { undone_id, platform, campaign_id } = item
  const pausedEntry = await findEntry(store.db, workspaceId, undone_id)
  if (!pausedEntry) throw new ServiceError('OPERATION_NOT_FOUND', { values: { id: undone_id } })
  const laterEntries = await listLaterWrites(store.db, pausedEntry, `${platform}/campaign/${campaign_id}`)
  // The item's own write may have succeeded before its outcome was stored here.
  const otherEntries = laterEntries.filter(
    ({ idempotencyKey }) => idempotencyKey !== toItemIdempotencyKey(item),
  )
  if (otherEntries.some(setsStatus)) throw undoRefusedError('the status of the campaign was set again since.')
}

/** The idempotency key of an item. A caller's key contains no blank, so the two are never equal. */
export function toItemIdempotencyKey({ operation_id, number }: BatchItem): string {
  return `${operation_id} ${number}`
}

export function toItem({ id }: JournalEntry, number: number, target: BatchTarget): BatchItem {
  const { platform, user_id, account_id, campaign_id, undoneId, failure } = target
  return {
    operation_id: id,
    number,
    platform,
    user_id,
    account_id,
    campaign_id,
    state: 'OPEN',
    write_id: '',
    undone_id: undoneId,
    code: failure?.code ?? '',
    error: failure?.message ?? '',
  }
}

/** The write of one campaign has the caller of the batch. */
export function toItemRequest(entry: JournalEntry, item: BatchItem) {
  return {
    caller: { workspaceId: entry.workspaceId, keyId: entry.keyId },
    user: { id: item.user_id },
    requestId: entry.requestId,
    surface: entry.surface as Surface,
    idempotencyKey: toItemIdempotencyKey(item),
  }
}

function setsStatus(entry: JournalEntry): boolean {
  const name =
    entry.name === undoOperationName && entry.plan !== undefined ? parsePlan(entry).stepsOf : entry.name
  return name?.endsWith('/update_campaign_status') ?? false
}
