// Reads and changes the connected ad account of one user through LinkedIn's API.

import { moneyText } from '../../base/money.ts'
import type { Runtime } from '../../base/runtime.ts'
import { mostOnOneDay, type RunningBudget } from '../kit/budgets.ts'
import { Calls } from '../kit/calls.ts'
import type { AccountFacts, CampaignState, Listed } from '../kit/campaignState.ts'
import type { Connected } from '../kit/connected.ts'
import type { AccountFigures, FiguresQuestion } from '../kit/figures.ts'
import type { Images } from '../kit/images.ts'
import type { PublicFetch } from '../kit/publicFetch.ts'
import type { RowKind, RowOf, Shape } from '../kit/rows.ts'
import { leadCalls } from './accountLeads.ts'
import { budgetOf, decimalIn, type Money, sumOf } from './decimalMoney.ts'
import { isPermissionMissing } from './errors.ts'
import { scheduleOf } from './groupSchedule.ts'
import { ourStatus } from './groupStatus.ts'
import { servedState } from './holdReasons.ts'
import { ProLibrary } from './library.ts'
import { readNames } from './objectNames.ts'
import type { ProPlatform } from './platform.ts'
import { ProProtocol } from './protocol.ts'
import { readFigures } from './report.ts'
import * as rows from './rows.ts'
import { ProStructure } from './structure.ts'
import { ProTargeting } from './targeting.ts'
import { drainByOffset } from './wholeLists.ts'
import { type ProCall, pageOf } from './wire.ts'

/** An account has audiences of one kind only, because the two kinds have separate id spaces. */
export type Segments =
  | { readonly kind: 'dmp'; readonly segments: readonly rows.DmpSegment[] }
  | { readonly kind: 'ad'; readonly segments: readonly rows.AdSegment[] }

export class ProConnector {
  readonly platform = 'pro'
  readonly #connected: Connected<'pro'>
  readonly #shared: ProPlatform
  readonly #calls: Calls<ProCall>
  readonly #runtime: Runtime
  readonly structure: ProStructure
  readonly targeting: ProTargeting
  readonly library: ProLibrary
  readonly leads: ReturnType<typeof leadCalls>

  constructor(shared: ProPlatform, connected: Connected<'pro'>) {
    this.#shared = shared
    this.#connected = connected
    this.#runtime = shared.runtime
    this.#calls = new Calls(shared, new ProProtocol(shared, connected))
    const { accountId, organizationId } = connected.selection
    this.structure = new ProStructure(this.#calls, accountId)
    this.targeting = new ProTargeting(this.#calls, accountId, shared.entities)
    this.leads = leadCalls(this.#calls, accountId)
    this.library = new ProLibrary(this.#calls, accountId, organizationId)
  }

  /** LinkedIn counts days in UTC for every account. */
  get account(): AccountFacts {
    const { accountId: id, accountName: name, currencyCode } = this.selection
    return { id, name, currencyCode, timeZone: 'UTC' }
  }

  /** Fetches images from URLs that callers provide. */
  get images(): Images {
    return this.#shared.images
  }

  /** Fetches videos from URLs that callers provide. */
  get videos(): PublicFetch {
    return this.#shared.videos
  }

  /** Formats an amount for responses with the currency's decimals. Returns empty text for undefined. */
  money(money: Money | undefined): string {
    return money === undefined ? '' : moneyText(decimalIn(money), this.selection.currencyCode)
  }

  /**
   * Returns campaign groups that are not deleted, because a campaign in adrail's API is a LinkedIn campaign
   * group. Groups have no daily budget. Only their campaigns have one.
   */
  async campaignStates(listed: Listed = 'all'): Promise<CampaignState[]> {
    const groups = await (listed === 'all' ? this.structure.presentGroups() : this.structure.activeGroups())
    return groups.map((group) => ({
      id: group.id,
      name: group.name,
      status: ourStatus(group.status),
      ...servedState(group.servingStatuses),
      dailyBudget: '',
      lifetimeBudget: this.money(group.totalBudget),
      schedule: scheduleOf(group.runSchedule),
    }))
  }

  /** The running budget of an active group is the sum of the budgets of its active campaigns. */
  async runningBudgets(): Promise<RunningBudget[]> {
    const [groups, campaigns] = await Promise.all([
      this.structure.activeGroups(),
      this.structure.activeCampaigns(),
    ])
    return groups.map(({ id }) => {
      const own = campaigns.filter(({ campaignGroup }) => campaignGroup === id)
      return { campaignIds: [id], dayMicros: mostOnOneDay('pro', sumOf(own.map(budgetOf))) }
    })
  }

  get selection(): Connected<'pro'>['selection'] {
    return this.#connected.selection
  }

  /** Returns DMP segments, or ad segments if the app lacks the permission for DMP segments. */
  async segments(): Promise<Segments> {
    try {
      return { kind: 'dmp', segments: await this.#dmpSegments() }
    } catch (error) {
      if (!isPermissionMissing(error)) throw error
      return { kind: 'ad', segments: await this.#adSegments() }
    }
  }

  /** https://learn.microsoft.com/en-us/linkedin/marketing/matched-audiences/create-and-manage-segments#find-dmp-segments-by-account */
  #dmpSegments(): Promise<readonly rows.DmpSegment[]> {
    const parameters = { account: this.#accountUrn() }
    return this.#all({ resource: 'dmpSegments', finder: 'account', parameters }, rows.dmpSegmentRow)
  }

  /** https://learn.microsoft.com/en-us/linkedin/marketing/matched-audiences/adsegments */
  #adSegments(): Promise<readonly rows.AdSegment[]> {
    const parameters = { accounts: [this.#accountUrn()] }
    return this.#all({ resource: 'adSegments', finder: 'accounts', parameters }, rows.adSegmentRow)
  }

  /** Returns undefined for the keyword level because LinkedIn has no keywords. */
  async figures(question: FiguresQuestion): Promise<AccountFigures | undefined> {
    const { level } = question
    if (level === 'KEYWORD') return undefined
    return await readFigures({ ...question, level }, this.selection, {
      runtime: this.#runtime,
      analytics: async (call) => (await this.#calls.read(call, pageOf(rows.analyticsRow))).rows,
      names: (urns) => readNames(urns, this.selection.accountId, this.#calls),
    })
  }

  /** Returns the name of the campaign group with this id, or undefined if the account has no such group. */
  async campaignName(campaignId: string): Promise<string | undefined> {
    const urn = `urn:li:sponsoredCampaignGroup:${campaignId}`
    return (await readNames(new Set([urn]), this.selection.accountId, this.#calls)).get(urn)?.name
  }

  /** Returns each row once. Lists can shift between page reads, so that a row appears on two pages. */
  async #all<Of extends Shape>(call: ProCall, kind: RowKind<Of>): Promise<readonly RowOf<Of>[]> {
    const found = await drainByOffset((page) => {
      const asked = { ...call, parameters: { ...call.parameters, ...page } }
      return this.#calls.read(asked, pageOf(kind))
    })
    return [...new Map(found.map((row) => ['id' in row ? row.id : row, row])).values()]
  }

  #accountUrn(): string {
    return `urn:li:sponsoredAccount:${this.selection.accountId}`
  }
}
