// The daily operation quota. A query costs one operation regardless of its pages. Each change of a mutate
// costs one, and so does every other call.
// https://developers.google.com/google-ads/api/docs/best-practices/quotas

import type { Exchange } from '../../core/exchange.ts'
import { quotaFinding, searchError } from './errors.ts'
import { asArray, asObject, asString, type WireObject } from './wire.ts'

const windowMs = 24 * 60 * 60_000

/** Counts only while a limit is set, so that reads otherwise leave the state unchanged. */
export function consumeQuota({ now, state: { search }, body }: Exchange): void {
  const { limits } = search
  if (limits === undefined) return
  const recentOperations = limits.spent.filter(([at]) => at > now - windowMs && at <= now)
  const requestedCount = countRequestOperations(body)
  const usedCount = recentOperations.reduce((sum, [, count]) => sum + count, 0)
  if (usedCount + requestedCount > limits.operationsPerDay) {
    const seconds = Math.ceil(
      (quotaFreeAt(recentOperations, usedCount + requestedCount - limits.operationsPerDay) - now) / 1000,
    )
    const rate = `Number of operations for ${search.accessLevel} access`
    throw searchError(quotaFinding('quotaError.RESOURCE_EXHAUSTED', seconds, { scope: 'DEVELOPER', rate }))
  }
  limits.spent = requestedCount === 0 ? recentOperations : [...recentOperations, [now, requestedCount]]
}

/** Malformed requests fail later, but they count as well. */
function countRequestOperations(body: Buffer): number {
  const request = parseBody(body)
  const changes = asArray(request['mutateOperations'] ?? request['operations'])
  if (changes.length > 0) return changes.length
  return asString(request['pageToken']) === '' ? 1 : 0
}

function parseBody(body: Buffer): WireObject {
  try {
    return asObject(JSON.parse(body.toString('utf8')))
  } catch {
    return {}
  }
}

/** Returns the instant at which enough operations are a day old. */
function quotaFreeAt(spent: readonly (readonly [at: number, amount: number])[], neededCount: number): number {
  let freedCount = 0
  for (const [at, amount] of spent) {
    freedCount += amount
    if (freedCount >= neededCount) return at + windowMs
  }
  return (spent.at(-1)?.[0] ?? 0) + windowMs
}
