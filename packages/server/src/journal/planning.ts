// From a request to what would be done for it, and where. Only reads.

import { createHmac } from 'node:crypto'
import type { Platform } from '@adrail/contract'
import { canonical } from '../base/canonical.ts'
import { ServiceError } from '../base/errors.ts'
import { runningBudgets } from '../platforms/connectors.ts'
import { type JournalEntry, lastEndedEqual } from '../store/journalEntries.ts'
import { fingerprintOf } from './claim.ts'
import type { Account, JournalParts, WriteRequest } from './parts.ts'
import type { Plan } from './plan.ts'
import { raises } from './spend/change.ts'
import type { WeighedRaise } from './spend/spendGuard.ts'
import type { Write } from './write.ts'

/** Who wants what, for whom. */
interface Asked {
  readonly workspaceId: string
  readonly keyId: string
  readonly userId: string
  readonly body: unknown
  readonly fingerprint: string
  /** Absent while nothing is claimed. */
  readonly marker?: string
}

/** What is going to be done, and where. */
export interface Intent {
  readonly plan: Plan
  readonly account: Account
  /** What it lets be spent beyond what may be spent already, if it does. */
  readonly raise?: WeighedRaise
}

export function askedBy(request: WriteRequest): Asked {
  const { caller, user, body } = request
  return { ...caller, userId: user?.id ?? '', body, fingerprint: fingerprintOf(request) }
}

export function askedIn(entry: JournalEntry): Asked {
  const { workspace_id, key_id, user_id, request, fingerprint, marker } = entry
  return {
    workspaceId: workspace_id,
    keyId: key_id,
    userId: user_id,
    body: JSON.parse(request),
    fingerprint,
    marker,
  }
}

/** Between the plan and its first intent: what lets more be spent is weighed. */
export async function makePlan(
  parts: JournalParts,
  write: Write,
  { workspaceId, keyId, userId, body, marker }: Asked,
): Promise<Intent> {
  const { accounts, runtimeAt } = parts
  const { platform } = write
  const account = await accounts.connect(workspaceId, userId, platform)
  const { connector } = account
  const runtime = runtimeAt[platform]
  const plannedAt = runtime.now()
  const planning = { connector, runtime, ...(marker === undefined ? {} : { marker }) }
  const plan = { ...(await write.plan(body, planning)), plannedAt }
  requireTarget(write, body, plan)
  const raise = await weighed(parts, platform, { workspaceId, keyId, userId }, { plan, account })
  return { plan, account, ...(raise && { raise }) }
}

/** What a plan lets be spent beyond what may be spent already, if it does, with what limits ask about its account. */
export async function weighed(
  { spendGuard }: Pick<JournalParts, 'spendGuard'>,
  platform: Platform,
  by: Pick<Asked, 'workspaceId' | 'keyId' | 'userId'>,
  { plan, account }: Pick<Intent, 'plan' | 'account'>,
): Promise<WeighedRaise | undefined> {
  if (plan.spend === undefined || !raises(plan.spend)) return undefined
  const { connector, pin } = account
  const wish = { ...by, platform, accountId: pin.accountId, change: plan.spend }
  return await spendGuard.weigh(wish, () => runningBudgets(platform, connector))
}

/**
 * A write waits in the queue of the campaign that the caller names, and the guard counts raises of the campaign that the
 * platform returned: a plan is refused unless both are the same.
 */
function requireTarget({ platform, target }: Write, body: unknown, { spend }: Plan): void {
  const queue = target(body)
  if (queue === '' || spend === undefined || queue === `${platform}/campaign/${spend.campaignId}`) return
  throw new ServiceError('OBJECT_NOT_FOUND', { field: 'campaignId', values: { platform } })
}

/**
 * Names exactly what a plan does, to which account, for which request, and what may be spent by it; the marker is not part
 * of it. The equal write before it is: so a plan is good for one write, and whoever wants the same again has to look at a
 * new one. Only the service can compute it, so a caller that has one has requested the plan.
 */
export async function planHashOf(
  { store, planSecret }: JournalParts,
  { workspaceId, fingerprint }: Asked,
  { plan: { steps, spend }, account: { pin } }: Intent,
): Promise<string> {
  const { platform, accountId } = pin
  const before = await lastEndedEqual(store.db, workspaceId, fingerprint)
  const what = canonical({ platform, accountId, fingerprint, before, steps, spend })
  return createHmac('sha256', planSecret).update(what).digest('hex').slice(0, 32)
}
