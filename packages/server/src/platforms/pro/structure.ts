// Campaign groups, campaigns and ads of one account. In the service's words a group is a campaign, a campaign an ad group.

import { ServiceError } from '../../base/errors.ts'
import type { Calls } from '../kit/calls.ts'
import type { Page, Position } from '../kit/page.ts'
import type { RowKind, RowOf, Shape } from '../kit/rows.ts'
import { isMissing, isUndeletable } from './errors.ts'
import { type RestliValue, restliValue } from './restli.ts'
import * as rows from './rows.ts'
import { drainByCursor } from './wholeLists.ts'
import { createdKey, type ProCall, pageOf } from './wire.ts'

export type GroupStatus =
  | 'ACTIVE'
  | 'PAUSED'
  | 'ARCHIVED'
  | 'CANCELED'
  | 'DRAFT'
  | 'PENDING_DELETION'
  | 'REMOVED'

/** What is left out of lists: what was deleted, and what is about to be. */
export const present: readonly GroupStatus[] = ['ACTIVE', 'PAUSED', 'ARCHIVED', 'CANCELED', 'DRAFT']
const presentCampaigns = [...present, 'COMPLETED']

const rowsPerPage = 100

type Kind = 'adCampaignGroups' | 'adCampaigns' | 'creatives'
type Names = NonNullable<ProCall['names']>

/** So many of 100: whoever stops what runs must reach all of it. */
const pagesOfActive = 200

export class ProStructure {
  readonly #calls: Calls<ProCall>
  readonly #accountId: string

  constructor(calls: Calls<ProCall>, accountId: string) {
    this.#calls = calls
    this.#accountId = accountId
  }

  groups(statuses: readonly GroupStatus[], at: Position | undefined): Promise<Page<rows.GroupRow>> {
    return this.#page(this.#search('adCampaignGroups', { status: { values: statuses } }), rows.groupRow, at)
  }

