// What every change to a campaign, ad set or ad has in common.

import { type GraphError, invalid } from './errors.ts'
import { touch } from './relations.ts'
import type { GraphRequest } from './request.ts'
import { type ObjectStatus, type StatusChange, statusOf } from './state.ts'
import { objectStatuses } from './status.ts'

export const specialCategories = [
  'NONE',
  'CREDIT',
  'EMPLOYMENT',
  'FINANCIAL_PRODUCTS_SERVICES',
  'HOUSING',
  'ISSUES_ELECTIONS_POLITICS',
  'ONLINE_GAMBLING_AND_GAMING',
]

/** `execution_options=["validate_only"]`: every check, no change. */
export function isTrial(request: GraphRequest): boolean {
  const options = request.params.choices('execution_options', [
    'validate_only',
    'include_recommendations',
    'synchronous_ad_review',
  ])
  return options?.includes('validate_only') ?? false
}

export function readStatus(request: GraphRequest): ObjectStatus | undefined {
  // `choice` lets through nothing that is not in the list.
  return request.params.choice('status', objectStatuses) as ObjectStatus | undefined
}

export function changeStatus(
  object: { readonly statuses: StatusChange[] },
  status: ObjectStatus | undefined,
  now: number,
): void {
  if (status !== undefined && status !== statusOf(object)) append(object.statuses, { at: now, status })
}

export function cannotEdit(what: string, state: string): GraphError {
  return invalid('Invalid parameter', {
    userTitle: `The ${what} is ${state}`,
    userMessage: `You cannot edit a ${what} that is ${state}.`,
  })
}

interface Changed {
  readonly id: string
  updatedAt: number
}

/** Carries a change out and records it with before and after; what changes nothing leaves no trace. */
export function carryOut<Item extends Changed>(
  request: GraphRequest,
  kind: string,
  campaign: string,
  object: Item,
  summary: (object: Item) => Readonly<Record<string, unknown>>,
  change: () => void,
): { success: true } {
  const whole = JSON.stringify(object)
  const before = summary(object)
  change()
  if (JSON.stringify(object) !== whole) {
    object.updatedAt = request.now
    touch(request.social, campaign)
    const above = campaign === object.id ? {} : { campaign }
    request.exchange.effect(kind, object.id, { ...above, before, after: summary(object) })
  }
  return { success: true }
}

/** Histories stay in order even if the clock was turned back: what lies ahead of now has not happened. */
export function append<Change extends { readonly at: number }>(history: Change[], change: Change): void {
  while ((history.at(-1)?.at ?? 0) > change.at) history.pop()
  history.push(change)
}
