// Requests that adrail admits even while the process sheds load: changes by administrators, such as a freeze,
// over HTTP or in the console. A few at a time are admitted, each with a valid key, so that no one else can
// take their slots.

import { declarationOf, type OperationName } from '@adrail/contract'
import { Counts } from '../base/counts.ts'
import type { Authenticator, Caller } from './authenticate.ts'

/** At most this many urgent requests per key at a time. */
const mostOfKey = 4
/**
 * At most this many keys and sessions outside the cache are looked up at a time, so that strangers cannot
 * load the database.
 */
const mostLooks = 4

const scope = 'admin'

export function isUrgent(operation: OperationName): boolean {
  const declaration = declarationOf(operation)
  return declaration.scope === scope && declaration.effect !== 'read'
}

/** How a surface identifies the caller of a request. */
export interface Asker {
  /** The caller, if it is known without a query. */
  remembered?(): Caller | undefined
  find(): Promise<Caller | undefined>
}

export function askerWithKey(authenticator: Authenticator, apiKey: string | undefined): Asker {
  return {
    remembered: () => authenticator.remembered(apiKey),
    find: () => authenticator.find(apiKey),
  }
}

export class Urgency {
  readonly #running = new Counts()
  #looks = 0

  /** Takes a slot and returns a function that frees it. Returns undefined if the caller gets no slot. */
  async enter(asker: Asker): Promise<(() => void) | undefined> {
    const caller = asker.remembered?.() ?? (await this.#look(asker))
    if (!caller?.scopes.has(scope) || this.#running.of(caller.keyId) >= mostOfKey) return undefined
    return this.#running.enter(caller.keyId)
  }

  async #look(asker: Asker): Promise<Caller | undefined> {
    if (this.#looks >= mostLooks) return undefined
    this.#looks += 1
    try {
      return await asker.find()
    } catch {
      // The database does not respond either, so the caller has to retry later.
      return undefined
    } finally {
      this.#looks -= 1
    }
  }
}
