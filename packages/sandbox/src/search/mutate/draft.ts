// The account as it would be after the operations so far. Nothing reaches the account before `commit`, so a refused or
// validated request leaves no trace.

import type { State } from '../../state.ts'
import { lastPart } from '../resources.ts'
import type { AdsAccount, Change } from '../state.ts'
import { text, type Wire } from '../wire.ts'

export interface Effect {
  readonly verb: 'create' | 'update' | 'remove'
  readonly kind: string
  readonly name: string
}

type KeyOf = (resource: Wire) => string | undefined

interface Index {
  readonly keyOf: KeyOf
  readonly names: Map<string, Set<string>>
}

export class Draft {
  readonly customerId: string
  readonly account: AdsAccount
  readonly now: number
  readonly effects: Effect[] = []
  readonly #state: State
  readonly #changed = new Map<string, Map<string, Wire>>()
  readonly #counters = new Map<string, number>()
  readonly #indexes = new Map<string, Map<string, Index>>()
  readonly #fingerprints = new Map<string, string>()
  readonly #history: [name: string, change: Change][] = []

  constructor(state: State, customerId: string, account: AdsAccount, now: number) {
    this.#state = state
    this.customerId = customerId
    this.account = account
    this.now = now
  }

  get(kind: string, name: string): Wire | undefined {
    return this.#changed.get(kind)?.get(name) ?? this.#stored(kind)[name]
  }

  *all(kind: string): Generator<Wire> {
    const changed = this.#changed.get(kind)
    const stored = this.#stored(kind)
    for (const [name, resource] of Object.entries(stored)) yield changed?.get(name) ?? resource
    for (const [name, resource] of changed ?? []) if (!Object.hasOwn(stored, name)) yield resource
  }

  put(kind: string, name: string, resource: Wire): void {
    const before = this.get(kind, name)
    let changed = this.#changed.get(kind)
    if (changed === undefined) {
      changed = new Map()
      this.#changed.set(kind, changed)
    }
    changed.set(name, resource)
    for (const index of this.#indexes.get(kind)?.values() ?? []) {
      if (before !== undefined) unlist(index, before, name)
      enlist(index, resource, name)
    }
    this.#remember(kind, name, before, resource)
  }

  /** Resources whose key, by the function known under the index's name, is the one given. Kept up to date by `put`. */
  keyed(kind: string, indexName: string, keyOf: KeyOf, key: string): Wire[] {
    let indexes = this.#indexes.get(kind)
    if (indexes === undefined) {
      indexes = new Map()
      this.#indexes.set(kind, indexes)
    }
    let index = indexes.get(indexName)
    if (index === undefined) {
      index = { keyOf, names: new Map() }
      for (const resource of this.all(kind)) enlist(index, resource, text(resource['resourceName']))
      indexes.set(indexName, index)
    }
    const found: Wire[] = []
    for (const name of index.names.get(key) ?? []) {
      const resource = this.get(kind, name)
      if (resource !== undefined) found.push(resource)
    }
    return found
  }

  /** A new identifier; identifiers of one kind have a common beginning, as the platform's have. */
  nextId(series: keyof typeof firstIds): string {
    const counter = `search.${series}`
    const next = (this.#counters.get(counter) ?? this.#state.counters[counter] ?? 0) + 1
    this.#counters.set(counter, next)
    return String(firstIds[series] + next * 137)
  }

  fingerprint(text: string): string | undefined {
    return this.#fingerprints.get(text) ?? this.account.fingerprints[text]
  }

  setFingerprint(text: string, name: string): void {
    this.#fingerprints.set(text, name)
  }

  /** `customers/1/campaigns/2` of this account. */
  nameOf(collection: string, id: string): string {
    return `customers/${this.customerId}/${collection}/${id}`
  }

  commit(): void {
    const { account } = this
    for (const [kind, resources] of this.#changed) {
      let stored = account.resources[kind]
      if (stored === undefined) {
        stored = {}
        account.resources[kind] = stored
      }
      for (const [name, resource] of resources) stored[name] = resource
    }
    for (const [counter, value] of this.#counters) this.#state.counters[counter] = value
    for (const [fingerprint, name] of this.#fingerprints) account.fingerprints[fingerprint] = name
    for (const [name, change] of this.#history) {
      const changes = account.history[name]
      if (changes === undefined) account.history[name] = [change]
      else changes.push(change)
    }
    account.revision++
  }

  #stored(kind: string): Record<string, Wire> {
    return this.account.resources[kind] ?? {}
  }

  #remember(kind: string, name: string, before: Wire | undefined, after: Wire): void {
    const member = remembered[kind]
    if (member === undefined) return
    const value = text(after[member])
    if (before === undefined || text(before[member]) !== value) this.#history.push([name, [this.now, value]])
  }
}

/** What delivery asks about the past of a resource. */
const remembered: Readonly<Record<string, string>> = {
  campaign: 'status',
  ad_group: 'status',
  ad_group_ad: 'status',
  campaign_budget: 'amountMicros',
}

const firstIds = {
  budget: 13_900_400_000,
  campaign: 21_894_430_000,
  adGroup: 171_330_098_000,
  criterion: 2_391_745_503_000,
  keyword: 10_007_000,
  ad: 742_211_908_000,
  asset: 190_022_000,
  assetSet: 8_800_000,
  conversionAction: 710_200_000,
} as const

function enlist(index: Index, resource: Wire, name: string): void {
  const key = index.keyOf(resource)
  if (key === undefined) return
  const names = index.names.get(key)
  if (names === undefined) index.names.set(key, new Set([name]))
  else names.add(name)
}

function unlist(index: Index, resource: Wire, name: string): void {
  const key = index.keyOf(resource)
  if (key !== undefined) index.names.get(key)?.delete(name)
}

export function isRemoved(resource: Wire): boolean {
  return resource['status'] === 'REMOVED'
}

export function idOf(resource: Wire): string {
  return lastPart(text(resource['resourceName']))
}
