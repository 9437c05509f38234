// The operations of a day: a query is one, whatever number of pages it has; each change of a mutate is one; every other call is.
// https://developers.google.com/google-ads/api/docs/best-practices/quotas

import type { Exchange } from '../core/exchange.ts'
import { quotaFinding, refuse } from './errors.ts'
import { list, text, type Wire, wire } from './wire.ts'

const windowMs = 24 * 60 * 60_000

/** Counts only while a limit is set, so that reading normally leaves the state alone. */
export function countOperations({ now, state: { search }, body }: Exchange): void {
  const { limits } = search
  if (limits === undefined) return
  const spent = limits.spent.filter(([at]) => at > now - windowMs && at <= now)
  const amount = operationsIn(body)
  const used = spent.reduce((sum, [, each]) => sum + each, 0)
  if (used + amount > limits.operationsPerDay) {
    const seconds = Math.ceil((freeAt(spent, used + amount - limits.operationsPerDay) - now) / 1000)
    const rate = `Number of operations for ${search.accessLevel} access`
    throw refuse(quotaFinding('quotaError.RESOURCE_EXHAUSTED', seconds, { scope: 'DEVELOPER', rate }))
  }
  limits.spent = amount === 0 ? spent : [...spent, [now, amount]]
}

/** What cannot be read is refused later on, and counts all the same. */
function operationsIn(body: Buffer): number {
  const request = requestIn(body)
  const changes = list(request['mutateOperations'] ?? request['operations'])
  if (changes.length > 0) return changes.length
  return text(request['pageToken']) === '' ? 1 : 0
}

function requestIn(body: Buffer): Wire {
  try {
    return wire(JSON.parse(body.toString('utf8')))
  } catch {
    return {}
  }
}

/** When so many operations will be a day old. */
function freeAt(spent: readonly (readonly [at: number, amount: number])[], wanted: number): number {
  let freed = 0
  for (const [at, amount] of spent) {
    freed += amount
    if (freed >= wanted) return at + windowMs
  }
  return (spent.at(-1)?.[0] ?? 0) + windowMs
}
