// The account as it would be after the operations so far. Nothing reaches the account before `commit`, so a refused or
// validated request leaves no trace.

import type { State } from '../../core/state.ts'
import { lastPart } from '../resources.ts'
import type { AdsAccount, Change } from '../state.ts'
import { text, type Wire } from '../wire.ts'
import { accountIndex, enlist, type Index, indexIn, type KeyOf, reindex, unlist } from './indexes.ts'

export interface Effect {
  readonly verb: 'create' | 'update' | 'remove'
  readonly kind: string
  readonly name: string
}

export class Draft {
  readonly customerId: string
  readonly account: AdsAccount
  readonly now: number
  readonly effects: Effect[] = []
  readonly #state: State
  readonly #changed = new Map<string, Map<string, Wire>>()
  readonly #counters = new Map<string, number>()
  /** Over the resources this draft has changed, and only those. */
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
    const earlier = this.#changed.get(kind)?.get(name)
    let changed = this.#changed.get(kind)
    if (changed === undefined) {
      changed = new Map()
      this.#changed.set(kind, changed)
    }
    changed.set(name, resource)
    for (const index of this.#indexes.get(kind)?.values() ?? []) {
      if (earlier !== undefined) unlist(index, earlier)
      enlist(index, resource)
    }
    this.#remember(kind, name, before, resource)
  }

  /** Resources whose key, by the function known under the index's name, is the one given. */
  keyed(kind: string, indexName: string, keyOf: KeyOf, key: string): Wire[] {
    const { stored, changed } = this.#named(kind, indexName, keyOf, key)
    const overlaid = this.#changed.get(kind)
    const found: Wire[] = []
    for (const name of stored) {
      const resource = overlaid?.has(name) === true ? undefined : this.#stored(kind)[name]
      if (resource !== undefined) found.push(resource)
    }
    for (const name of changed) {
      const resource = overlaid?.get(name)
      if (resource !== undefined) found.push(resource)
    }
    return found
  }

  /** How many `keyed` would find, without looking at each. */
  count(kind: string, indexName: string, keyOf: KeyOf, key: string): number {
    const { stored, changed } = this.#named(kind, indexName, keyOf, key)
    const overlaid = this.#changed.get(kind)
    if (overlaid === undefined || stored.size === 0) return stored.size + changed.size
    let hidden = 0
    if (stored.size < overlaid.size) {
      for (const name of stored) if (overlaid.has(name)) hidden++
    } else {
      for (const name of overlaid.keys()) if (stored.has(name)) hidden++
    }
    return stored.size - hidden + changed.size
  }

  #named(
    kind: string,
    indexName: string,
    keyOf: KeyOf,
    key: string,
  ): { stored: ReadonlySet<string>; changed: ReadonlySet<string> } {
    const ofAccount = accountIndex(this.account, kind, indexName, keyOf)
    const ofDraft = indexIn(
      this.#indexes,
      kind,
      indexName,
      keyOf,
      () => this.#changed.get(kind)?.values() ?? [],
    )
    return { stored: ofAccount.names.get(key) ?? none, changed: ofDraft.names.get(key) ?? none }
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
    reindex(account, this.#changes(), account.revision + 1)
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

  *#changes(): Generator<readonly [string, Wire | undefined, Wire]> {
    for (const [kind, resources] of this.#changed) {
      for (const [name, resource] of resources) yield [kind, this.#stored(kind)[name], resource]
    }
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

const none: ReadonlySet<string> = new Set()

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

export function isRemoved(resource: Wire): boolean {
  return resource['status'] === 'REMOVED'
}

export function idOf(resource: Wire): string {
  return lastPart(text(resource['resourceName']))
}
