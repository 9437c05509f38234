// Reads and changes the connected ad account of one user through Town Board's API.

import { formatMoney } from '../../money/money.ts'
import type { AdGroupState, AdState } from '../connector-kit/adConnector.ts'
import type { AccountMetrics } from '../connector-kit/adMetrics.ts'
import { maxSpendPerDay, type RunningBudget } from '../connector-kit/budgets.ts'
import { Calls } from '../connector-kit/calls.ts'
import type {
  AccountFacts,
  CampaignListFilter,
  CampaignState,
  CampaignStatus,
  CampaignSummary,
} from '../connector-kit/campaignState.ts'
import type { ConnectedAccount } from '../connector-kit/connectedAccount.ts'
import type { Page } from '../connector-kit/page.ts'
import { list, number, openEnum, type Row, row, text } from '../connector-kit/rows.ts'
import { listTooLongError } from '../connector-kit/upstreamErrors.ts'
import { toTownBudget } from './money.ts'
import { townOverspend } from './overspend.ts'
import { type TownPlatform, TownProtocol } from './protocol.ts'
import type { TownCall } from './wire.ts'

const campaignShape = {
  id: text,
  name: text,
  dailyBudget: number,
  status: openEnum('DRAFT', 'ACTIVE', 'PAUSED'),
  /** The marker of the write that created the campaign. */
  reference: text,
}
const campaignRow = row(campaignShape)
const createdRow = row({ id: text })
const campaignPage = row({ rows: list(campaignShape), total: number })
const maxCampaigns = 5000

export type TownCampaign = Row<typeof campaignRow>

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

  /** Reads all pages of the list of campaigns. */
  async listCampaigns(): Promise<readonly TownCampaign[]> {
    const campaigns: TownCampaign[] = []
    for (;;) {
      const { rows, total } = await this.#calls.read(
        {
          name: 'campaigns',
          path: `accounts/${this.selection.accountId}/campaigns`,
          query: { offset: String(campaigns.length) },
        },
        campaignPage,
      )
      campaigns.push(...rows)
      if (rows.length === 0 || campaigns.length >= total) return campaigns
      if (campaigns.length > maxCampaigns) throw listTooLongError('town', campaigns.length)
    }
  }

  async findCampaign(campaignId: string): Promise<TownCampaign | undefined> {
    return (await this.listCampaigns()).find(({ id }) => id === campaignId)
  }

  /** Creates a draft, and returns its id. */
  async createCampaign(body: {
    readonly name: string
    readonly dailyBudget: number
    readonly reference: string
  }): Promise<string> {
    const path = `accounts/${this.selection.accountId}/campaigns`
    const created = await this.#calls.write({ name: 'createCampaign', path, body }, createdRow.parse)
    return created.id
  }

  async change(
    campaignId: string,
    body: { readonly status: string } | { readonly dailyBudget: number },
  ): Promise<void> {
    const path = `accounts/${this.selection.accountId}/campaigns/${campaignId}`
    await this.#calls.write({ name: 'changeCampaign', path, body }, createdRow.parse)
  }

  async campaigns(status: CampaignStatus | undefined): Promise<Page<CampaignSummary>> {
    const states = await this.campaignStates()
    const rows = states.filter((campaign) => status === undefined || campaign.status === status)
    return { rows }
  }

  /** A campaign in the newspaper is one ad. */
  async adGroups(): Promise<Page<AdGroupState>> {
    return { rows: [] }
  }

  async ads(campaignId: string): Promise<Page<AdState>> {
    const states = await this.campaignStates()
    return { rows: states.filter(({ id }) => id === campaignId).map((ad) => ({ ...ad, adGroupId: '' })) }
  }

  async campaignStates(filter: CampaignListFilter = 'all'): Promise<CampaignState[]> {
    return (await this.listCampaigns())
      .filter(({ status }) => filter === 'all' || status === 'ACTIVE')
      .map((campaign) => ({
        id: campaign.id,
        name: campaign.name,
        status: campaign.status,
        effectiveStatus: campaign.status,
        issues: [],
        dailyBudget: this.formatBudget(campaign),
        lifetimeBudget: '',
        schedule: {},
      }))
  }

  async runningBudgets(): Promise<RunningBudget[]> {
    return (await this.listCampaigns())
      .filter(({ status }) => status === 'ACTIVE')
      .map(({ id, dailyBudget }) => ({
        campaignIds: [id],
        dayMicros: maxSpendPerDay(townOverspend, toTownBudget(dailyBudget)),
      }))
  }

  /** The newspaper reports no figures yet. */
  async metrics(): Promise<AccountMetrics | undefined> {
    return undefined
  }

  async campaignName(campaignId: string): Promise<string | undefined> {
    return (await this.findCampaign(campaignId))?.name
  }

  formatBudget({ dailyBudget }: TownCampaign): string {
    return formatMoney({ units: BigInt(dailyBudget), scale: 2 }, this.selection.currencyCode)
  }
}
