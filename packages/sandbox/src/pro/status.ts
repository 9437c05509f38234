// The life of campaigns and campaign groups: which status may follow which.

import { type InputError, ruleError, schemaError } from './errors.ts'
import type { RunSchedule } from './state.ts'

/** Nothing can be changed any more. */
const finalStatuses = ['CANCELED', 'PENDING_DELETION', 'REMOVED']

export function assertModifiable(status: string): void {
  if (!finalStatuses.includes(status)) return
  throw ruleError([
    {
      code: 'ACTION_NOT_ALLOWED_FOR_CANCELLED_STATUS',
      fieldPath: '/status',
      description: `The entity is ${status} and cannot be changed`,
    },
  ])
}

export function parseStatus<Status extends string>(text: string, allowedValues: readonly Status[]): Status {
  const normalized = text === 'CANCELLED' ? 'CANCELED' : text
  const match = allowedValues.find((candidate) => candidate === normalized)
  if (match === undefined) throw schemaError([`/status :: "${text}" is not an enum symbol`])
  return match
}

/** Nothing becomes a draft again, and removal is the platform's own doing. */
function transitionProblems(from: string, to: string): InputError[] {
  const isAllowed = from === to || (to !== 'DRAFT' && to !== 'REMOVED')
  if (isAllowed) return []
  return [
    {
      code: 'STATUS_CHANGE_NOT_ALLOWED',
      fieldPath: '/status',
      description: `status can't be changed from ${from} to ${to}`,
    },
  ]
}

/** How the status of a campaign or a campaign group may change. */
export function statusLifecycle(allowedValues: readonly string[]) {
  return {
    field: 'status',
    allowedValues,
    problems: (_: unknown, previous: { readonly status: string }, to: string) =>
      transitionProblems(previous.status, to),
  }
}

/** Clocks differ; so much later than its start a request may come. */
const startToleranceMs = 5 * 60_000

export function startProblem({ start }: RunSchedule, now: number): InputError | undefined {
  if (start >= now - startToleranceMs) return undefined
  const description = `runSchedule start ${start} can't be in the past`
  return { code: 'DATE_TOO_EARLY', fieldPath: '/runSchedule/start', description }
}
