// The schedule of campaigns and ad sets: a time to run, and a budget on one of the two levels.
// https://developers.facebook.com/docs/marketing-api/bidding/overview/budgets

import type { BudgetChange } from '../../delivery/delivery.ts'
import { invalid } from '../errors.ts'
import type { GraphRequest } from '../graph/request.ts'
import { type AdAccount, type AdObject, type Gap, statusOf } from '../state.ts'
import { readTime } from '../times.ts'
import {
  type AskedBudget,
  checkedChange,
  checkMinimum,
  onTwoLevels,
  presentBudget,
  readBudget,
} from './budget.ts'
import { type Asked, append, type Change, type Field } from './engine.ts'

interface Scheduled extends AdObject {
  readonly startAt: number
  readonly budget: BudgetChange[]
  gaps?: Gap[]
}

export interface Schedule<Item extends Scheduled> {
  readonly noun: 'campaign' | 'ad set'
  readonly endParam: 'stop_time' | 'end_time'
  readonly endOf: (item: Item) => number | undefined
  readonly setEnd: (item: Item, end: number) => void
  /** Computes what the object has spent so far. */
  readonly spent: (asked: Asked<Item>) => number
  /** Whether a new end alone redistributes the rest of a lifetime budget. */
  readonly respread: boolean
  /** Refuses budget changes that come too often, and records the others. */
  readonly limit?: (item: Item, now: number) => void
}

/** Empty text and zero mean "no end". */
function readEnd(request: GraphRequest, account: AdAccount, param: string): number | undefined {
  const text = request.params.text(param)
  return text === undefined || text === '' || text === '0' ? undefined : readTime(param, text, account)
}

export function endField<Item extends Scheduled>(schedule: Schedule<Item>): Field<Item> {
  const { noun, endParam, endOf, setEnd } = schedule
  return {
    params: [endParam],
    read({ request, account, item }) {
      const { now } = request
      const end = readEnd(request, account, endParam)
      if (end === undefined) return undefined
      if (end <= now) {
        throw invalid('Invalid parameter', {
          userTitle: 'End time is in the past',
          userMessage: `The end of the ${noun} must be in the future.`,
          blame: [endParam],
        })
      }
      return {
        apply() {
          const past = endOf(item)
          if (end === past) return
          if (past !== undefined && past <= now) item.gaps = [...(item.gaps ?? []), { from: past, to: now }]
          setEnd(item, end)
        },
      }
    },
  }
}

export function budgetField<Item extends Scheduled>(schedule: Schedule<Item>): Field<Item> {
  const read = (wish: Asked<Item>): Change | undefined => {
    const { request, account, item } = wish
    const { now } = request
    const asked = readBudget(request)
    const end = readEnd(request, account, schedule.endParam)
    const present = presentBudget(item)
    const become = (change: BudgetChange): Change => ({ apply: () => append(item.budget, change) })
    if (asked === undefined) {
      return schedule.respread && end !== undefined && present?.lifetime !== undefined
        ? become({ at: now, lifetime: present.lifetime, end })
        : undefined
    }
    if (present === undefined) {
      // Zero means "none", which is already true where the other level has the budget.
      if (asked.daily === 0) return undefined
      throw onTwoLevels(asked)
    }
    const bounds = { start: item.startAt, end: end ?? schedule.endOf(item), now }
    const change = checkedChange(account, schedule.noun, present, asked, () => schedule.spent(wish), bounds)
    if (change === undefined) return undefined
    const { limit } = schedule
    return limit === undefined ? become(change) : { ...become(change), limit: () => limit(item, now) }
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
  checkLevel: (asked: AskedBudget | undefined) => void = () => {},
): NewSchedule {
  const { params, now } = request
  const asked = readBudget(request)
  const startText = params.text('start_time')
  const startAt =
    startText === undefined || startText === '' ? now : readTime('start_time', startText, account)
  const end = readEnd(request, account, endParam)
  if (end !== undefined && end <= Math.max(now, startAt))
    throw invalid('The end time must be after the start time.', { blame: [endParam] })
  checkLevel(asked)
  if (asked === undefined) return { startAt, end, budget: [] }
  if (asked.lifetime !== undefined && end === undefined)
    throw invalid('A lifetime budget needs an end time.', { blame: [endParam] })
  checkMinimum(account, asked, noun, startAt, end)
  const until = asked.lifetime === undefined || end === undefined ? {} : { end }
  return { startAt, end, budget: [{ at: now, ...asked, ...until }] }
}

/** Returns the properties that effects record for an object with a budget. */
export function scheduledSummary(item: Scheduled): Record<string, unknown> {
  const budget = presentBudget(item)
  return {
    name: item.name,
    status: statusOf(item),
    ...(budget?.daily === undefined ? {} : { daily_budget: budget.daily }),
    ...(budget?.lifetime === undefined ? {} : { lifetime_budget: budget.lifetime }),
  }
}
