// Leads for operations: refreshed on demand, and returned with their answers.

import type { Platform } from '@adrail/contract'
import { HookAddresses } from '../linking/hookAddresses.ts'
import { hurrySubject, type LeadSource, sourcesOf } from '../store/leadSources.ts'
import {
  findLeads,
  type LeadsAsked,
  leadsAfter,
  leadsNewestFirst,
  type NewestAsked,
  type StoredLead,
} from '../store/leads.ts'
import { type Answers, answersOf } from './answers.ts'
import type { LeadParts } from './leadParts.ts'
import type { LeadReader } from './reader.ts'
import { withdrawLeads } from './withdraw.ts'

/** A source that was read less than this ago is not read again on demand. */
const freshMs = 60_000

export interface ToldLead {
  readonly lead: StoredLead
  /** Absent if neither adrail nor the platform has the answers. */
  readonly answers?: Answers
}

/** A form sends its notifications to this URL, with this key. */
export interface Webhook {
  readonly url: string
  readonly key: string
}

export class Leads {
  readonly #parts: LeadParts
  readonly #reader: LeadReader
  readonly #readsSoon: boolean
  readonly #addresses: HookAddresses

  /** A process that is not a reader leaves due sources to the processes that are. */
  constructor(parts: LeadParts, reader: LeadReader, { readsSoon }: { readonly readsSoon: boolean }) {
    this.#parts = parts
    this.#reader = reader
    this.#readsSoon = readsSoon
    const { store, vault, runtime } = parts.linking
    this.#addresses = new HookAddresses(store, vault, runtime)
  }

  /** Returns the lead sources of a user after reading stale ones. */
  async sources(workspaceId: string, userId: string, platform?: Platform): Promise<LeadSource[]> {
    const { store, readsLeads } = this.#parts.linking
    if (!readsLeads) return []
    const asked = async () =>
      (await sourcesOf(store.db, workspaceId, userId)).filter(
        (source) => platform === undefined || source.platform === platform,
      )
    const present = await asked()
    const stale = present.filter((source) => this.#isStale(source))
    if (stale.length === 0) return present
    await Promise.all(stale.map((source) => this.#reader.read(source)))
    return await asked()
  }

  async after(workspaceId: string, userId: string, asked: LeadsAsked, limit: number): Promise<StoredLead[]> {
    return await leadsAfter(this.#parts.linking.store.db, workspaceId, userId, asked, limit)
  }

  /** Leads are sorted by submission time, latest first. */
  async newestFirst(
    workspaceId: string,
    userId: string,
    asked: NewestAsked,
    limit: number,
  ): Promise<StoredLead[]> {
    return await leadsNewestFirst(this.#parts.linking.store.db, workspaceId, userId, asked, limit)
  }

  async findAll(workspaceId: string, userId: string, ids: readonly string[]): Promise<StoredLead[]> {
    return await findLeads(this.#parts.linking.store.db, workspaceId, userId, ids)
  }

  async withAnswers(leads: readonly StoredLead[]): Promise<ToldLead[]> {
    const answers = await answersOf(this.#parts, leads)
    return leads.map((lead) => {
      const found = answers.get(lead.id)
      return { lead, ...(found === undefined ? {} : { answers: found }) }
    })
  }

  /**
   * Reads the subjects soon after a platform's notification. The content of the notification is not trusted.
   */
  async hurry(platform: Platform, subjects: readonly string[]): Promise<void> {
    const { db } = this.#parts.linking.store
    for (const subject of new Set(subjects)) await hurrySubject(db, platform, subject)
    if (this.#readsSoon) this.#reader.hurry()
  }

  /** Erases leads after a platform's notification that people withdrew them. */
  async withdraw(
    platform: Platform,
    subjects: readonly string[],
    upstreamIds: readonly string[],
  ): Promise<void> {
    for (const subject of subjects) await withdrawLeads(this.#parts, platform, subject, upstreamIds)
  }

  /** Returns the subject of a form's address, and the key that its messages must contain. */
  async hook(token: string): Promise<{ readonly subject: string; readonly key: string } | undefined> {
    const source = await this.#addresses.find(token)
    return source && { subject: source.subject, key: this.#keyOf(source) }
  }

  /**
   * Returns where forms of the source send notifications, or
   * undefined if the platform has one address for all.
   */
  async webhookOf(source: LeadSource): Promise<Webhook | undefined> {
    if (source.platform !== 'search') return undefined
    const { publicUrl } = this.#parts.linking
    const token = await this.#addresses.tokenOf(source)
    return { url: `${publicUrl}/hooks/search/${token}`, key: this.#keyOf(source) }
  }

  #keyOf({ id, workspace_id: workspaceId, hook_key }: LeadSource): string {
    const cell = { workspaceId, table: 'lead_sources', id, column: 'hook_key' } as const
    return this.#parts.linking.vault.open(cell, hook_key)
  }

  #isStale({ platform, read_at, problem, look_at }: LeadSource): boolean {
    const now = this.#parts.linking.times[platform]()
    // A problem that needs user action is not retried on every call.
    if (problem !== '') return look_at <= now
    return read_at === null || now - read_at >= freshMs || now < read_at
  }
}
