// Campaign groups, campaigns and creatives of one account. A LinkedIn campaign group is a campaign in
// adrail's API, and a LinkedIn campaign is an ad group.

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

/** Lists exclude objects that are deleted or pending deletion. */
export const present: readonly GroupStatus[] = ['ACTIVE', 'PAUSED', 'ARCHIVED', 'CANCELED', 'DRAFT']
const presentCampaigns = [...present, 'COMPLETED']

const rowsPerPage = 100

type Kind = 'adCampaignGroups' | 'adCampaigns' | 'creatives'
type Names = NonNullable<ProCall['names']>

/** Pausing an account must reach all of its active groups, so the limit is 200 pages of 100 groups. */
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

  /** Returns every group with exactly this name, in any status. */
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

  /** Throws the platform's refusal if there is no such group. */
  async campaignPage(groupId: string, at: Position | undefined): Promise<Page<rows.CampaignRow>> {
    const page = await this.#page(this.#campaignsOf(groupId), rows.campaignRow, at)
    // An empty first page does not prove that the group exists, so only then the group is read as well.
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

  /** Returns the id of the created object. */
  create(kind: Kind, entity: object, names: Names): Promise<string> {
    const call = { resource: kind, path: this.#path(kind), method: 'CREATE', body: entity, names } as const
    return this.#calls.write(call, createdKey)
  }

  /** Creates an ad together with the post that the ad shows, and returns the id of the ad. */
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
   * Drafts are deleted immediately, and other objects are marked for deletion. An object that does not exist
   * is not an error.
   * https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-campaign-groups.
   * dhawalshah/linkedin-ads-mcp (delete_campaign_group) and adops-tool/linkedin-ads-mcp-toolkit do the same.
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

  /**
   * Before its review, a creative can be deleted but its status cannot change. After the review, the reverse
   * applies.
   */
  async #doomReviewed(id: string, refusal: unknown): Promise<void> {
    if (!(refusal instanceof ServiceError) || refusal.code !== 'PLATFORM_REJECTED') throw refusal
    await this.change('creatives', id, { intendedStatus: 'PENDING_DELETION' })
  }

  /** Removes an object that adrail created, or archives the object if the account does not allow deletion. */
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
   * Returns whether a campaign counts a conversion. The same page documents the call under "Get a campaign
   * conversion": `GET /campaignConversions/(campaign:…,conversion:…)`, with PUT and DELETE for the same key.
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

/**
 * Cursor-based lists return a token for the next page and none for the previous page.
 * https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/pagination
 */
function paged(call: ProCall, token: string): ProCall {
  const page = { pageSize: rowsPerPage, pageToken: token === '' ? undefined : token }
  return { ...call, parameters: { ...call.parameters, ...page } }
}
