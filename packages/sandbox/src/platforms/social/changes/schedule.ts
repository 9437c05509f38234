// The schedule of campaigns and ad sets: a time to run, and a budget on one of the two levels.
// https://developers.facebook.com/docs/marketing-api/bidding/overview/budgets

import type { BudgetChange } from '../../../delivery/delivery.ts'
import { invalidParameter } from '../errors.ts'
import type { GraphRequest } from '../graph/request.ts'
import { type AdAccount, type AdObject, currentStatus, type Gap } from '../state.ts'
import { parseTime } from '../times.ts'
import {
  type BudgetInput,
  budgetLevelError,
  checkBudgetBounds,
  currentBudget,
  readBudget,
  resolveBudgetChange,
} from './budget.ts'
import { appendChange, type ChangeContext, type PendingChange, type WritableField } from './engine.ts'

interface ScheduledObject extends AdObject {
  readonly startAt: number
  readonly budget: BudgetChange[]
  gaps?: Gap[]
}

export interface Schedule<Item extends ScheduledObject> {
  readonly noun: 'campaign' | 'ad set'
  readonly endParam: 'stop_time' | 'end_time'
  readonly getEnd: (item: Item) => number | undefined
  readonly setEnd: (item: Item, end: number) => void
  /** Computes what the object has spent so far. */
  readonly computeSpent: (context: ChangeContext<Item>) => number
  /** Whether a new end alone redistributes the rest of a lifetime budget. */
  readonly redistributesBudget: boolean
  /** Refuses budget changes that come too often, and records the others. */
  readonly enforceEditLimit?: (item: Item, now: number) => void
}

/** Empty text and zero mean "no end". */
function readEnd(request: GraphRequest, account: AdAccount, param: string): number | undefined {
  const text = request.params.text(param)
  return text === undefined || text === '' || text === '0' ? undefined : parseTime(param, text, account)
}

export function endField<Item extends ScheduledObject>(schedule: Schedule<Item>): WritableField<Item> {
  const { noun, endParam, getEnd, setEnd } = schedule
  return {
    params: [endParam],
    read({ request, account, item }) {
      const { now } = request
      const end = readEnd(request, account, endParam)
      if (end === undefined) return undefined
      if (end <= now) {
        throw invalidParameter('Invalid parameter', {
          userTitle: 'End time is in the past',
          userMessage: `The end of the ${noun} must be in the future.`,
          blame: [endParam],
        })
      }
      return {
        apply() {
          const previousEnd = getEnd(item)
          if (end === previousEnd) return
          if (previousEnd !== undefined && previousEnd <= now)
            item.gaps = [...(item.gaps ?? []), { from: previousEnd, to: now }]
          setEnd(item, end)
        },
      }
    },
  }
}

export function budgetField<Item extends ScheduledObject>(schedule: Schedule<Item>): WritableField<Item> {
  const read = (context: ChangeContext<Item>): PendingChange | undefined => {
    const { request, account, item } = context
    const { now } = request
    const requestedBudget = readBudget(request)
    const end = readEnd(request, account, schedule.endParam)
    const current = currentBudget(item)
    const toChange = (change: BudgetChange): PendingChange => ({
      apply: () => appendChange(item.budget, change),
    })
    if (requestedBudget === undefined) {
      return schedule.redistributesBudget && end !== undefined && current?.lifetime !== undefined
        ? toChange({ at: now, lifetime: current.lifetime, end })
        : undefined
    }
    if (current === undefined) {
      // Zero means "none", which is already true where the other level has the budget.
      if (requestedBudget.daily === 0) return undefined
      throw budgetLevelError(requestedBudget)
    }
    const bounds = { start: item.startAt, end: end ?? schedule.getEnd(item), now }
    const change = resolveBudgetChange(
      account,
      schedule.noun,
      current,
      requestedBudget,
      () => schedule.computeSpent(context),
      bounds,
    )
    if (change === undefined) return undefined
    const { enforceEditLimit } = schedule
    return enforceEditLimit === undefined
      ? toChange(change)
      : { ...toChange(change), enforceLimit: () => enforceEditLimit(item, now) }
  }
  return { params: ['daily_budget', 'lifetime_budget'], read }
}

/** Run time and initial budget of a new object. */
export interface NewSchedule {
  readonly startAt: number
  readonly end: number | undefined
  readonly budget: BudgetChange[]
}

export function readSchedule<Item extends ScheduledObject>(
  { noun, endParam }: Schedule<Item>,
  account: AdAccount,
  request: GraphRequest,
  checkLevel: (requestedBudget: BudgetInput | undefined) => void = () => {},
): NewSchedule {
  const { params, now } = request
  const requestedBudget = readBudget(request)
  const startText = params.text('start_time')
  const startAt =
    startText === undefined || startText === '' ? now : parseTime('start_time', startText, account)
  const end = readEnd(request, account, endParam)
  if (end !== undefined && end <= Math.max(now, startAt))
    throw invalidParameter('The end time must be after the start time.', { blame: [endParam] })
  checkLevel(requestedBudget)
  if (requestedBudget === undefined) return { startAt, end, budget: [] }
  if (requestedBudget.lifetime !== undefined && end === undefined)
    throw invalidParameter('A lifetime budget needs an end time.', { blame: [endParam] })
  checkBudgetBounds(account, requestedBudget, noun, startAt, end)
  const budgetEnd = requestedBudget.lifetime === undefined || end === undefined ? {} : { end }
  return { startAt, end, budget: [{ at: now, ...requestedBudget, ...budgetEnd }] }
}

/** Returns the properties that effects record for an object with a budget. */
export function scheduledSummary(item: ScheduledObject): Record<string, unknown> {
  const budget = currentBudget(item)
  return {
    name: item.name,
    status: currentStatus(item),
    ...(budget?.daily === undefined ? {} : { daily_budget: budget.daily }),
    ...(budget?.lifetime === undefined ? {} : { lifetime_budget: budget.lifetime }),
  }
}
