// What goes before everything else while the process sheds load: changes by administrators, such as a freeze, over HTTP or in
// the console. A few at a time, each with a valid key, so that no one else can take their places.

import { declarationOf, type OperationName } from '@adrail/contract'
import { Counts } from '../base/counts.ts'
import type { Authenticator, Caller } from './authenticate.ts'

/** Of one key at a time. */
const mostOfKey = 4
/** Of keys and sessions that are not remembered, so many are looked for at a time: strangers get no more of the database. */
const mostLooks = 4

const scope = 'admin'

export function isUrgent(operation: OperationName): boolean {
  const declaration = declarationOf(operation)
  return declaration.scope === scope && declaration.effect !== 'read'
}

/** How a surface finds out who asks. */
export interface Asker {
  /** Where that is known without asking the database. */
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

  /** Takes a place and returns how to leave it; nothing for whoever is sent away like everybody else. */
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
      // The database does not answer either: whoever asks is told to come again.
      return undefined
    } finally {
      this.#looks -= 1
    }
  }
}
