// Reads and changes the connected ad account of one user through LinkedIn's API.

import { formatMoney } from '../../money/money.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { AdConnector, AdGroupWithSettings, BudgetedAdGroup } from '../connector-kit/adConnector.ts'
import type { AdWithContent } from '../connector-kit/adContent.ts'
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
import type { Page, PagePosition } from '../connector-kit/page.ts'
import type { PublicFetch } from '../connector-kit/publicFetch.ts'
import type { RowKind, RowOf, Shape } from '../connector-kit/rows.ts'
import { campaignNotFoundError } from '../connector-kit/upstreamErrors.ts'
import { WorkspaceImages } from '../connector-kit/workspaceImages.ts'
import { createProLeadClient } from './accountLeads.ts'
import { toProAdContent } from './adContent.ts'
import { readAdMedia, readAudienceNames } from './adDetails.ts'
import { toProAudience } from './adGroupAudience.ts'
import { hasOwnBudget, toProBidAndBudget } from './adGroupSettings.ts'
import { isPermissionMissing } from './errors.ts'
import { ProLibrary } from './library.ts'
import { type ProMoney, parseMoney, sumBudgets, toProBudget } from './money.ts'
import { readObjectNames } from './objectNames.ts'
import { proOverspend } from './overspend.ts'
import { readAllByOffset } from './pagination.ts'
import type { ProPlatform } from './platform.ts'
import { ProProtocol } from './protocol.ts'
import { readProMetrics } from './report.ts'
import * as rows from './rows.ts'
import { toProSchedule } from './schedule.ts'
import type { AudienceSegments } from './segments.ts'
import type { ProSelection } from './selection.ts'
import { toProAdServingState, toProServingState } from './servingState.ts'
import { toProStatuses } from './status.ts'
import { ProStructure } from './structure.ts'
import { ProTargeting } from './targeting.ts'
import { type ProCall, proPageParser } from './wire.ts'

export class ProConnector implements AdConnector {
  readonly platform = 'pro'
  readonly #connectedAccount: ConnectedAccount<ProSelection>
  readonly #shared: ProPlatform
  readonly #calls: Calls<ProCall>
  readonly #runtime: Runtime
  readonly structure: ProStructure
  readonly targeting: ProTargeting
  readonly library: ProLibrary
  readonly leads: ReturnType<typeof createProLeadClient>

