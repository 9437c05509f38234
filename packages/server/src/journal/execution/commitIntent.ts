// Commits the intent of a step before anything is sent for it. In the same transaction, everything is checked
// that may have changed since planning: the lease, the connection, the key, the limits and the freezes.

import type { OperationName } from '@adrail/contract'
import { ServiceError } from '../../runtime/errors.ts'
import { updateEntry } from '../../store/entryOwnership.ts'
import { saveStep } from '../../store/journalSteps.ts'
import type { Db } from '../../store/tables.ts'
import { describeLostAuthority, requireAuthority } from '../authority.ts'
import { type Refusal, toRefusal } from '../refusal.ts'
import type { NumberedStep, RunningWrite } from './runningWrite.ts'

/**
 * The write was refused with its first intent, which was not committed. The journal treats the request as if
 * it had never arrived.
 */
export class NotStarted extends Error {
  readonly refusal: ServiceError

  constructor(refusal: ServiceError) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/**
 * An approval rule that covers the write was set after planning. The write is planned again and then needs
 * approval.
 */
export class RulesChanged extends Error {}

/**
 * Commits the intent under a renewed lease. Returns a refusal when the step must not be sent any more, and
 * commits nothing then.
 */
export async function commitIntent(
  write: RunningWrite,
  step: NumberedStep,
  { isResend = false }: { readonly isResend?: boolean } = {},
): Promise<Refusal | undefined> {
  const { entry } = write.input
  const isFirst = !write.hasIntents
  const startsWrite = isFirst && entry.plan === undefined
  let stopRefusal: Refusal | undefined
  await write.lease.renew(async (transaction) => {
    const reason = startsWrite ? undefined : await findStopReason(write, transaction, step, isFirst)
    stopRefusal = reason && toRefusal(reason)
    if (stopRefusal) return
    const intentAt = write.deps.runtime.now()
    const row = write.updateRow(step, { state: 'INTENT', outcome: undefined, intentAt })
    if (startsWrite) await requireStart(write, transaction)
    const { plan, account } = write.input
    await updateEntry(transaction, entry, {
      ...write.buildEntryChange('EXECUTING'),
      plan: JSON.stringify(plan),
      pin: JSON.stringify(account.pinnedConnection),
      credentialId: account.pinnedConnection.credentialId,
    })
    await saveStep(transaction, row)
    if (isResend) await write.scheduleLateCheck(transaction, step, row)
  })
  write.isStarted = true
  return stopRefusal
}

/** Throws unless a write that needed no approval may begin. */
async function requireStart({ deps, input }: RunningWrite, transaction: Db): Promise<void> {
  const { entry, write, account, raise } = input
  // From here on the credential that can find the outcome is retained, even when the user disconnects.
  if (!(await deps.accounts.lockCredential(transaction, account.pinnedConnection)))
    throw new NotStarted(new ServiceError('ACCOUNT_NOT_LINKED', { values: { platform: write.platform } }))
  const approvalRequirement =
    raise && (await deps.spendGuard.reserve(transaction, entry.id, raise).catch(throwNotStarted))
  if (approvalRequirement) throw new RulesChanged()
  // The raise is reserved first, because it takes the lock that revoking a key needs.
  await requireKeyAuthority({ deps, input }, transaction).catch(throwNotStarted)
}

function throwNotStarted(error: unknown): never {
  throw error instanceof ServiceError ? new NotStarted(error) : error
}

/** The cast is safe, because the journal writes only names of operations. */
async function requireKeyAuthority(
  { deps, input }: Pick<RunningWrite, 'deps' | 'input'>,
  transaction: Db,
): Promise<void> {
  const { workspaceId, keyId, name } = input.entry
  await requireAuthority(transaction, { workspaceId, keyId }, name as OperationName, deps.runtime.now())
}

/** Returns why a step of a started or approved write must not be sent any more. */
async function findStopReason(
  write: RunningWrite,
  transaction: Db,
  step: NumberedStep,
  isFirst: boolean,
): Promise<ServiceError | undefined> {
  // First, because it takes the lock under which freezes, limits and keys are changed.
  const limitError =
    isFirst && write.approvedRaise
      ? await write.deps.spendGuard.recheck(transaction, write.input.entry.id, write.approvedRaise)
      : undefined
  const stopError = limitError ?? (await checkStepFreeze(write, transaction, step))
  if (stopError || !isFirst) return stopError
  try {
    await requireKeyAuthority(write, transaction)
    return undefined
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return new ServiceError('APPROVAL_EXPIRED', {
      values: { problem: describeLostAuthority(error) },
      cause: error,
    })
  }
}

/** Spending may have been frozen since the write began. Then a step that increases spend is not sent. */
export async function checkStepFreeze(
  write: RunningWrite,
  db: Db,
  { declaration, planned }: NumberedStep,
): Promise<ServiceError | undefined> {
  return declaration.raisesSpend(planned.data) ? await checkFreeze(write, db) : undefined
}

export async function checkFreeze({ deps, input }: RunningWrite, db: Db): Promise<ServiceError | undefined> {
  const { workspaceId, userId } = input.entry
  return await deps.spendGuard.checkFreeze(db, { workspaceId, userId, platform: input.write.platform })
}
