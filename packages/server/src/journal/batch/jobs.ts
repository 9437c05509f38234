// The two kinds of batches: how each lists its campaigns, and the write that changes one of them.

import type { Body, OperationName, Platform } from '@adrail/contract'
import { ServiceError } from '../../base/errors.ts'
import type { BatchItem } from '../../store/batchItems.ts'
import { findEntry, type JournalEntry, laterWrites } from '../../store/journalEntries.ts'
import type { JournalParts } from '../parts.ts'
import { readPlan } from '../plan.ts'
import { undoRefused } from '../undoPlans.ts'
import { pausing, undoing } from '../write.ts'
import { listAccount, listPausable, type Scope } from './pausable.ts'
import { listResumable } from './resumable.ts'
import type { Target } from './target.ts'

/** The write of one campaign, as if a caller had requested it. */
interface ItemWrite {
  readonly operation: OperationName
  readonly body: Readonly<Record<string, unknown>>
}

export interface Job {
  /** `Pause` or `Resume`, for plans. */
  readonly verb: string
  list(): Promise<readonly Target[]>
  /** Lists the campaigns of an ad account that could not be listed at first. */
  listLater(item: BatchItem): Promise<readonly Target[]>
  /** Throws when the campaign must stay unchanged. */
  writeFor(item: BatchItem): Promise<ItemWrite>
  /** Results in addition to the progress. */
  readonly results: Readonly<Record<string, unknown>>
}

export function jobOf(
  parts: JournalParts,
  workspaceId: string,
  operation: string,
  body: unknown,
  undone?: JournalEntry,
): Job {
  // The pipeline has validated the body against the operation's declaration.
  if (operation === pausing) return pauseJob(parts, workspaceId, body as Body<typeof pausing>)
  const { operationId } = body as Body<typeof undoing>
  return resumeJob(parts, workspaceId, operationId, undone)
}

function pauseJob(parts: JournalParts, workspaceId: string, scope: Scope): Job {
  return {
    verb: 'Pause',
    list: () => listPausable(parts, workspaceId, scope),
    listLater: (item) => listAccount(parts, workspaceId, scope, item),
    async writeFor({ user_id: userId, platform, campaign_id: campaignId }) {
      return { operation: statusWrite(platform), body: { userId, campaignId, status: 'PAUSED' } }
    },
    results: {},
  }
}

function resumeJob(
  parts: JournalParts,
  workspaceId: string,
  operationId: string,
  undone?: JournalEntry,
): Job {
  return {
    verb: 'Resume',
    list: async () => {
      const batch = undone ?? (await findEntry(parts.store.db, workspaceId, operationId))
      if (!batch) throw new ServiceError('OPERATION_NOT_FOUND')
      return await listResumable(parts, batch)
    },
    listLater: async () => [],
    async writeFor(item) {
      await requireUntouched(parts, workspaceId, item)
      return { operation: undoing, body: { operationId: item.undone_id } }
    },
    results: { undone: operationId },
  }
}

function statusWrite(platform: Platform) {
  return `${platform}/update_campaign_status` as const
}

/** A status that someone set since the pause is intended, even if it equals the status after the pause. */
async function requireUntouched(
  { store }: JournalParts,
  workspaceId: string,
  item: BatchItem,
): Promise<void> {
  const { undone_id, platform, campaign_id } = item
  const paused = await findEntry(store.db, workspaceId, undone_id)
  if (!paused) throw new ServiceError('OPERATION_NOT_FOUND')
  const later = await laterWrites(store.db, paused, `${platform}/campaign/${campaign_id}`)
  // The item's own write may have succeeded before its outcome was stored here.
  const byOthers = later.filter(({ idempotency_key }) => idempotency_key !== keyOf(item))
  if (byOthers.some(setsStatus)) throw undoRefused('the status of the campaign was set again since.')
}

/** The idempotency key of an item. A caller's key contains no blank, so the two are never equal. */
export function keyOf({ operation_id, number }: BatchItem): string {
  return `${operation_id} ${number}`
}

function setsStatus(entry: JournalEntry): boolean {
  const name = entry.name === undoing && entry.plan !== '' ? readPlan(entry).stepsOf : entry.name
  return name?.endsWith('/update_campaign_status') ?? false
}
