// Campaign groups, campaigns and creatives of one account. A LinkedIn campaign group is a campaign in
// adrail's API, and a LinkedIn campaign is an ad group.

import { ServiceError } from '../../runtime/errors.ts'
import type { Calls } from '../connector-kit/calls.ts'
import type { Page, PagePosition } from '../connector-kit/page.ts'
import type { RowKind, RowOf, Shape } from '../connector-kit/rows.ts'
import { isNotFound, isUndeletable } from './errors.ts'
import { readAllByCursor } from './pagination.ts'
import { encodeRestliValue, type RestliValue } from './restli.ts'
import * as rows from './rows.ts'
import { type ProCall, parseCreatedId, proPageParser } from './wire.ts'

export type GroupStatus =
  | 'ACTIVE'
  | 'PAUSED'
  | 'ARCHIVED'
  | 'CANCELED'
  | 'DRAFT'
  | 'PENDING_DELETION'
  | 'REMOVED'

/** Lists exclude objects that are deleted or pending deletion. */
export const nonDeletedStatuses: readonly GroupStatus[] = [
  'ACTIVE',
  'PAUSED',
  'ARCHIVED',
  'CANCELED',
  'DRAFT',
]
const nonDeletedCampaignStatuses = [...nonDeletedStatuses, 'COMPLETED']

const rowsPerPage = 100

type EntityKind = 'adCampaignGroups' | 'adCampaigns' | 'creatives'
type FieldNames = NonNullable<ProCall['names']>

/** Pausing an account must reach all of its active groups, so the limit is 200 pages of 100 groups. */
const maxActivePages = 200

export class ProStructure {
  readonly #calls: Calls<ProCall>
  readonly #accountId: string

  constructor(calls: Calls<ProCall>, accountId: string) {
    this.#calls = calls
    this.#accountId = accountId
  }

