// The check between a plan and its first intent. Every spend increase passes the guard, on every platform.

import type { ApprovalRules, Platform, SpendLimits } from '@adrail/contract'
import { ServiceError } from '../../base/errors.ts'
import type { RunningBudget } from '../../platforms/kit/budgets.ts'
import { timeOf } from '../../store/clock.ts'
import {
  type AccountKey,
  creationsSince,
  holdSpendHead,
  insertRaise,
  raisesSince,
} from '../../store/raises.ts'
import {
  commandLine,
  type FreezeRow,
  freezesOf,
  limitLayers,
  limitsFor,
  type SpendLimitsRow,
} from '../../store/spendLimits.ts'
import type { Db, Store } from '../../store/tables.ts'
import { type ApprovalRule, type Wait, waitFor } from '../approval/rules.ts'
import type { SpendChange } from './change.ts'
import { asksForAccount, type Facts, problemWith, type Rule, raisesWanted } from './judge.ts'
import { freezeSubjects, limitSubjects, wholeWorkspace, wordsFor } from './subjects.ts'

const dayMs = 24 * 60 * 60 * 1000
const hourMs = 60 * 60 * 1000

/** A write that would increase spend, with its key and its user. */
export interface Wish extends AccountKey {
  readonly keyId: string
  readonly userId: string
  readonly platform: Platform
  readonly change: SpendChange
}

/**
 * A request with facts about its account that were read before the transaction, and with the approval that it
 * needs.
 */
export interface WeighedRaise extends Wish, Pick<Facts, 'running'> {
  readonly wait?: Wait
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
  async weigh(wish: Wish, running: () => Promise<readonly RunningBudget[]>): Promise<WeighedRaise> {
    const rows = await limitsFor(this.#store.db, wish.workspaceId, limitSubjects(wish))
    const wait = waitFor(wish.change, rows.flatMap(approvalRule))
    const raise = wait ? { ...wish, wait } : wish
    const limits = rows.flatMap(layersIn).map((layer) => layer.limits)
    if (!asksForAccount(limits, wish.change.currencyCode)) return raise
    const readAt = await timeOf(this.#store)
    return { ...raise, running: { budgets: await running(), readAt } }
  }

  /** Throws the error that would refuse the write now, for a dry run. */
  async rehearse(raise: WeighedRaise): Promise<void> {
    await this.#refuse(this.#store.db, raise, await timeOf(this.#store))
  }

  /**
   * Allows or refuses a raise in the transaction of the first intent, one raise at a time, and counts it from
   * then on. Returns the approval that the present rules require.
   */
  async reserve(transaction: Db, operationId: string, raise: WeighedRaise): Promise<Wait | undefined> {
    const { change, workspaceId, keyId, userId, platform, accountId } = raise
    const now = await holdSpendHead(transaction, this.#store.clock, workspaceId)
    const wait = await this.#refuse(transaction, raise, now)
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
    return wait
  }

  /**
   * Returns why the present limits refuse an approved write, in the transaction of its first intent. The
   * decision has reserved the raise of the write. Approval rules are not checked again, because someone has
   * approved exactly this plan.
   */
  async recheck(
    transaction: Db,
    operationId: string,
    raise: WeighedRaise,
  ): Promise<ServiceError | undefined> {
    const now = await holdSpendHead(transaction, this.#store.clock, raise.workspaceId)
    try {
      await this.#refuse(transaction, raise, now, operationId)
      return undefined
    } catch (error) {
      if (error instanceof ServiceError) return error
      throw error
    }
  }

  /** Returns why spend must not be increased now, or undefined when it may. */
  async frozen(db: Db, whom: Whom): Promise<ServiceError | undefined> {
    const [frozen] = await freezesOf(db, whom.workspaceId, freezeSubjects(whom))
    return frozen && frozenError(frozen)
  }

  /** `reservedBy` is the write that reserved the raise before. Its own reservation does not count. */
  async #refuse(db: Db, raise: WeighedRaise, now: number, reservedBy = ''): Promise<Wait | undefined> {
    const frozen = await this.frozen(db, raise)
    if (frozen) throw frozen
    const rows = await limitsFor(db, raise.workspaceId, limitSubjects(raise))
    const rules = await rulesFor(db, raise, rows, now, reservedBy)
    const wanted = raisesWanted(raise)
    const since = wanted ? await raisesSince(db, raise, now - dayMs, wanted) : []
    const raises = since.filter((each) => each.operation_id !== reservedBy)
    const problem = problemWith({ ...raise, rules, raises })
    if (problem !== undefined)
      throw new ServiceError('SPEND_LIMIT_EXCEEDED', { field: raise.change.field, values: { problem } })
    return waitFor(raise.change, rows.flatMap(approvalRule))
  }
}

type Whom = Pick<Wish, 'workspaceId' | 'userId' | 'platform'>

function frozenError({ subject, reason, frozen_by, frozen_at }: FreezeRow): ServiceError {
  return new ServiceError('SPEND_FROZEN', {
    values: {
      where: wordsFor(subject),
      since: new Date(frozen_at).toISOString(),
      by: frozen_by,
      because: reason === '' ? '.' : `: ${reason}${/[.!?]$/.test(reason) ? '' : '.'}`,
      ends: frozen_by === commandLine ? "Only the operator's command line" : 'workspace/update_settings',
    },
  })
}

async function rulesFor(
  db: Db,
  { workspaceId, keyId, userId, change }: Wish,
  rows: readonly SpendLimitsRow[],
  now: number,
  reservedBy: string,
): Promise<Rule[]> {
  const rules: Rule[] = []
  for (const row of rows) {
    const { subject } = row
    const layers = layersIn(row)
    const counts =
      change.campaignId === '' && layers.some(({ limits }) => limits.maxCreationsPerHour !== undefined)
    const by = subject.startsWith('key/') ? { keyId } : subject.startsWith('user/') ? { userId } : {}
    const creations = counts ? await creationsSince(db, workspaceId, now - hourMs, by, reservedBy) : 0
    rules.push(...layers.map((layer) => ({ of: wordsFor(subject), ...layer, creations })))
  }
  return rules
}

/** Both layers apply, so the stricter limit decides. */
function layersIn(row: SpendLimitsRow): Pick<Rule, 'byOperator' | 'limits'>[] {
  const { operator, own } = limitLayers(row)
  return [
    ...(operator === undefined ? [] : [{ byOperator: true, limits: parsed(operator) }]),
    ...(own === undefined ? [] : [{ byOperator: false, limits: parsed(own) }]),
  ]
}

function parsed(limits: string): SpendLimits {
  // Written by changeSettings as a whole, after the contract has validated the limits.
  return JSON.parse(limits) as SpendLimits
}

function approvalRule({ subject, approval }: SpendLimitsRow): ApprovalRule[] {
  // The column is written like the limits.
  if (approval === '') return []
  const words = subject === wholeWorkspace ? 'in this workspace' : wordsFor(subject)
  const scope = words.charAt(0).toUpperCase() + words.slice(1)
  return [{ scope, rules: JSON.parse(approval) as ApprovalRules }]
}
