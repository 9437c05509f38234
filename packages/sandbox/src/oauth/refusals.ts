// Platforms report different problems first, and each platform words its responses itself. A table of refusals
// declares both.

import type { HttpResponse } from '../core/exchange.ts'

/** A problem, or a condition that only this platform checks, with the response. */
export type Refusal<Problem extends string, Request> = readonly [
  problem: Problem | ((request: Request) => boolean),
  respond: (request: Request) => HttpResponse,
]

/** Returns the response to the first row of the table that applies, or undefined when no row applies. */
export function findRefusal<Problem extends string, Request>(
  refusals: readonly Refusal<Problem, Request>[],
  problems: Readonly<Record<Problem, boolean>>,
  request: Request,
): HttpResponse | undefined {
  const refusal = refusals.find(([problem]) =>
    typeof problem === 'function' ? problem(request) : problems[problem],
  )
  return refusal?.[1](request)
}
