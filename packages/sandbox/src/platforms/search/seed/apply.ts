// Fills accounts as an advertiser would: through the same operations as the API, at instants in the past.

import type { State } from '../../../core/state.ts'
import { Draft } from '../mutate/draft.ts'
import { MutateEngine } from '../mutate/engine.ts'
import { getKind } from '../resources.ts'
import type { AdsAccount } from '../state.ts'
import { asString, type WireObject } from '../wire.ts'

export function getSeededAccount(state: State, customerId: string): AdsAccount {
  const account = state.search.accounts[customerId]
  if (account === undefined) throw new Error(`The starting world has no account ${customerId}.`)
  return account
}

/** Executes operations at an instant. Throws when a rule of the emulated platform rejects one of them. */
export function applyOperations(
  state: State,
  customerId: string,
  instant: number,
  operations: readonly (readonly [kind: string, body: WireObject])[],
): string[] {
  const account = getSeededAccount(state, customerId)
  const draft = new Draft(state, customerId, account, instant)
  const engine = new MutateEngine(draft)
  const resourceNames = operations.map(([kind, body]) => {
    const outcome = engine.execute({ kind: getKind(kind), body, path: [] })
    if ('findings' in outcome) {
      throw new Error(`The starting world is refused: ${kind} ${JSON.stringify(outcome.findings)}`)
    }
    return outcome.name
  })
  draft.commit()
  return resourceNames
}

/** Stores a resource under the id that it already has, without rules or id assignment. */
export function placeResource(state: State, customerId: string, kind: string, resource: WireObject): void {
  const account = getSeededAccount(state, customerId)
  const stored = account.resources[kind] ?? {}
  account.resources[kind] = stored
  stored[asString(resource['resourceName'])] = resource
  account.revision++
}
