// Leads as operations see them: brought up to date when asked for, and told with their answers.

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

/** What was read so lately need not be read again for somebody who asks. */
const freshMs = 60_000

export interface ToldLead {
  readonly lead: StoredLead
  /** Absent when nobody has them any more. */
  readonly answers?: Answers
}

/** The address that a form is given, and what it has to say there. */
export interface Webhook {
  readonly url: string
  readonly key: string
}

export class Leads {
  readonly #parts: LeadParts
  readonly #reader: LeadReader
  readonly #readsSoon: boolean
  readonly #addresses: HookAddresses

  /** Whoever does not read soon leaves what was made due to the processes that do. */
  constructor(parts: LeadParts, reader: LeadReader, { readsSoon }: { readonly readsSoon: boolean }) {
    this.#parts = parts
    this.#reader = reader
    this.#readsSoon = readsSoon
    const { store, vault, runtime } = parts.linking
    this.#addresses = new HookAddresses(store, vault, runtime)
  }

  /** The linked platforms of a user whose leads are read, brought up to date. */
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

  /** In the order in which they came. */
  async after(workspaceId: string, userId: string, asked: LeadsAsked, limit: number): Promise<StoredLead[]> {
    return await leadsAfter(this.#parts.linking.store.db, workspaceId, userId, asked, limit)
  }

  /** From the last submitted on. */
  async newestFirst(
    workspaceId: string,
    userId: string,
    asked: NewestAsked,
    limit: number,
  ): Promise<StoredLead[]> {
    return await leadsNewestFirst(this.#parts.linking.store.db, workspaceId, userId, asked, limit)
  }

  /** Those of the given ids that the user has. */
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

  /** A platform said that there is something new: it is read soon, and nothing of what was said is believed. */
  async hurry(platform: Platform, subjects: readonly string[]): Promise<void> {
    const { db } = this.#parts.linking.store
    for (const subject of new Set(subjects)) await hurrySubject(db, platform, subject)
    if (this.#readsSoon) this.#reader.hurry()
  }

  /** A platform said that people took back what they had filled in: of that nothing is kept. */
  async withdraw(
    platform: Platform,
    subjects: readonly string[],
    upstreamIds: readonly string[],
  ): Promise<void> {
    for (const subject of subjects) await withdrawLeads(this.#parts, platform, subject, upstreamIds)
  }

  /** Whom the address of a form belongs to, and the key that its messages must bring. */
  async hook(token: string): Promise<{ readonly subject: string; readonly key: string } | undefined> {
    const source = await this.#addresses.find(token)
    return source && { subject: source.subject, key: this.#keyOf(source) }
  }

  /** Where forms of the source have to tell of leads; nothing where the platform has one address for all. */
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
    // What a person has to mend is not tried at every call.
    if (problem !== '') return look_at <= now
    return read_at === null || now - read_at >= freshMs || now < read_at
  }
}
