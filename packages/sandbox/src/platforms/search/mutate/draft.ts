// The account as it would be after the operations so far. The draft writes nothing to the account before
// `commit`, so a rejected or validated request has no effect.

import type { State } from '../../../core/state.ts'
import { lastSegment } from '../resources.ts'
import type { AdsAccount, HistoryEntry } from '../state.ts'
import { asString, type WireObject } from '../wire.ts'
import {
  addToIndex,
  getAccountIndex,
  getOrBuildIndex,
  type IndexKeyFunction,
  type ResourceIndex,
  removeFromIndex,
  updateIndexes,
} from './indexes.ts'

export interface MutateEffect {
  readonly verb: 'create' | 'update' | 'remove'
  readonly kind: string
  readonly name: string
}

export class Draft {
  readonly customerId: string
  readonly account: AdsAccount
  readonly now: number
  readonly effects: MutateEffect[] = []
  readonly #state: State
  readonly #changedByKind = new Map<string, Map<string, WireObject>>()
  readonly #counters = new Map<string, number>()
  /** Indexes over the resources that this draft has changed, and no others. */
  readonly #indexes = new Map<string, Map<string, ResourceIndex>>()
  readonly #fingerprints = new Map<string, string>()
  readonly #history: [name: string, change: HistoryEntry][] = []

  constructor(state: State, customerId: string, account: AdsAccount, now: number) {
    this.#state = state
    this.customerId = customerId
    this.account = account
    this.now = now
  }

  get(kind: string, name: string): WireObject | undefined {
    return this.#changedByKind.get(kind)?.get(name) ?? this.#getStored(kind)[name]
  }

  *all(kind: string): Generator<WireObject> {
    const changed = this.#changedByKind.get(kind)
    const stored = this.#getStored(kind)
    for (const [name, resource] of Object.entries(stored)) yield changed?.get(name) ?? resource
    for (const [name, resource] of changed ?? []) if (!Object.hasOwn(stored, name)) yield resource
  }

  put(kind: string, name: string, resource: WireObject): void {
    const previous = this.get(kind, name)
    const earlierChange = this.#changedByKind.get(kind)?.get(name)
    let changed = this.#changedByKind.get(kind)
    if (changed === undefined) {
      changed = new Map()
      this.#changedByKind.set(kind, changed)
    }
    changed.set(name, resource)
    for (const index of this.#indexes.get(kind)?.values() ?? []) {
      if (earlierChange !== undefined) removeFromIndex(index, earlierChange)
      addToIndex(index, resource)
    }
    this.#recordHistory(kind, name, previous, resource)
  }

  /** Returns the resources with the given key in the named index. */
  findByKey(kind: string, indexName: string, getKey: IndexKeyFunction, key: string): WireObject[] {
    const { stored, changed } = this.#findNames(kind, indexName, getKey, key)
    const changedResources = this.#changedByKind.get(kind)
    const matches: WireObject[] = []
    for (const name of stored) {
      const resource = changedResources?.has(name) === true ? undefined : this.#getStored(kind)[name]
      if (resource !== undefined) matches.push(resource)
    }
    for (const name of changed) {
      const resource = changedResources?.get(name)
      if (resource !== undefined) matches.push(resource)
    }
    return matches
  }

  /** Returns the number of resources that `findByKey` would return, without reading them. */
  countByKey(kind: string, indexName: string, getKey: IndexKeyFunction, key: string): number {
    const { stored, changed } = this.#findNames(kind, indexName, getKey, key)
    const changedResources = this.#changedByKind.get(kind)
    if (changedResources === undefined || stored.size === 0) return stored.size + changed.size
    let overriddenCount = 0
    if (stored.size < changedResources.size) {
      for (const name of stored) if (changedResources.has(name)) overriddenCount++
    } else {
      for (const name of changedResources.keys()) if (stored.has(name)) overriddenCount++
    }
    return stored.size - overriddenCount + changed.size
  }

  #findNames(
    kind: string,
    indexName: string,
    getKey: IndexKeyFunction,
    key: string,
  ): { stored: ReadonlySet<string>; changed: ReadonlySet<string> } {
    const storedIndex = getAccountIndex(this.account, kind, indexName, getKey)
    const changedIndex = getOrBuildIndex(
      this.#indexes,
      kind,
      indexName,
      getKey,
      () => this.#changedByKind.get(kind)?.values() ?? [],
    )
    return {
      stored: storedIndex.namesByKey.get(key) ?? noNames,
      changed: changedIndex.namesByKey.get(key) ?? noNames,
    }
  }

  /** Returns a new id. Ids of one kind share a prefix, as on the platform. */
  nextId(idSeries: keyof typeof baseIds): string {
    const counter = `search.${idSeries}`
    const nextValue = (this.#counters.get(counter) ?? this.#state.counters[counter] ?? 0) + 1
    this.#counters.set(counter, nextValue)
    return String(baseIds[idSeries] + nextValue * 137)
  }

  findByFingerprint(text: string): string | undefined {
    return this.#fingerprints.get(text) ?? this.account.fingerprints[text]
  }

  setFingerprint(text: string, name: string): void {
    this.#fingerprints.set(text, name)
  }

  /** Formats a resource name of this account, such as `customers/1/campaigns/2`. */
  toResourceName(collection: string, id: string): string {
    return `customers/${this.customerId}/${collection}/${id}`
  }

  commit(): void {
    const { account } = this
    updateIndexes(account, this.#listChanges(), account.revision + 1)
    for (const [kind, resources] of this.#changedByKind) {
      let stored = account.resources[kind]
      if (stored === undefined) {
        stored = {}
        account.resources[kind] = stored
      }
      for (const [name, resource] of resources) stored[name] = resource
    }
    for (const [counter, value] of this.#counters) this.#state.counters[counter] = value
    for (const [fingerprint, name] of this.#fingerprints) account.fingerprints[fingerprint] = name
    for (const [name, entry] of this.#history) {
      const entries = account.history[name]
      if (entries === undefined) account.history[name] = [entry]
      else entries.push(entry)
    }
    account.revision++
  }

  *#listChanges(): Generator<readonly [string, WireObject | undefined, WireObject]> {
    for (const [kind, resources] of this.#changedByKind) {
      for (const [name, resource] of resources) yield [kind, this.#getStored(kind)[name], resource]
    }
  }

  #getStored(kind: string): Record<string, WireObject> {
    return this.account.resources[kind] ?? {}
  }

  #recordHistory(kind: string, name: string, previous: WireObject | undefined, current: WireObject): void {
    const field = trackedFields[kind]
    if (field === undefined) return
    const value = asString(current[field])
    if (previous === undefined || asString(previous[field]) !== value)
      this.#history.push([name, [this.now, value]])
  }
}

const noNames: ReadonlySet<string> = new Set()

/** The field of each kind whose past values the delivery model needs. */
const trackedFields: Readonly<Record<string, string>> = {
  campaign: 'status',
  ad_group: 'status',
  ad_group_ad: 'status',
  campaign_budget: 'amountMicros',
}

const baseIds = {
  budget: 13_900_400_000,
  campaign: 21_894_430_000,
  adGroup: 171_330_098_000,
  criterion: 2_391_745_503_000,
  keyword: 10_007_000,
  ad: 742_211_908_000,
  asset: 190_022_000,
  assetSet: 8_800_000,
  sharedSet: 11_400_200_000,
  conversionAction: 710_200_000,
} as const

export function isRemoved(resource: WireObject): boolean {
  return resource['status'] === 'REMOVED'
}

export function resourceId(resource: WireObject): string {
  return lastSegment(asString(resource['resourceName']))
}
