// What every change to a campaign, ad set or ad has in common.

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

/** Histories stay in order even if the clock was turned back: what lies ahead of now has not happened. */
export function append<Change extends { readonly at: number }>(history: Change[], change: Change): void {
  while ((history.at(-1)?.at ?? 0) > change.at) history.pop()
  history.push(change)
}
