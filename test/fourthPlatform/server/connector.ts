// Reads and changes the connected ad account of one user through Town Board's API.

import { formatMoney } from '../../money/money.ts'
import { ServiceError } from '../../runtime/errors.ts'
import type { AdGroupState, AdState } from '../connector-kit/adConnector.ts'
import type { AccountMetrics, MetricsQuery } from '../connector-kit/adMetrics.ts'
import { maxSpendPerDay, type RunningBudget } from '../connector-kit/budgets.ts'
import { Calls } from '../connector-kit/calls.ts'
import type {
  AccountFacts,
  CampaignListFilter,
  CampaignState,
  CampaignStatus,
} from '../connector-kit/campaignState.ts'
import type { ConnectedAccount } from '../connector-kit/connectedAccount.ts'
import type { Page } from '../connector-kit/page.ts'
import type { ResponseParser } from '../connector-kit/rows.ts'
import { listTooLongError } from '../connector-kit/upstreamErrors.ts'
import { toTownBudget } from './money.ts'
import { townOverspend } from './overspend.ts'
import { type TownPlatform, TownProtocol } from './protocol.ts'
import { buildTownMetrics } from './report.ts'
import {
  campaignPage,
  changedRow,
  figuresPage,
  replyPage,
  type TownCampaign,
  type TownReply,
} from './rows.ts'
import type { TownCall } from './wire.ts'

const maxListRows = 50_000
const largePages = { limit: '500' }

export class TownConnector {
  readonly platform = 'town'
  readonly selection: ConnectedAccount['selection']
  readonly #calls: Calls<TownCall>

  constructor(shared: TownPlatform, connectedAccount: ConnectedAccount) {
    this.selection = connectedAccount.selection
    this.#calls = new Calls(shared, new TownProtocol(shared, connectedAccount))
  }

  get account(): AccountFacts {
    const { accountId: id, accountName: name, currencyCode, timeZone } = this.selection
    return { id, name, currencyCode, timeZone }
  }

  /** Lists the campaigns that are not deleted. */
  async listCampaigns(): Promise<readonly TownCampaign[]> {
    return await this.#readAll('campaigns', {}, campaignPage)
  }

  async findCampaign(campaignId: string): Promise<TownCampaign | undefined> {
    return (await this.listCampaigns()).find(({ id }) => id === campaignId)
  }

  async requireCampaign(campaignId: string): Promise<TownCampaign> {
    const campaign = await this.findCampaign(campaignId)
    if (campaign !== undefined) return campaign
    throw new ServiceError('OBJECT_NOT_FOUND', { values: { platform: 'town' }, field: 'campaignId' })
  }

  /** Creates a draft, and returns its id. */
  async createCampaign(body: {
    readonly name: string
    readonly dailyBudget: number
    readonly reference: string
  }): Promise<string> {
    return await this.#write('createCampaign', 'campaigns', body)
  }

  async change(
    campaignId: string,
    body: { readonly status: string } | { readonly dailyBudget: number },
  ): Promise<void> {
    await this.#write('changeCampaign', `campaigns/${campaignId}`, body)
  }

  /** Lists the replies to the account's ads between two times, both inclusive. */
  async listReplies(from: number, until: number): Promise<readonly TownReply[]> {
    return await this.#readAll(
      'replies',
      { from: String(from), until: String(until), ...largePages },
      replyPage,
    )
  }

  /** Sets the URL that receives notices about replies. */
  async setCallback(url: string): Promise<void> {
    await this.#write('setCallback', 'callback', { url })
  }

  async campaigns(status: CampaignStatus | undefined): Promise<Page<CampaignState>> {
    const states = await this.campaignStates()
    return { rows: states.filter((campaign) => status === undefined || campaign.status === status) }
  }

  async campaignStates(filter: CampaignListFilter = 'all'): Promise<CampaignState[]> {
    return (await this.listCampaigns())
      .filter(({ status }) => filter === 'all' || status === 'ACTIVE')
      .map((campaign) => this.#toState(campaign))
  }

  /** A campaign in the newspaper has no ad groups. */
  async adGroups(campaignId: string): Promise<Page<AdGroupState>> {
    await this.requireCampaign(campaignId)
    return { rows: [] }
  }

  /** A campaign in the newspaper is one ad. */
  async ads(campaignId: string): Promise<Page<AdState>> {
    const { id, name, status, effectiveStatus, issues } = this.#toState(
      await this.requireCampaign(campaignId),
    )
    return { rows: [{ id, name, adGroupId: '', status, effectiveStatus, issues }] }
  }

  async runningBudgets(): Promise<RunningBudget[]> {
    return (await this.listCampaigns())
      .filter(({ status }) => status === 'ACTIVE')
      .map(({ id, dailyBudget }) => ({
        campaignIds: [id],
        dayMicros: maxSpendPerDay(townOverspend, toTownBudget(dailyBudget)),
      }))
  }

  async metrics(query: MetricsQuery): Promise<AccountMetrics | undefined> {
    const { level, since, until, onRows } = query
    if (level !== 'ACCOUNT' && level !== 'CAMPAIGN') return undefined
    const figures = await this.#readAll('figures', { from: since, until, ...largePages }, figuresPage)
    onRows?.(figures.length)
    return buildTownMetrics({ ...query, level }, this.selection, figures)
  }

  #toState({ id, name, status, dailyBudget }: TownCampaign): CampaignState {
    const money = { units: BigInt(dailyBudget), scale: 2 }
    return {
      id,
      name,
      status,
      effectiveStatus: status,
      issues: [],
      dailyBudget: formatMoney(money, this.selection.currencyCode),
      lifetimeBudget: '',
      schedule: {},
    }
  }

  /** Reads all pages of a list of the account. */
  async #readAll<ListRow>(
    name: string,
    query: Readonly<Record<string, string>>,
    page: ResponseParser<{ readonly rows: readonly ListRow[]; readonly total: number }>,
  ): Promise<readonly ListRow[]> {
    const path = `accounts/${this.selection.accountId}/${name}`
    const all: ListRow[] = []
    for (;;) {
      const call = { name, path, query: { ...query, offset: String(all.length) } }
      const { rows, total } = await this.#calls.read(call, page)
      all.push(...rows)
      if (rows.length === 0 || all.length >= total) return all
      if (all.length > maxListRows) throw listTooLongError('town', all.length)
    }
  }

  /** Returns the id of the changed object. */
  async #write(name: string, path: string, body: Readonly<Record<string, unknown>>): Promise<string> {
    const call = { name, path: `accounts/${this.selection.accountId}/${path}`, body }
    return (await this.#calls.write(call, changedRow.parse)).id
  }
}
