// The check between a plan and its first intent. Every spend increase passes the guard, on every platform.

import type { ApprovalRules, Platform, SpendLimits } from '@adrail/contract'
import type { RunningBudget } from '../../platforms/connector-kit/budgets.ts'
import { dayMs, hourMs } from '../../runtime/durations.ts'
import { ServiceError } from '../../runtime/errors.ts'
import {
  countCreationsSince,
  insertRaise,
  listRaisesSince,
  lockSpendHead,
  type SpendAccount,
} from '../../store/raises.ts'
import { readClock } from '../../store/readClock.ts'
import {
  commandLineActor,
  type FreezeRow,
  listFreezes,
  listLimits,
  parseLimitLayers,
  type SpendLimitsRow,
} from '../../store/spendLimits.ts'
import type { Db, Store } from '../../store/tables.ts'
import { type ApprovalRequirement, type ApprovalRule, findApprovalRequirement } from './approvalRules.ts'
import {
  findLimitViolation,
  type LimitRule,
  needsRunningBudgets,
  type RaiseFacts,
  toRaiseFilter,
} from './limitViolation.ts'
import type { SpendChange } from './spendChange.ts'
import { describeSubject, listFreezeSubjects, listLimitSubjects, workspaceSubject } from './subjects.ts'

/** A write that would increase spend, with its key and its user. */
export interface RaiseRequest extends SpendAccount {
  readonly keyId: string
  readonly userId: string
  readonly platform: Platform
  readonly change: SpendChange
}

/**
 * A request with facts about its account that were read before the transaction, and with the approval that it
 * needs.
 */
export interface AssessedRaise extends RaiseRequest, Pick<RaiseFacts, 'running'> {
  readonly approvalRequirement?: ApprovalRequirement
}

export class SpendGuard {
  readonly #store: Store

  constructor({ store }: { readonly store: Store }) {
    this.#store = store
  }

