// Turns a request into a plan for an account. Planning only reads.

import { createHmac } from 'node:crypto'
import type { Platform } from '@adrail/contract'
import { campaignNotFoundError } from '../platforms/connector-kit/upstreamErrors.ts'
import { canonicalJson } from '../runtime/canonicalJson.ts'
import { findLastEndedEqualId, type JournalEntry } from '../store/journalEntries.ts'
import { computeFingerprint } from './fingerprint.ts'
import type { JournalDeps, WriteAccount, WriteRequest } from './journalDeps.ts'
import type { Plan } from './plan.ts'
import { raisesSpend } from './spend/spendChange.ts'
import type { AssessedRaise } from './spend/spendGuard.ts'
import type { Write } from './write.ts'

export type PlanningDeps = Pick<JournalDeps, 'accounts' | 'runtimeByPlatform' | 'spendGuard'>

/** The request to plan, with its caller and its user. */
interface PlanRequest {
  readonly workspaceId: string
  readonly keyId: string
  readonly userId: string
  readonly body: unknown
  readonly fingerprint: string
  /** Absent in dry runs, which claim nothing. */
  readonly marker?: string
}

/** A plan with the account that it is for. */
export interface PlannedWrite {
  readonly plan: Plan
  readonly account: WriteAccount
  /** The increase of the possible spend. Absent when the plan increases none. */
  readonly raise?: AssessedRaise
}

export function toPlanRequest(request: WriteRequest): PlanRequest {
  const { caller, user, body } = request
  return { ...caller, userId: user?.id ?? '', body, fingerprint: computeFingerprint(request) }
}

export function parsePlanRequest(entry: JournalEntry): PlanRequest {
  const { workspaceId, keyId, userId, request, fingerprint, marker } = entry
  return { workspaceId, keyId, userId, body: JSON.parse(request), fingerprint, marker }
}

/** Plans the write, and assesses its spend increase before the first intent. */
export async function planWrite(
  deps: PlanningDeps,
  write: Write,
  { workspaceId, keyId, userId, body, marker }: PlanRequest,
): Promise<PlannedWrite> {
  const { accounts, runtimeByPlatform } = deps
  const { platform } = write
  const account = await accounts.connect(workspaceId, userId, platform)
  const { connector } = account
  const runtime = runtimeByPlatform[platform]
  const plannedAt = runtime.now()
  const context = { connector, runtime, ...(marker === undefined ? {} : { marker }) }
  const plan = { ...(await write.plan(body, context)), plannedAt }
  requireTarget(write, body, plan)
  const raise = await assessRaise(deps, platform, { workspaceId, keyId, userId }, { plan, account })
  return { plan, account, ...(raise && { raise }) }
}

/** Returns the assessed spend increase of a plan, or undefined when the plan increases none. */
export async function assessRaise(
  { spendGuard }: Pick<JournalDeps, 'spendGuard'>,
  platform: Platform,
  requester: Pick<PlanRequest, 'workspaceId' | 'keyId' | 'userId'>,
  { plan, account }: Pick<PlannedWrite, 'plan' | 'account'>,
): Promise<AssessedRaise | undefined> {
  if (plan.spend === undefined || !raisesSpend(plan.spend)) return undefined
  const { connector, pinnedConnection } = account
  const raiseRequest = { ...requester, platform, accountId: pinnedConnection.accountId, change: plan.spend }
  return await spendGuard.assess(raiseRequest, () => connector.runningBudgets())
}

/**
 * The journal queues a write by the campaign that the caller names. The spend guard counts raises by the
 * campaign that the platform returned. A plan is refused unless both are the same.
 */
function requireTarget({ platform, target }: Write, body: unknown, { spend }: Plan): void {
  const writeTarget = target(body)
  if (
    writeTarget === undefined ||
    spend === undefined ||
    writeTarget === `${platform}/campaign/${spend.campaignId}`
  )
    return
  throw campaignNotFoundError(platform)
}

/** Everything that the hash of a plan depends on besides the plan. */
export type PlanHashDeps = Pick<JournalDeps, 'store' | 'planSecret'>

/**
 * Hashes the steps of a plan, its account, its request and its possible spend, without the marker. The id of
 * the last equal write is included, so a plan hash is valid for one write. Only the service can compute the
 * hash, so a caller that has one has requested the plan.
 */
export async function computePlanHash(
  { store, planSecret }: PlanHashDeps,
  { workspaceId, fingerprint }: PlanRequest,
  { plan: { steps, spend }, account: { pinnedConnection } }: PlannedWrite,
): Promise<string> {
  const { platform, accountId } = pinnedConnection
  const lastEqualId = await findLastEndedEqualId(store.db, workspaceId, fingerprint)
  const planText = canonicalJson({ platform, accountId, fingerprint, before: lastEqualId, steps, spend })
  return createHmac('sha256', planSecret).update(planText).digest('hex').slice(0, 32)
}
