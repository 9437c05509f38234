// Turns a request into a plan for an account. Planning only reads.

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

/** The request to plan, with its caller and its user. */
interface Asked {
  readonly workspaceId: string
  readonly keyId: string
  readonly userId: string
  readonly body: unknown
  readonly fingerprint: string
  /** Absent in dry runs, which claim nothing. */
  readonly marker?: string
}

/** A plan with the account that it is for. */
export interface Intent {
  readonly plan: Plan
  readonly account: Account
  /** The increase of the possible spend. Absent when the plan increases none. */
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

/** Plans the write, and assesses its spend increase before the first intent. */
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

/** Returns the assessed spend increase of a plan, or undefined when the plan increases none. */
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
 * The journal queues a write by the campaign that the caller names. The spend guard counts raises by the
 * campaign that the platform returned. A plan is refused unless both are the same.
 */
function requireTarget({ platform, target }: Write, body: unknown, { spend }: Plan): void {
  const queue = target(body)
  if (queue === '' || spend === undefined || queue === `${platform}/campaign/${spend.campaignId}`) return
  throw new ServiceError('OBJECT_NOT_FOUND', { field: 'campaignId', values: { platform } })
}

/**
 * Hashes the steps of a plan, its account, its request and its possible spend, without the marker. The id of
 * the last equal write is included, so a plan hash is valid for one write. Only the service can compute the
 * hash, so a caller that has one has requested the plan.
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
