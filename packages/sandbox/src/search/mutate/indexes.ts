// Finding resources by something else than their name, such as campaigns by what they are called. Indexes of an account are built
// when first asked for, kept beside the state and brought up to date by each commit; a draft looks at them through its own changes.

import type { AdsAccount } from '../state.ts'
import { asString, type WireObject } from '../wire.ts'

export type IndexKeyFunction = (resource: WireObject) => string | undefined

export interface ResourceIndex {
  readonly getKey: IndexKeyFunction
  readonly namesByKey: Map<string, Set<string>>
}

/** By kind of resource, then by the index's own name. */
type ResourceIndexes = Map<string, Map<string, ResourceIndex>>

const indexesByAccount = new WeakMap<AdsAccount, { revision: number; indexes: ResourceIndexes }>()

/** The index over what the account holds now. */
export function getAccountIndex(
  account: AdsAccount,
  kind: string,
  name: string,
  getKey: IndexKeyFunction,
): ResourceIndex {
  let entry = indexesByAccount.get(account)
  if (entry === undefined || entry.revision !== account.revision) {
    entry = { revision: account.revision, indexes: new Map() }
    indexesByAccount.set(account, entry)
  }
  return getOrBuildIndex(entry.indexes, kind, name, getKey, () =>
    Object.values(account.resources[kind] ?? {}),
  )
}

export function getOrBuildIndex(
  indexes: ResourceIndexes,
  kind: string,
  name: string,
  getKey: IndexKeyFunction,
  resources: () => Iterable<WireObject>,
): ResourceIndex {
  let kindIndexes = indexes.get(kind)
  if (kindIndexes === undefined) {
    kindIndexes = new Map()
    indexes.set(kind, kindIndexes)
  }
  let index = kindIndexes.get(name)
  if (index === undefined) {
    index = { getKey, namesByKey: new Map() }
    for (const resource of resources()) addToIndex(index, resource)
    kindIndexes.set(name, index)
  }
  return index
}

/** Tells the account's indexes what a commit is about to change; `revision` is the one the account will have. */
export function updateIndexes(
  account: AdsAccount,
  changes: Iterable<readonly [kind: string, before: WireObject | undefined, after: WireObject]>,
  revision: number,
): void {
  const entry = indexesByAccount.get(account)
  if (entry === undefined || entry.revision !== account.revision) return
  for (const [kind, previous, current] of changes) {
    for (const index of entry.indexes.get(kind)?.values() ?? []) {
      if (previous !== undefined) removeFromIndex(index, previous)
      addToIndex(index, current)
    }
  }
  entry.revision = revision
}

export function addToIndex(index: ResourceIndex, resource: WireObject): void {
  const key = index.getKey(resource)
  if (key === undefined) return
  const name = asString(resource['resourceName'])
  const names = index.namesByKey.get(key)
  if (names === undefined) index.namesByKey.set(key, new Set([name]))
  else names.add(name)
}

export function removeFromIndex(index: ResourceIndex, resource: WireObject): void {
  const key = index.getKey(resource)
  if (key !== undefined) index.namesByKey.get(key)?.delete(asString(resource['resourceName']))
}
