// What goes before everything else while the process sheds load: changes by administrators, such as a freeze. A few at a
// time, each by a key that is good, so that nobody else can take their places.

import { declarationOf, type OperationName } from '@adrail/contract'
import type { Authenticator, Caller } from './authenticate.ts'
import { Counts } from './counts.ts'

/** Of one key at a time. */
const mostOfKey = 4
/** Of keys that are not remembered, so many are looked for at a time: strangers get no more of the database. */
const mostLooks = 4

const scope = 'admin'

export function isUrgent(operation: OperationName): boolean {
  const declaration = declarationOf(operation)
  return declaration.scope === scope && declaration.effect !== 'read'
}

export class Urgency {
  readonly #authenticator: Authenticator
  readonly #running = new Counts()
  #looks = 0

  constructor(authenticator: Authenticator) {
    this.#authenticator = authenticator
  }

  /** Takes a place and returns how to leave it; nothing for whoever is sent away like everybody else. */
  async enter(apiKey: string | undefined): Promise<(() => void) | undefined> {
    const caller = this.#authenticator.remembered(apiKey) ?? (await this.#look(apiKey))
    if (!caller?.scopes.has(scope) || this.#running.of(caller.keyId) >= mostOfKey) return undefined
    return this.#running.enter(caller.keyId)
  }

  async #look(apiKey: string | undefined): Promise<Caller | undefined> {
    if (this.#looks >= mostLooks) return undefined
    this.#looks += 1
    try {
      return await this.#authenticator.find(apiKey)
    } catch {
      // The database does not answer either: whoever asks is told to come again.
      return undefined
    } finally {
      this.#looks -= 1
    }
  }
}
