// The stage between a plan and its first intent: whatever lets more be spent passes here, on every platform.

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

/** A write that wants to let more be spent, and for whom. */
export interface Wish extends AccountKey {
  readonly keyId: string
  readonly userId: string
  readonly platform: Platform
  readonly change: SpendChange
}

/** A wish with what was found out about its account while there was time for it, and whether it has to be approved. */
export interface WeighedRaise extends Wish, Pick<Facts, 'running'> {
  readonly wait?: Wait
}

export class SpendGuard {
  readonly #store: Store

  constructor({ store }: { readonly store: Store }) {
    this.#store = store
  }

  /**
   * While nothing holds anybody up: asks the platform what runs in the account, if a limit needs it. What cannot be
   * found out is refused, by the failure of the look itself.
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

  /** Refuses what would be refused now, for a dry run. */
  async rehearse(raise: WeighedRaise): Promise<void> {
    await this.#refuse(this.#store.db, raise, await timeOf(this.#store))
  }

  /**
   * In the transaction of the first intent: allowed or refused, one raise after another, and counted from then on. What it
   * has to wait for by the approval rules of now.
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
   * In the transaction of the first intent of an approved write, whose decision has reserved its raise: why it is refused by
   * the limits of now. Approval rules are not asked again: someone has approved this very plan.
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

  /** Why nothing may be raised now; nothing when it may. */
  async frozen(db: Db, whom: Whom): Promise<ServiceError | undefined> {
    const [frozen] = await freezesOf(db, whom.workspaceId, freezeSubjects(whom))
    return frozen && frozenError(frozen)
  }

  /** `reservedBy` is the write that has reserved the raise before: its own reservation does not count. */
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
  // Written by changeSettings, whole, after the contract had checked it.
  return JSON.parse(limits) as SpendLimits
}

function approvalRule({ subject, approval }: SpendLimitsRow): ApprovalRule[] {
  // Written like the limits.
  if (approval === '') return []
  const words = subject === wholeWorkspace ? 'in this workspace' : wordsFor(subject)
  const scope = words.charAt(0).toUpperCase() + words.slice(1)
  return [{ scope, rules: JSON.parse(approval) as ApprovalRules }]
}
