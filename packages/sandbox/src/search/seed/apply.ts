// Fills accounts the way an advertiser would: through the same operations the API offers, at instants that lie in the past.

import type { State } from '../../core/state.ts'
import { Draft } from '../mutate/draft.ts'
import { MutateEngine } from '../mutate/engine.ts'
import { getKind } from '../resources.ts'
import type { AdsAccount } from '../state.ts'
import { asString, type WireObject } from '../wire.ts'

export const dayMs = 86_400_000

export function getSeededAccount(state: State, customerId: string): AdsAccount {
  const account = state.search.accounts[customerId]
  if (account === undefined) throw new Error(`The starting world has no account ${customerId}.`)
  return account
}

/** Carries out operations at an instant; the starting world must not be refused by the rules it shows. */
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

/** Puts a resource in place under an id of its own. */
export function placeResource(state: State, customerId: string, kind: string, resource: WireObject): void {
  const account = getSeededAccount(state, customerId)
  const stored = account.resources[kind] ?? {}
  account.resources[kind] = stored
  stored[asString(resource['resourceName'])] = resource
  account.revision++
}