  constructor(shared: ProPlatform, connectedAccount: ConnectedAccount<ProSelection>) {
    this.#shared = shared
    this.#connectedAccount = connectedAccount
    this.#runtime = shared.runtime
    this.#calls = new Calls(shared, new ProProtocol(shared, connectedAccount))
    const { accountId, organizationId } = connectedAccount.selection
    this.structure = new ProStructure(this.#calls, accountId)
    this.targeting = new ProTargeting(this.#calls, accountId, shared.entities)
    this.leads = createProLeadClient(this.#calls, accountId)
    this.library = new ProLibrary(this.#calls, accountId, organizationId)
  }

  /** LinkedIn counts days in UTC for every account. */
  get account(): AccountFacts {
    const { accountId: id, accountName: name, currencyCode, timeZone } = this.selection
    return { id, name, currencyCode, timeZone }
  }

  /** Images that callers name by URL. */
  get images(): WorkspaceImages {
    return new WorkspaceImages(this.#shared.imageSources, this.#connectedAccount.workspaceId)
  }

  /** Fetches videos from URLs that callers provide. */
  get videoFetcher(): PublicFetch {
    return this.#shared.videoFetcher
  }

  /** Formats an amount for responses with the currency's decimals. Returns empty text for undefined. */
  formatAmount(formatAmount: ProMoney | undefined): string {
    return formatAmount === undefined
      ? ''
      : formatMoney(parseMoney(formatAmount), this.selection.currencyCode)
  }

  /**
   * Returns campaign groups that are not deleted, because a campaign in adrail's API is a LinkedIn campaign
   * group. Groups have no daily budget. Only their campaigns have one.
   */
  async campaignStates(filter: CampaignListFilter = 'all'): Promise<CampaignState[]> {
    const groups = await (filter === 'all'
      ? this.structure.nonDeletedGroups()
      : this.structure.activeGroups())
    return groups.map((group) => ({
      id: group.id,
      name: group.name,
      ...toProServingState(group),
      dailyBudget: '',
      lifetimeBudget: this.formatAmount(group.totalBudget),
      schedule: toProSchedule(group.runSchedule),
    }))
  }

  async campaigns(status: CampaignStatus | undefined, position: PagePosition | undefined) {
    const page = await this.structure.readGroupPage(toProStatuses(status), position)
    return {
      ...page,
      rows: page.rows.map((group) => ({
        id: group.id,
        name: group.name,
        objective: group.objectiveType ?? '',
        ...toProServingState(group),
        dailyBudget: '',
        lifetimeBudget: this.formatAmount(group.totalBudget),
        schedule: toProSchedule(group.runSchedule),
      })),
    }
  }

  async adGroups(
    campaignId: string,
    position: PagePosition | undefined,
  ): Promise<Page<BudgetedAdGroup & AdGroupWithSettings>> {
    const page = await this.structure.readCampaignPage(campaignId, position)
    const [names, group] = await Promise.all([
      readAudienceNames(
        page.rows.map(({ targetingCriteria }) => targetingCriteria),
        {
          targeting: this.targeting,
          entityCache: this.#shared.entitiesByUrn,
          segments: () => this.segments(),
        },
      ),
      page.rows.every(hasOwnBudget) ? undefined : this.structure.group(campaignId),
    ])
    return {
      ...page,
      rows: page.rows.map((campaign) => {
        const { audienceExpansionEnabled = false, offsiteDeliveryEnabled = false } = campaign
        return {
          id: campaign.id,
          name: campaign.name,
          ...toProServingState(campaign),
          dailyBudget: this.formatAmount(campaign.dailyBudget),
          lifetimeBudget: this.formatAmount(campaign.totalBudget),
          schedule: toProSchedule(campaign.runSchedule),
          settings: {
            audience: toProAudience(campaign.targetingCriteria, names, {
              isExpanded: audienceExpansionEnabled,
              hasPartnerSites: offsiteDeliveryEnabled,
            }),
            ...toProBidAndBudget(campaign, group, (money) => this.formatAmount(money)),
          },
        }
      }),
    }
  }

  async ads(
    campaignId: string,
    position: PagePosition | undefined,
  ): Promise<Page<AdWithContent> & { readonly isContentReadable: boolean }> {
    const campaigns = await this.structure.listGroupCampaigns(campaignId)
    // An empty list does not prove that the campaign exists, so the group is read as well.
    if (campaigns.length === 0) await this.structure.group(campaignId)
    const page = await this.structure.readCreativePage(
      campaigns.map(({ id }) => id),
      position,
    )
    const media = await readAdMedia(page.rows, this.library)
    return {
      ...page,
      isContentReadable: media.isReadable,
      rows: page.rows.map((ad) => ({
        id: ad.id,
        name: ad.name ?? '',
        adGroupId: ad.campaign,
        ...toProAdServingState(ad),
        ...toProAdContent(ad, media),
      })),
    }
  }

  /** The running budget of an active group is the sum of the budgets of its active campaigns. */
  async runningBudgets(): Promise<RunningBudget[]> {
    const [groups, campaigns] = await Promise.all([
      this.structure.activeGroups(),
      this.structure.activeCampaigns(),
    ])
    return groups.map(({ id }) => {
      const groupCampaigns = campaigns.filter(({ campaignGroup }) => campaignGroup === id)
      return {
        campaignIds: [id],
        dayMicros: maxSpendPerDay(proOverspend, sumBudgets(groupCampaigns.map(toProBudget))),
      }
    })
  }

  get selection(): ProSelection {
    return this.#connectedAccount.selection
  }

  /** Returns DMP segments, or ad segments if the app lacks the permission for DMP segments. */
  async segments(): Promise<AudienceSegments> {
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
    return this.#readAll({ resource: 'dmpSegments', finder: 'account', parameters }, rows.dmpSegmentRow)
  }

  /** https://learn.microsoft.com/en-us/linkedin/marketing/matched-audiences/adsegments */
  #adSegments(): Promise<readonly rows.AdSegment[]> {
    const parameters = { accounts: [this.#accountUrn()] }
    return this.#readAll({ resource: 'adSegments', finder: 'accounts', parameters }, rows.adSegmentRow)
  }

  /** Returns undefined for the keyword level because LinkedIn has no keywords. */
  async metrics(query: MetricsQuery): Promise<AccountMetrics | undefined> {
    const { level } = query
    if (level === 'KEYWORD') return undefined
    return await readProMetrics({ ...query, level }, this.selection, {
      runtime: this.#runtime,
      fetchAnalytics: async (call) => (await this.#calls.read(call, proPageParser(rows.analyticsRow))).rows,
      readNames: (urns) => readObjectNames(urns, this.selection.accountId, this.#calls),
    })
  }

  async campaignName(campaignId: string): Promise<string> {
    const urn = `urn:li:sponsoredCampaignGroup:${campaignId}`
    const names = await readObjectNames(new Set([urn]), this.selection.accountId, this.#calls)
    const group = names.get(urn)
    if (group === undefined) throw campaignNotFoundError('pro')
    return group.name
  }

  /** Returns each row once. Lists can shift between page reads, so that a row appears on two pages. */
  async #readAll<RowShape extends Shape>(
    call: ProCall,
    kind: RowKind<RowShape>,
  ): Promise<readonly RowOf<RowShape>[]> {
    const allRows = await readAllByOffset((page) => {
      const pageCall = { ...call, parameters: { ...call.parameters, ...page } }
      return this.#calls.read(pageCall, proPageParser(kind))
    })
    return [...new Map(allRows.map((row) => ['id' in row ? row.id : row, row])).values()]
  }

  #accountUrn(): string {
    return `urn:li:sponsoredAccount:${this.selection.accountId}`
  }
}
