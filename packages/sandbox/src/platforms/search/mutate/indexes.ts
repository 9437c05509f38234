// Indexes that find resources by something other than the resource name, such as campaigns by display name.
// The first lookup builds an account's index. Each commit updates it. A draft applies its own changes on top.

import type { AdsAccount } from '../state.ts'
import { asString, type WireObject } from '../wire.ts'

export type IndexKeyFunction = (resource: WireObject) => string | undefined

export interface ResourceIndex {
  readonly getKey: IndexKeyFunction
  readonly namesByKey: Map<string, Set<string>>
}

/** Indexes by kind of resource, then by index name. */
type ResourceIndexes = Map<string, Map<string, ResourceIndex>>

const indexesByAccount = new WeakMap<AdsAccount, { revision: number; indexes: ResourceIndexes }>()

/** Returns the index over the committed resources of the account. */
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

/**
 * Updates the account's indexes for a commit. `revision` is the revision that the account has after the
 * commit.
 */
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
