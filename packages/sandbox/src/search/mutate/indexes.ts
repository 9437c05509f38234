// Finding resources by something else than their name, such as campaigns by what they are called. Indexes of an account are built
// when first asked for, kept beside the state and brought up to date by each commit; a draft looks at them through its own changes.

import type { AdsAccount } from '../state.ts'
import { text, type Wire } from '../wire.ts'

export type KeyOf = (resource: Wire) => string | undefined

export interface Index {
  readonly keyOf: KeyOf
  readonly names: Map<string, Set<string>>
}

/** By kind of resource, then by the index's own name. */
type Indexes = Map<string, Map<string, Index>>

const kept = new WeakMap<AdsAccount, { revision: number; indexes: Indexes }>()

/** The index over what the account holds now. */
export function accountIndex(account: AdsAccount, kind: string, name: string, keyOf: KeyOf): Index {
  let entry = kept.get(account)
  if (entry === undefined || entry.revision !== account.revision) {
    entry = { revision: account.revision, indexes: new Map() }
    kept.set(account, entry)
  }
  return indexIn(entry.indexes, kind, name, keyOf, () => Object.values(account.resources[kind] ?? {}))
}

export function indexIn(
  indexes: Indexes,
  kind: string,
  name: string,
  keyOf: KeyOf,
  resources: () => Iterable<Wire>,
): Index {
  let ofKind = indexes.get(kind)
  if (ofKind === undefined) {
    ofKind = new Map()
    indexes.set(kind, ofKind)
  }
  let index = ofKind.get(name)
  if (index === undefined) {
    index = { keyOf, names: new Map() }
    for (const resource of resources()) enlist(index, resource)
    ofKind.set(name, index)
  }
  return index
}

/** Tells the account's indexes what a commit is about to change; `revision` is the one the account will have. */
export function reindex(
  account: AdsAccount,
  changes: Iterable<readonly [kind: string, before: Wire | undefined, after: Wire]>,
  revision: number,
): void {
  const entry = kept.get(account)
  if (entry === undefined || entry.revision !== account.revision) return
  for (const [kind, before, after] of changes) {
    for (const index of entry.indexes.get(kind)?.values() ?? []) {
      if (before !== undefined) unlist(index, before)
      enlist(index, after)
    }
  }
  entry.revision = revision
}

export function enlist(index: Index, resource: Wire): void {
  const key = index.keyOf(resource)
  if (key === undefined) return
  const name = text(resource['resourceName'])
  const names = index.names.get(key)
  if (names === undefined) index.names.set(key, new Set([name]))
  else names.add(name)
}

export function unlist(index: Index, resource: Wire): void {
  const key = index.keyOf(resource)
  if (key !== undefined) index.names.get(key)?.delete(text(resource['resourceName']))
}
