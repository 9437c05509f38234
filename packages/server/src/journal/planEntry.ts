// Plans a request before anything is sent: for a dry run, or for an entry that this process has claimed.

import { ServiceError } from '../runtime/errors.ts'
import type { JournalEntry } from '../store/journalEntries.ts'
import { type ApprovalRequestDeps, requestApproval } from './approval/pendingApproval.ts'
import { pendingError, releaseClaim } from './claim.ts'
import type { WriteRequest } from './journalDeps.ts'
import type { PersistDeps } from './persist.ts'
import {
  computePlanHash,
  type PlanHashDeps,
  type PlannedWrite,
  type PlanningDeps,
  parsePlanRequest,
  planWrite,
  toPlanRequest,
} from './planning.ts'
import { describeMaxSpend } from './spend/maxSpendText.ts'
import { getStep, type Write } from './write.ts'
import { toWarnings, type WriteResponse } from './writeOutcome.ts'

/** Validates the plan at the platform. Nothing is sent and nothing is stored. */
export async function performDryRun(
  deps: PlanningDeps & PlanHashDeps,
  write: Write,
  request: WriteRequest,
): Promise<WriteResponse> {
  const planRequest = toPlanRequest(request)
  const plannedWrite = await planWrite(deps, write, planRequest)
  const { plan, raise } = plannedWrite
  await validate(deps, write, plannedWrite)
  const results = {
    success: true,
    error: '',
    dryRun: true,
    plan: plan.steps.map(({ name, says: description }) => ({ step: name, says: description })),
    ...(raise ? { maySpend: describeMaxSpend(write.platform, raise.change) } : {}),
    planHash: await computePlanHash(deps, planRequest, plannedWrite),
    ...(raise?.approvalRequirement ? { approval: raise.approvalRequirement.reason } : {}),
    ...toWarnings(plan),
  }
  return { status: 200, results, headers: {} }
}

/**
 * Throws the error with which the spend guard or the platform would refuse the write, as far as it is known
 * before sending.
 */
async function validate(
  { runtimeByPlatform, spendGuard }: Pick<PlanningDeps, 'runtimeByPlatform' | 'spendGuard'>,
  write: Write,
  { plan, account, raise }: PlannedWrite,
): Promise<void> {
  if (raise) await spendGuard.validate(raise)
  const context = { connector: account.connector, runtime: runtimeByPlatform[write.platform] }
  for (const { name, data } of plan.steps) await getStep(write, name).validate(data, context)
}

/**
 * Nothing has been sent yet. After any failure the entry is deleted, and its idempotency key is free again.
 */
export async function planEntry(
  deps: PlanningDeps & PlanHashDeps & PersistDeps & ApprovalRequestDeps,
  write: Write,
  entry: JournalEntry,
  planHash: unknown,
): Promise<PlannedWrite> {
  let plannedWrite: PlannedWrite
  let computedHash: string | undefined
  try {
    const planRequest = parsePlanRequest(entry)
    plannedWrite = await planWrite(deps, write, planRequest)
    const { raise } = plannedWrite
    if (planHash !== undefined || raise?.approvalRequirement)
      computedHash = await computePlanHash(deps, planRequest, plannedWrite)
    if (planHash !== undefined && planHash !== computedHash)
      throw new ServiceError('PLAN_CHANGED', { values: { problem: 'Request a new plan.' } })
    // A write that would be refused anyway must not request approval.
    if (raise?.approvalRequirement) await validate(deps, write, plannedWrite)
  } catch (error) {
    if (!(await releaseClaim(deps, entry))) throw pendingError(entry)
    throw error
  }
  const { plan, raise } = plannedWrite
  if (raise?.approvalRequirement === undefined) return plannedWrite
  throw await requestApproval(
    deps,
    entry,
    { plan, raise, requirement: raise.approvalRequirement },
    computedHash ?? '',
  )
}