  group(id: string): Promise<rows.GroupRow> {
    const call = { ...this.#entity('adCampaignGroups', id), missing: 'campaignId' }
    return this.#calls.read(call, rows.groupRow)
  }

  /** Every group of exactly this name, whatever became of it. */
  async groupsNamed(name: string): Promise<readonly rows.GroupRow[]> {
    const call = this.#search('adCampaignGroups', { name: { values: [name] } })
    return (await this.#all(call, rows.groupRow)).filter((group) => group.name === name)
  }

  presentGroups(): Promise<readonly rows.GroupRow[]> {
    return this.#all(this.#search('adCampaignGroups', { status: { values: present } }), rows.groupRow)
  }

  activeGroups(): Promise<readonly rows.GroupRow[]> {
    const call = this.#search('adCampaignGroups', { status: { values: ['ACTIVE'] } })
    return this.#all(call, rows.groupRow, pagesOfActive)
  }

  /** Of a group that is there; nothing when there is no such group. */
  async campaignPage(groupId: string, at: Position | undefined): Promise<Page<rows.CampaignRow>> {
    const page = await this.#page(this.#campaignsOf(groupId), rows.campaignRow, at)
    // An empty list does not tell whether its group exists: then, and only then, that is asked as well.
    if (page.rows.length === 0 && at === undefined) await this.group(groupId)
    return page
  }

  campaignsOf(groupId: string): Promise<readonly rows.CampaignRow[]> {
    return this.#all(this.#campaignsOf(groupId), rows.campaignRow)
  }

  activeCampaigns(): Promise<readonly rows.CampaignRow[]> {
    return this.#all(this.#search('adCampaigns', { status: { values: ['ACTIVE'] } }), rows.campaignRow)
  }

  campaign(id: string): Promise<rows.CampaignRow> {
    return this.#calls.read(this.#entity('adCampaigns', id), rows.campaignRow)
  }

  /** The ads of several campaigns. */
  async creativePage(
    campaignIds: readonly string[],
    at: Position | undefined,
  ): Promise<Page<rows.CreativeRow>> {
    if (campaignIds.length === 0) return { rows: [] }
    return await this.#page(this.#creativesOf(campaignIds), rows.creativeRow, at)
  }

  creativesOf(campaignId: string): Promise<readonly rows.CreativeRow[]> {
    return this.#all(this.#creativesOf([campaignId]), rows.creativeRow)
  }

  creative(id: string): Promise<rows.CreativeRow> {
    return this.#calls.read(this.#entity('creatives', id), rows.creativeRow)
  }

  /** The number of what was made. */
  create(kind: Kind, entity: object, names: Names): Promise<string> {
    const call = { resource: kind, path: this.#path(kind), method: 'CREATE', body: entity, names } as const
    return this.#calls.write(call, createdKey)
  }

  /** An ad together with the post that it shows; the ad's number. */
  createInline(creative: object, names: Names): Promise<string> {
    const call = {
      resource: 'creatives',
      path: this.#path('creatives'),
      method: 'ACTION',
      finder: 'createInline',
      body: { creative },
      names,
    } as const
    return this.#calls.write(call, createdKey)
  }

  /** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-campaigns#update-campaigns */
  async change(kind: Kind, id: string, set: object, names: Names = {}): Promise<void> {
    const body = { patch: { $set: set } }
    const call = { ...this.#entity(kind, id), method: 'PARTIAL_UPDATE', body, names } as const
    await this.#calls.write(kind === 'adCampaignGroups' ? { ...call, missing: 'campaignId' } : call, () => {})
  }

  /**
   * What never went live is deleted outright, everything else is marked to be; what is gone already is fine.
   * https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-campaign-groups,
   * and so do dhawalshah/linkedin-ads-mcp (delete_campaign_group) and adops-tool/linkedin-ads-mcp-toolkit.
   */
  async remove(kind: Kind, id: string, status: string): Promise<void> {
    const remove = () => this.#calls.write({ ...this.#entity(kind, id), method: 'DELETE' }, () => {})
    try {
      if (status === 'DRAFT') await remove()
      else if (kind === 'creatives') await remove().catch((error) => this.#doomReviewed(id, error))
      else await this.change(kind, id, { status: 'PENDING_DELETION' })
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  }

  /** A creative can be deleted before its review, when its status cannot change yet; after the review it is the other way round. */
  async #doomReviewed(id: string, refusal: unknown): Promise<void> {
    if (!(refusal instanceof ServiceError) || refusal.code !== 'PLATFORM_REJECTED') throw refusal
    await this.change('creatives', id, { intendedStatus: 'PENDING_DELETION' })
  }

  /** The same for what was made here and is not wanted any more; archived where the account may not delete. */
  async takeBack(kind: Kind, id: string, status: string): Promise<void> {
    try {
      await this.remove(kind, id, status)
    } catch (error) {
      if (!isUndeletable(error)) throw error
      await this.change(kind, id, { [kind === 'creatives' ? 'intendedStatus' : 'status']: 'ARCHIVED' })
    }
  }

  /** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/conversion-tracking#associate-campaigns */
  async count(campaignId: string, conversionId: string, names: Names): Promise<void> {
    const { body, ...call } = campaignConversion(campaignId, conversionId)
    await this.#calls.write({ ...call, method: 'UPDATE', body, names }, () => {})
  }

  /**
   * Whether a campaign counts a conversion. The same page, "Get a campaign conversion"; a client that calls it:
   * `GET /campaignConversions/(campaign:…,conversion:…)` beside PUT and DELETE of the same key.
   */
  async counts(campaignId: string, conversionId: string): Promise<boolean> {
    const { body: _, ...call } = campaignConversion(campaignId, conversionId)
    try {
      await this.#calls.read({ ...call, method: 'GET' }, rows.campaignConversionRow)
      return true
    } catch (error) {
      if (isMissing(error)) return false
      throw error
    }
  }

  #path(kind: Kind): string {
    return `adAccounts/${this.#accountId}/${kind}`
  }

  #entity(kind: Kind, id: string): ProCall {
    const key = kind === 'creatives' ? restliValue(`urn:li:sponsoredCreative:${id}`) : id
    return { resource: kind, path: `${this.#path(kind)}/${key}`, method: 'GET' }
  }

  #search(kind: Kind, search: RestliValue): ProCall {
    return { resource: kind, path: this.#path(kind), finder: 'search', parameters: { search } }
  }

  #campaignsOf(groupId: string): ProCall {
    const campaignGroup = { values: [`urn:li:sponsoredCampaignGroup:${groupId}`] }
    return this.#search('adCampaigns', { campaignGroup, status: { values: presentCampaigns } })
  }

  #creativesOf(campaignIds: readonly string[]): ProCall {
    const campaigns = campaignIds.map((id) => `urn:li:sponsoredCampaign:${id}`)
    const parameters = { campaigns, intendedStatuses: present, sortOrder: 'ASCENDING' }
    return { resource: 'creatives', path: this.#path('creatives'), finder: 'criteria', parameters }
  }

  async #page<Of extends Shape>(
    call: ProCall,
    kind: RowKind<Of>,
    at: Position | undefined,
  ): Promise<Page<RowOf<Of>>> {
    const { rows: found, next } = await this.#calls.read(paged(call, at?.['token'] ?? ''), pageOf(kind))
    return { rows: found, ...(next === '' ? {} : { next: { token: next } }) }
  }

  #all<Of extends Shape>(call: ProCall, kind: RowKind<Of>, most?: number): Promise<readonly RowOf<Of>[]> {
    return drainByCursor((token) => this.#calls.read(paged(call, token), pageOf(kind)), most)
  }
}

function campaignConversion(campaignId: string, conversionId: string) {
  const campaign = `urn:li:sponsoredCampaign:${campaignId}`
  const conversion = `urn:lla:llaPartnerConversion:${conversionId}`
  return {
    resource: 'campaignConversions',
    path: `campaignConversions/${restliValue({ campaign, conversion })}`,
    body: { campaign, conversion },
  }
}

/** Lists by cursor name the next page and no previous one. https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/pagination */
function paged(call: ProCall, token: string): ProCall {
  const page = { pageSize: rowsPerPage, pageToken: token === '' ? undefined : token }
  return { ...call, parameters: { ...call.parameters, ...page } }
}
