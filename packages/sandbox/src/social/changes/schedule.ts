// The schedule of campaigns and ad sets: a time to run, and a budget on one of the two levels.
// https://developers.facebook.com/docs/marketing-api/bidding/overview/budgets

import type { BudgetChange } from '../../delivery/delivery.ts'
import { invalidParameter } from '../errors.ts'
import type { GraphRequest } from '../graph/request.ts'
import { type AdAccount, type AdObject, currentStatus, type Gap } from '../state.ts'
import { parseTime } from '../times.ts'
import {
  type BudgetInput,
  budgetOnTwoLevels,
  checkBudgetBounds,
  currentBudget,
  readBudget,
  validateBudgetChange,
} from './budget.ts'
import { appendChange, type ChangeContext, type PendingChange, type WritableField } from './engine.ts'

interface Scheduled extends AdObject {
  readonly startAt: number
  readonly budget: BudgetChange[]
  gaps?: Gap[]
}

export interface Schedule<Item extends Scheduled> {
  readonly noun: 'campaign' | 'ad set'
  readonly endParam: 'stop_time' | 'end_time'
  readonly getEnd: (item: Item) => number | undefined
  readonly setEnd: (item: Item, end: number) => void
  /** Computes what the object has spent so far. */
  readonly computeSpent: (context: ChangeContext<Item>) => number
  /** Whether a new end alone redistributes the rest of a lifetime budget. */
  readonly respreadsBudget: boolean
  /** Refuses budget changes that come too often, and records the others. */
  readonly limit?: (item: Item, now: number) => void
}

/** Empty text and zero mean "no end". */
function readEnd(request: GraphRequest, account: AdAccount, param: string): number | undefined {
  const text = request.params.text(param)
  return text === undefined || text === '' || text === '0' ? undefined : parseTime(param, text, account)
}

export function endField<Item extends Scheduled>(schedule: Schedule<Item>): WritableField<Item> {
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

export function budgetField<Item extends Scheduled>(schedule: Schedule<Item>): WritableField<Item> {
  const read = (context: ChangeContext<Item>): PendingChange | undefined => {
    const { request, account, item } = context
    const { now } = request
    const requested = readBudget(request)
    const end = readEnd(request, account, schedule.endParam)
    const current = currentBudget(item)
    const toChange = (change: BudgetChange): PendingChange => ({
      apply: () => appendChange(item.budget, change),
    })
    if (requested === undefined) {
      return schedule.respreadsBudget && end !== undefined && current?.lifetime !== undefined
        ? toChange({ at: now, lifetime: current.lifetime, end })
        : undefined
    }
    if (current === undefined) {
      // Zero means "none", which is already true where the other level has the budget.
      if (requested.daily === 0) return undefined
      throw budgetOnTwoLevels(requested)
    }
    const bounds = { start: item.startAt, end: end ?? schedule.getEnd(item), now }
    const change = validateBudgetChange(
      account,
      schedule.noun,
      current,
      requested,
      () => schedule.computeSpent(context),
      bounds,
    )
    if (change === undefined) return undefined
    const { limit } = schedule
    return limit === undefined ? toChange(change) : { ...toChange(change), limit: () => limit(item, now) }
  }
  return { params: ['daily_budget', 'lifetime_budget'], read }
}

/** Run time and initial budget of a new object. */
export interface NewSchedule {
  readonly startAt: number
  readonly end: number | undefined
  readonly budget: BudgetChange[]
}

export function readSchedule<Item extends Scheduled>(
  { noun, endParam }: Schedule<Item>,
  account: AdAccount,
  request: GraphRequest,
  checkLevel: (requested: BudgetInput | undefined) => void = () => {},
): NewSchedule {
  const { params, now } = request
  const requested = readBudget(request)
  const startText = params.text('start_time')
  const startAt =
    startText === undefined || startText === '' ? now : parseTime('start_time', startText, account)
  const end = readEnd(request, account, endParam)
  if (end !== undefined && end <= Math.max(now, startAt))
    throw invalidParameter('The end time must be after the start time.', { blame: [endParam] })
  checkLevel(requested)
  if (requested === undefined) return { startAt, end, budget: [] }
  if (requested.lifetime !== undefined && end === undefined)
    throw invalidParameter('A lifetime budget needs an end time.', { blame: [endParam] })
  checkBudgetBounds(account, requested, noun, startAt, end)
  const budgetEnd = requested.lifetime === undefined || end === undefined ? {} : { end }
  return { startAt, end, budget: [{ at: now, ...requested, ...budgetEnd }] }
}

/** Returns the properties that effects record for an object with a budget. */
export function scheduledSummary(item: Scheduled): Record<string, unknown> {
  const budget = currentBudget(item)
  return {
    name: item.name,
    status: currentStatus(item),
    ...(budget?.daily === undefined ? {} : { daily_budget: budget.daily }),
    ...(budget?.lifetime === undefined ? {} : { lifetime_budget: budget.lifetime }),
  }
}