  /**
   * Reads the running budgets of the account from the platform if a limit needs them, before any lock is
   * taken. If the read fails, the write is refused with the error of the read.
   */
  async assess(
    request: RaiseRequest,
    loadRunning: () => Promise<readonly RunningBudget[]>,
  ): Promise<AssessedRaise> {
    const rows = await listLimits(this.#store.db, request.workspaceId, listLimitSubjects(request))
    const approvalRequirement = findApprovalRequirement(request.change, rows.flatMap(parseApprovalRules))
    const raise = approvalRequirement ? { ...request, approvalRequirement } : request
    const limits = rows.flatMap(listLayers).map((layer) => layer.limits)
    if (!needsRunningBudgets(limits, request.change.currencyCode)) return raise
    const readAt = await readClock(this.#store)
    return { ...raise, running: { budgets: await loadRunning(), readAt } }
  }

  /** Throws the error that would refuse the write now, for a dry run. */
  async validate(raise: AssessedRaise): Promise<void> {
    await this.#requireAllowed(this.#store.db, raise, await readClock(this.#store))
  }

  /**
   * Allows or refuses a raise in the transaction of the first intent, one raise at a time, and counts it from
   * then on. Returns the approval that the present rules require.
   */
  async reserve(
    transaction: Db,
    operationId: string,
    raise: AssessedRaise,
  ): Promise<ApprovalRequirement | undefined> {
    const { change, workspaceId, keyId, userId, platform, accountId } = raise
    const now = await lockSpendHead(transaction, this.#store.clock, workspaceId)
    const approvalRequirement = await this.#requireAllowed(transaction, raise, now)
    await insertRaise(transaction, this.#store.clock, {
      operation_id: operationId,
      workspace_id: workspaceId,
      key_id: keyId,
      user_id: userId,
      platform,
      account_id: accountId,
      campaign_id: change.campaignId,
      budget_id: change.budgetId ?? '',
      from_micros: change.before.budgetMicros,
      day_micros: change.after.dayMicros,
      runs: change.after.runs ? 1 : 0,
      is_creation: change.campaignId === '' ? 1 : 0,
    })
    return approvalRequirement
  }

  /**
   * Returns why the present limits refuse an approved write, in the transaction of its first intent. The
   * decision has reserved the raise of the write. Approval rules are not checked again, because someone has
   * approved exactly this plan.
   */
  async recheck(
    transaction: Db,
    operationId: string,
    raise: AssessedRaise,
  ): Promise<ServiceError | undefined> {
    const now = await lockSpendHead(transaction, this.#store.clock, raise.workspaceId)
    try {
      await this.#requireAllowed(transaction, raise, now, operationId)
      return undefined
    } catch (error) {
      if (error instanceof ServiceError) return error
      throw error
    }
  }

  /** Returns why spend must not be increased now, or undefined when it may. */
  async checkFreeze(db: Db, scope: FreezeScope): Promise<ServiceError | undefined> {
    const [freeze] = await listFreezes(db, scope.workspaceId, listFreezeSubjects(scope))
    return freeze && toFreezeError(freeze)
  }

  /** `reservedBy` is the write that reserved the raise before. Its own reservation does not count. */
  async #requireAllowed(
    db: Db,
    raise: AssessedRaise,
    now: number,
    reservedBy = '',
  ): Promise<ApprovalRequirement | undefined> {
    const freezeError = await this.checkFreeze(db, raise)
    if (freezeError) throw freezeError
    const rows = await listLimits(db, raise.workspaceId, listLimitSubjects(raise))
    const rules = await loadRules(db, raise, rows, now, reservedBy)
    const raiseFilter = toRaiseFilter(raise)
    const recentRaises = raiseFilter ? await listRaisesSince(db, raise, now - dayMs, raiseFilter) : []
    const raises = recentRaises.filter((each) => each.operation_id !== reservedBy)
    const problem = findLimitViolation({ ...raise, rules, raises })
    if (problem !== undefined)
      throw new ServiceError('SPEND_LIMIT_EXCEEDED', { field: raise.change.field, values: { problem } })
    return findApprovalRequirement(raise.change, rows.flatMap(parseApprovalRules))
  }
}

type FreezeScope = Pick<RaiseRequest, 'workspaceId' | 'userId' | 'platform'>

function toFreezeError({ subject, reason, frozen_by, frozen_at }: FreezeRow): ServiceError {
  return new ServiceError('SPEND_FROZEN', {
    values: {
      where: describeSubject(subject),
      since: new Date(frozen_at).toISOString(),
      by: frozen_by,
      because: reason === '' ? '.' : `: ${reason}${/[.!?]$/.test(reason) ? '' : '.'}`,
      ends: frozen_by === commandLineActor ? 'Only the operator' : 'workspace/update_settings',
    },
  })
}

async function loadRules(
  db: Db,
  { workspaceId, keyId, userId, change }: RaiseRequest,
  rows: readonly SpendLimitsRow[],
  now: number,
  reservedBy: string,
): Promise<LimitRule[]> {
  const rules: LimitRule[] = []
  for (const row of rows) {
    const { subject } = row
    const layers = listLayers(row)
    const countsCreations =
      change.campaignId === '' && layers.some(({ limits }) => limits.maxCreationsPerHour !== undefined)
    const creationFilter = subject.startsWith('key/')
      ? { keyId }
      : subject.startsWith('user/')
        ? { userId }
        : {}
    const creationCount = countsCreations
      ? await countCreationsSince(db, workspaceId, now - hourMs, creationFilter, reservedBy)
      : 0
    rules.push(...layers.map((layer) => ({ scopeText: describeSubject(subject), ...layer, creationCount })))
  }
  return rules
}

/** Both layers apply, so the stricter limit decides. */
function listLayers(row: SpendLimitsRow): Pick<LimitRule, 'isOperatorLimit' | 'limits'>[] {
  const { operator, own } = parseLimitLayers(row)
  return [
    ...(operator === undefined ? [] : [{ isOperatorLimit: true, limits: parseLimits(operator) }]),
    ...(own === undefined ? [] : [{ isOperatorLimit: false, limits: parseLimits(own) }]),
  ]
}

function parseLimits(limits: string): SpendLimits {
  // Written by changeSettings as a whole, after the contract has validated the limits.
  return JSON.parse(limits) as SpendLimits
}

function parseApprovalRules({ subject, approval }: SpendLimitsRow): ApprovalRule[] {
  // The column is written like the limits.
  if (approval === '') return []
  const subjectText = subject === workspaceSubject ? 'in this workspace' : describeSubject(subject)
  const scopeText = subjectText.charAt(0).toUpperCase() + subjectText.slice(1)
  return [{ scopeText, rules: JSON.parse(approval) as ApprovalRules }]
}
