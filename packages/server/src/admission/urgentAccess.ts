// Requests that adrail admits even while the process sheds load: changes by administrators, such as a freeze,
// over HTTP or in the console. A few at a time are admitted, each with a valid key, so that no one else can
// take their slots.

import { declarationOf, type OperationName } from '@adrail/contract'
import { NamedCounts } from '../concurrency/namedCounts.ts'
import type { Authenticator, Caller } from './authenticate.ts'

/** At most this many urgent requests per key at a time. */
const maxPerKey = 4
/**
 * At most this many keys and sessions outside the cache are looked up at a time, so that strangers cannot
 * load the database.
 */
const maxLookups = 4

const urgentScope = 'admin'

export function isUrgent(operation: OperationName): boolean {
  const declaration = declarationOf(operation)
  return declaration.scope === urgentScope && declaration.effect !== 'read'
}

/** How a surface identifies the caller of a request. */
export interface CallerLookup {
  /** The caller, if it is known without a query. */
  findCachedCaller?(): Caller | undefined
  findCaller(): Promise<Caller | undefined>
}

export function lookupByKey(authenticator: Authenticator, apiKey: string | undefined): CallerLookup {
  return {
    findCachedCaller: () => authenticator.findCachedCaller(apiKey),
    findCaller: () => authenticator.findCaller(apiKey),
  }
}

export class UrgentAccess {
  readonly #runningByKey = new NamedCounts()
  #lookups = 0

  /** Takes a slot and returns a function that frees it. Returns undefined if the caller gets no slot. */
  async tryEnter(lookup: CallerLookup): Promise<(() => void) | undefined> {
    const caller = lookup.findCachedCaller?.() ?? (await this.#queryCaller(lookup))
    if (!caller?.scopes.has(urgentScope) || this.#runningByKey.get(caller.keyId) >= maxPerKey)
      return undefined
    return this.#runningByKey.increment(caller.keyId)
  }

  async #queryCaller(lookup: CallerLookup): Promise<Caller | undefined> {
    if (this.#lookups >= maxLookups) return undefined
    this.#lookups += 1
    try {
      return await lookup.findCaller()
    } catch {
      // The database does not respond either, so the caller has to retry later.
      return undefined
    } finally {
      this.#lookups -= 1
    }
  }
}
