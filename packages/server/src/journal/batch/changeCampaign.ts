// Works off one item of a batch: changes its campaign, or lists the campaigns of its ad account.

import { errors as errorTable } from '@adrail/contract/tables'
import { withDeadline } from '../../platforms/connector-kit/deadline.ts'
import { ServiceError } from '../../runtime/errors.ts'
import {
  type BatchItem,
  deleteItem,
  findLastNumber,
  type ItemState,
  insertItems,
  maxItemsPerStatement,
  updateItem,
} from '../../store/batchItems.ts'
import { renewLease } from '../../store/entryOwnership.ts'
import type { JournalEntry } from '../../store/journalEntries.ts'
import { listSteps } from '../../store/journalSteps.ts'
import type { JournalDeps, WriteRequest } from '../journalDeps.ts'
import { isPastDeadline, LeaseLost, leaseMs } from '../lease.ts'
import type { WriteResponse } from '../writeOutcome.ts'
import { type BatchJob, toItem, toItemRequest } from './jobs.ts'

const writeTimeoutMs = 60_000

interface CampaignChangeDeps {
  readonly journalDeps: Pick<JournalDeps, 'store' | 'runtime' | 'log'>
  /** Performs the write of one campaign. */
  perform(request: WriteRequest): Promise<WriteResponse>
}

/** Records the outcome in the item. An item whose outcome is not known stays open. */
export async function changeCampaign(
  deps: CampaignChangeDeps,
  entry: JournalEntry,
  job: BatchJob,
  item: BatchItem,
): Promise<void> {
  const { store, runtime, log } = deps.journalDeps
  const recordState = (state: ItemState, write_id: string, code = '', error = '') =>
    updateItem(store.db, item, { state, write_id, code, error })
  try {
    if (item.campaign_id === '') return await expandAccountItem(deps.journalDeps, entry, job, item)
    const { results } = await withDeadline(
      runtime,
      writeTimeoutMs,
      async () => deps.perform({ ...toItemRequest(entry, item), ...(await job.prepareItemWrite(item)) }),
      entry.workspaceId,
    )
    const writeId = String(results['operationId'])
    if (!results.success) return await recordState('FAILED', writeId, String(results['code']), results.error)
    // The write of a campaign that has the requested status already has no steps.
    const steps = await listSteps(store.db, writeId)
    await recordState(steps.length > 0 ? 'DONE' : 'UNCHANGED', writeId)
  } catch (error) {
    if (!(error instanceof ServiceError)) {
      log.error('journal.batch.campaign_failed', error, { operationId: entry.id })
      return
    }
    const { code, message, details } = error
    const isOpen = isTransient(error) && !isPastDeadline(entry, runtime.now())
    await recordState(isOpen ? 'OPEN' : 'FAILED', details.operationId ?? '', code, message)
  }
}

/** Replaces the item that stands for an ad account with the items of its campaigns. */
async function expandAccountItem(
  { store, runtime }: Pick<JournalDeps, 'store' | 'runtime'>,
  entry: JournalEntry,
  job: BatchJob,
  item: BatchItem,
): Promise<void> {
  const targets = await withDeadline(
    runtime,
    writeTimeoutMs,
    () => job.listAccountTargets(item),
    entry.workspaceId,
  )
  const lease = { id: entry.id, fence: entry.fence }
  await store.db.transaction().execute(async (transaction) => {
    // Locks the row of the entry, so that no other owner numbers items at the same time.
    if (!(await renewLease(transaction, store.clock, lease, leaseMs))) throw new LeaseLost()
    const first = (await findLastNumber(transaction, entry.id)) + 1
    const items = targets.map((target, index) => toItem(entry, first + index, target))
    for (let from = 0; from < items.length; from += maxItemsPerStatement)
      await insertItems(transaction, items.slice(from, from + maxItemsPerStatement))
    await deleteItem(transaction, item)
  })
}

/** Whether another try is useful. A write with an open outcome is then reconciled. */
function isTransient({ code, details }: ServiceError): boolean {
  return details.retryable ?? errorTable[code].retryable
}
