// The life of campaigns and campaign groups: which status may follow which.

import { type InputError, ruleRefusal, schemaRefusal } from './errors.ts'
import type { RunSchedule } from './state.ts'

/** Nothing can be changed any more. */
const final = ['CANCELED', 'PENDING_DELETION', 'REMOVED']

export function mustBeAlive(status: string): void {
  if (!final.includes(status)) return
  throw ruleRefusal([
    {
      code: 'ACTION_NOT_ALLOWED_FOR_CANCELLED_STATUS',
      fieldPath: '/status',
      description: `The entity is ${status} and cannot be changed`,
    },
  ])
}

export function statusOf<Word extends string>(given: string, words: readonly Word[]): Word {
  const normal = given === 'CANCELLED' ? 'CANCELED' : given
  const word = words.find((candidate) => candidate === normal)
  if (word === undefined) throw schemaRefusal([`/status :: "${given}" is not an enum symbol`])
  return word
}

/** Nothing becomes a draft again, and removal is the platform's own doing. */
function transitionProblems(from: string, to: string): InputError[] {
  const allowed = from === to || (to !== 'DRAFT' && to !== 'REMOVED')
  if (allowed) return []
  return [
    {
      code: 'STATUS_CHANGE_NOT_ALLOWED',
      fieldPath: '/status',
      description: `status can't be changed from ${from} to ${to}`,
    },
  ]
}

/** How the status of a campaign or a campaign group may change. */
export function lifeOf(words: readonly string[]) {
  return {
    member: 'status',
    words,
    problems: (_: unknown, before: { readonly status: string }, to: string) =>
      transitionProblems(before.status, to),
  }
}

/** Clocks differ; so much later than its start a request may come. */
const lateMs = 5 * 60_000

export function startProblem({ start }: RunSchedule, now: number): InputError | undefined {
  if (start >= now - lateMs) return undefined
  const description = `runSchedule start ${start} can't be in the past`
  return { code: 'DATE_TOO_EARLY', fieldPath: '/runSchedule/start', description }
}
