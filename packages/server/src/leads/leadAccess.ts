// Leads for operations: refreshed on demand, and returned with their answers.

import type { Platform } from '@adrail/contract'
import { HookAddresses } from '../linking/hookAddresses.ts'
import { definitionOf } from '../platforms/index.ts'
import { type LeadSource, listUserSources, wakeSubject } from '../store/leadSources.ts'
import {
  findLeads,
  type LeadQuery,
  listLeadsAfter,
  listNewestLeads,
  type NewestLeadQuery,
  type StoredLead,
} from '../store/leads.ts'
import { type LeadAnswers, loadAnswers } from './leadAnswers.ts'
import type { LeadDeps } from './leadDeps.ts'
import type { LeadReader } from './leadReader.ts'
import { withdrawLeads } from './withdrawLeads.ts'

/** A source that was read less than this ago is not read again on demand. */
const freshMs = 60_000

export interface LeadWithAnswers {
  readonly lead: StoredLead
  /** Absent if neither adrail nor the platform has the answers. */
  readonly answers?: LeadAnswers
}

/** A form sends its notifications to this URL, with this key. */
export interface FormWebhook {
  readonly url: string
  readonly key: string
}

export class Leads {
  readonly #deps: LeadDeps
  readonly #reader: LeadReader
  readonly #isReader: boolean
  readonly #addresses: HookAddresses

  /** A process that is not a reader leaves due sources to the processes that are. */
  constructor(deps: LeadDeps, reader: LeadReader, { isReader }: { readonly isReader: boolean }) {
    this.#deps = deps
    this.#reader = reader
    this.#isReader = isReader
    const { store, vault, runtime } = deps.linking
    this.#addresses = new HookAddresses(store, vault, runtime)
  }

  /** Returns the lead sources of a user after reading stale ones. */
  async loadSources(workspaceId: string, userId: string, platform?: Platform): Promise<LeadSource[]> {
    const { store, readsLeads } = this.#deps.linking
    if (!readsLeads) return []
    const listSources = async () =>
      (await listUserSources(store.db, workspaceId, userId)).filter(
        (source) => platform === undefined || source.platform === platform,
      )
    const sources = await listSources()
    const stale = sources.filter((source) => this.#isStale(source))
    if (stale.length === 0) return sources
    await Promise.all(stale.map((source) => this.#reader.read(source)))
    return await listSources()
  }

  async listAfter(
    workspaceId: string,
    userId: string,
    query: LeadQuery,
    limit: number,
  ): Promise<StoredLead[]> {
    return await listLeadsAfter(this.#deps.linking.store.db, workspaceId, userId, query, limit)
  }

  /** Leads are sorted by submission time, latest first. */
  async listNewestFirst(
    workspaceId: string,
    userId: string,
    query: NewestLeadQuery,
    limit: number,
  ): Promise<StoredLead[]> {
    return await listNewestLeads(this.#deps.linking.store.db, workspaceId, userId, query, limit)
  }

  async findAll(workspaceId: string, userId: string, ids: readonly string[]): Promise<StoredLead[]> {
    return await findLeads(this.#deps.linking.store.db, workspaceId, userId, ids)
  }

  async withAnswers(leads: readonly StoredLead[]): Promise<LeadWithAnswers[]> {
    const answers = await loadAnswers(this.#deps, leads)
    return leads.map((lead) => {
      const leadAnswers = answers.get(lead.id)
      return { lead, ...(leadAnswers === undefined ? {} : { answers: leadAnswers }) }
    })
  }

  /**
   * Reads the subjects soon after a platform's notification. The content of the notification is not trusted.
   */
  async wake(platform: Platform, subjects: readonly string[]): Promise<void> {
    const { db } = this.#deps.linking.store
    for (const subject of new Set(subjects)) await wakeSubject(db, platform, subject)
    if (this.#isReader) this.#reader.wake()
  }

  /** Erases leads after a platform's notification that people withdrew them. */
  async withdraw(
    platform: Platform,
    subjects: readonly string[],
    upstreamIds: readonly string[],
  ): Promise<void> {
    for (const subject of subjects) await withdrawLeads(this.#deps, platform, subject, upstreamIds)
  }

  /** Returns the subject of a form's address, and the key that its messages must contain. */
  async findHook(token: string): Promise<{ readonly subject: string; readonly key: string } | undefined> {
    const source = await this.#addresses.find(token)
    return source && { subject: source.subject, key: this.#decryptKey(source) }
  }

  /**
   * Returns where forms of the source send notifications, or
   * undefined if the platform has one address for all.
   */
  async findFormWebhook(source: LeadSource): Promise<FormWebhook | undefined> {
    if (definitionOf(source.platform).leadPush.addressPer === 'app') return undefined
    const { publicUrl } = this.#deps.linking
    const token = await this.#addresses.getToken(source)
    return { url: `${publicUrl}/hooks/${source.platform}/${token}`, key: this.#decryptKey(source) }
  }

  #decryptKey({ id, workspace_id: workspaceId, hook_key }: LeadSource): string {
    const cell = { workspaceId, table: 'lead_sources', id, column: 'hook_key' } as const
    return this.#deps.linking.vault.decrypt(cell, hook_key)
  }

  #isStale({ platform, read_at, problem, look_at }: LeadSource): boolean {
    const now = this.#deps.linking.times[platform]()
    // A problem that needs user action is not retried on every call.
    if (problem !== '') return look_at <= now
    return read_at === null || now - read_at >= freshMs || now < read_at
  }
}