  readGroupPage(
    statuses: readonly GroupStatus[],
    position: PagePosition | undefined,
  ): Promise<Page<rows.GroupRow>> {
    return this.#readPage(
      this.#searchCall('adCampaignGroups', { status: { values: statuses } }),
      rows.groupRow,
      position,
    )
  }

  group(id: string): Promise<rows.GroupRow> {
    const call = { ...this.#entityCall('adCampaignGroups', id), missing: 'campaignId' }
    return this.#calls.read(call, rows.groupRow)
  }

  /** Returns every group with exactly this name, in any status. */
  async listGroupsByName(name: string): Promise<readonly rows.GroupRow[]> {
    const call = this.#searchCall('adCampaignGroups', { name: { values: [name] } })
    return (await this.#readAll(call, rows.groupRow)).filter((group) => group.name === name)
  }

  nonDeletedGroups(): Promise<readonly rows.GroupRow[]> {
    return this.#readAll(
      this.#searchCall('adCampaignGroups', { status: { values: nonDeletedStatuses } }),
      rows.groupRow,
    )
  }

  activeGroups(): Promise<readonly rows.GroupRow[]> {
    const call = this.#searchCall('adCampaignGroups', { status: { values: ['ACTIVE'] } })
    return this.#readAll(call, rows.groupRow, maxActivePages)
  }

  /** Throws the platform's refusal if there is no such group. */
  async readCampaignPage(
    groupId: string,
    position: PagePosition | undefined,
  ): Promise<Page<rows.ProCampaignRow>> {
    const page = await this.#readPage(this.#campaignsCall(groupId), rows.proCampaignRow, position)
    // An empty first page does not prove that the group exists, so only then the group is read as well.
    if (page.rows.length === 0 && position === undefined) await this.group(groupId)
    return page
  }

  listGroupCampaigns(groupId: string): Promise<readonly rows.ProCampaignRow[]> {
    return this.#readAll(this.#campaignsCall(groupId), rows.proCampaignRow)
  }

  activeCampaigns(): Promise<readonly rows.ProCampaignRow[]> {
    return this.#readAll(
      this.#searchCall('adCampaigns', { status: { values: ['ACTIVE'] } }),
      rows.proCampaignRow,
    )
  }

  campaign(id: string): Promise<rows.ProCampaignRow> {
    return this.#calls.read(this.#entityCall('adCampaigns', id), rows.proCampaignRow)
  }

  async readCreativePage(
    campaignIds: readonly string[],
    position: PagePosition | undefined,
  ): Promise<Page<rows.CreativeRow>> {
    if (campaignIds.length === 0) return { rows: [] }
    return await this.#readPage(this.#creativesCall(campaignIds), rows.creativeRow, position)
  }

  listCampaignCreatives(campaignId: string): Promise<readonly rows.CreativeRow[]> {
    return this.#readAll(this.#creativesCall([campaignId]), rows.creativeRow)
  }

  creative(id: string): Promise<rows.CreativeRow> {
    return this.#calls.read(this.#entityCall('creatives', id), rows.creativeRow)
  }

  /** Returns the id of the created object. */
  create(kind: EntityKind, entity: object, names: FieldNames): Promise<string> {
    const call = { resource: kind, path: this.#path(kind), method: 'CREATE', body: entity, names } as const
    return this.#calls.write(call, parseCreatedId)
  }

  /** Creates an ad together with the post that the ad shows, and returns the id of the ad. */
  createInline(creative: object, names: FieldNames): Promise<string> {
    const call = {
      resource: 'creatives',
      path: this.#path('creatives'),
      method: 'ACTION',
      finder: 'createInline',
      body: { creative },
      names,
    } as const
    return this.#calls.write(call, parseCreatedId)
  }

  /** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-campaigns#update-campaigns */
  async update(kind: EntityKind, id: string, fields: object, names: FieldNames = {}): Promise<void> {
    const body = { patch: { $set: fields } }
    const call = { ...this.#entityCall(kind, id), method: 'PARTIAL_UPDATE', body, names } as const
    await this.#calls.write(kind === 'adCampaignGroups' ? { ...call, missing: 'campaignId' } : call, () => {})
  }

  /**
   * Drafts are deleted immediately, and other objects are marked for deletion. An object that does not exist
   * is not an error.
   * https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-campaign-groups.
   * dhawalshah/linkedin-ads-mcp (delete_campaign_group) and adops-tool/linkedin-ads-mcp-toolkit do the same.
   */
  async remove(kind: EntityKind, id: string, status: string): Promise<void> {
    const deleteEntity = () =>
      this.#calls.write({ ...this.#entityCall(kind, id), method: 'DELETE' }, () => {})
    try {
      if (status === 'DRAFT') await deleteEntity()
      else if (kind === 'creatives')
        await deleteEntity().catch((error) => this.#markReviewedForDeletion(id, error))
      else await this.update(kind, id, { status: 'PENDING_DELETION' })
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
  }

  /**
   * Before its review, a creative can be deleted but its status cannot change. After the review, the reverse
   * applies.
   */
  async #markReviewedForDeletion(id: string, refusal: unknown): Promise<void> {
    if (!(refusal instanceof ServiceError) || refusal.code !== 'PLATFORM_REJECTED') throw refusal
    await this.update('creatives', id, { intendedStatus: 'PENDING_DELETION' })
  }

  /** Removes an object that adrail created, or archives the object if the account does not allow deletion. */
  async removeOrArchive(kind: EntityKind, id: string, status: string): Promise<void> {
    try {
      await this.remove(kind, id, status)
    } catch (error) {
      if (!isUndeletable(error)) throw error
      await this.update(kind, id, { [kind === 'creatives' ? 'intendedStatus' : 'status']: 'ARCHIVED' })
    }
  }

  /** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/conversion-tracking#associate-campaigns */
  async associateConversion(campaignId: string, conversionId: string, names: FieldNames): Promise<void> {
    const { body, ...call } = buildConversionCall(campaignId, conversionId)
    await this.#calls.write({ ...call, method: 'UPDATE', body, names }, () => {})
  }

  /**
   * Returns whether a campaign counts a conversion. The same page documents the call under "Get a campaign
   * conversion": `GET /campaignConversions/(campaign:…,conversion:…)`, with PUT and DELETE for the same key.
   */
  async isConversionAssociated(campaignId: string, conversionId: string): Promise<boolean> {
    const { body: _, ...call } = buildConversionCall(campaignId, conversionId)
    try {
      await this.#calls.read({ ...call, method: 'GET' }, rows.campaignConversionRow)
      return true
    } catch (error) {
      if (isNotFound(error)) return false
      throw error
    }
  }

  #path(kind: EntityKind): string {
    return `adAccounts/${this.#accountId}/${kind}`
  }

  #entityCall(kind: EntityKind, id: string): ProCall {
    const key = kind === 'creatives' ? encodeRestliValue(`urn:li:sponsoredCreative:${id}`) : id
    return { resource: kind, path: `${this.#path(kind)}/${key}`, method: 'GET' }
  }

  #searchCall(kind: EntityKind, search: RestliValue): ProCall {
    return { resource: kind, path: this.#path(kind), finder: 'search', parameters: { search } }
  }

  #campaignsCall(groupId: string): ProCall {
    const campaignGroup = { values: [`urn:li:sponsoredCampaignGroup:${groupId}`] }
    return this.#searchCall('adCampaigns', { campaignGroup, status: { values: nonDeletedCampaignStatuses } })
  }

  #creativesCall(campaignIds: readonly string[]): ProCall {
    const campaigns = campaignIds.map((id) => `urn:li:sponsoredCampaign:${id}`)
    const parameters = { campaigns, intendedStatuses: nonDeletedStatuses, sortOrder: 'ASCENDING' }
    return { resource: 'creatives', path: this.#path('creatives'), finder: 'criteria', parameters }
  }

  async #readPage<RowShape extends Shape>(
    call: ProCall,
    kind: RowKind<RowShape>,
    position: PagePosition | undefined,
  ): Promise<Page<RowOf<RowShape>>> {
    const { rows: pageRows, next } = await this.#calls.read(
      withPage(call, position?.['token'] ?? ''),
      proPageParser(kind),
    )
    return { rows: pageRows, ...(next === '' ? {} : { next: { token: next } }) }
  }

  #readAll<RowShape extends Shape>(
    call: ProCall,
    kind: RowKind<RowShape>,
    maxPages?: number,
  ): Promise<readonly RowOf<RowShape>[]> {
    return readAllByCursor((token) => this.#calls.read(withPage(call, token), proPageParser(kind)), maxPages)
  }
}

function buildConversionCall(campaignId: string, conversionId: string) {
  const campaign = `urn:li:sponsoredCampaign:${campaignId}`
  const conversion = `urn:lla:llaPartnerConversion:${conversionId}`
  return {
    resource: 'campaignConversions',
    path: `campaignConversions/${encodeRestliValue({ campaign, conversion })}`,
    body: { campaign, conversion },
  }
}

/**
 * Cursor-based lists return a token for the next page and none for the previous page.
 * https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/pagination
 */
function withPage(call: ProCall, token: string): ProCall {
  const page = { pageSize: rowsPerPage, pageToken: token === '' ? undefined : token }
  return { ...call, parameters: { ...call.parameters, ...page } }
}
