// Reads the leads of an ad account's lead forms and subscribes to lead notifications.
// https://learn.microsoft.com/en-us/linkedin/marketing/lead-sync/leadsync

import type { Calls } from '../connector-kit/calls.ts'
import type { RowKind, RowOf, Shape } from '../connector-kit/rows.ts'
import { readAllByOffset } from './pagination.ts'
import * as rows from './rows.ts'
import { parseUrnId } from './urns.ts'
import { type ProCall, parseCreatedId, proPageParser } from './wire.ts'

/** LinkedIn includes the form in a lead only if the call selects the form's fields. */
const leadFields =
  'id,submittedAt,versionedLeadGenFormUrn,testLead,leadMetadata,associatedEntity,formResponse,form:(name,content)'
const maxPages = 500
const sponsoredLeadType = 'SPONSORED'

export function createProLeadClient(calls: Calls<ProCall>, accountId: string) {
  const owner = { sponsoredAccount: `urn:li:sponsoredAccount:${accountId}` }
  const leadType = { leadType: sponsoredLeadType }

  const readAll = async <RowShape extends Shape>(
    call: ProCall,
    kind: RowKind<RowShape>,
  ): Promise<RowOf<RowShape>[]> =>
    await readAllByOffset((page) => {
      const pageCall = { ...call, parameters: { ...call.parameters, ...page } }
      return calls.read(pageCall, proPageParser(kind))
    }, maxPages)

  const listNotifications = async (): Promise<rows.LeadNotificationRow[]> => {
    const parameters = { owner: { value: owner }, leadType }
    return await readAll(
      { resource: 'leadNotifications', finder: 'criteria', parameters },
      rows.leadNotificationRow,
    )
  }

  return {
    /** Returns the subscriptions of all webhooks to leads of the account. */
    notifications: listNotifications,

    /**
     * Returns either test leads or other leads, each once. The fixed end of the range prevents pages from
     * shifting when new leads arrive.
     */
    async listSubmittedWithin(
      submittedAtTimeRange: { readonly start: number; readonly end: number },
      limitedToTestLeads: boolean,
    ): Promise<rows.ProLeadRow[]> {
      const parameters = { owner, leadType, limitedToTestLeads, submittedAtTimeRange, fields: leadFields }
      const leadRows = await readAll(
        { resource: 'leadFormResponses', finder: 'owner', parameters },
        rows.proLeadRow,
      )
      return [...new Map(leadRows.map((row) => [row.id, row])).values()]
    },

    /** Returns the group ids of those campaigns that the user can see, by campaign id. */
    async findGroupIds(campaignIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const groupIdByCampaignId = new Map<string, string>()
      for (let offset = 0; offset < campaignIds.length; offset += 100) {
        const values = campaignIds.slice(offset, offset + 100).map((id) => `urn:li:sponsoredCampaign:${id}`)
        const call = {
          resource: 'adCampaigns',
          path: `adAccounts/${accountId}/adCampaigns`,
          finder: 'search',
          parameters: { search: { id: { values } }, pageSize: 100 },
        }
        const { rows: campaignRows } = await calls.read(call, proPageParser(rows.campaignGroupLinkRow))
        for (const { id, campaignGroup } of campaignRows)
          groupIdByCampaignId.set(String(id), parseUrnId(campaignGroup))
      }
      return groupIdByCampaignId
    },

    /**
     * Subscribes a webhook to all leads of the account and deletes the subscription of the previous webhook.
     * Only an application can subscribe. The developer portal cannot. LinkedIn does not document whether it
     * refuses a second subscription, so existing subscriptions are checked first.
     * https://learn.microsoft.com/en-us/linkedin/marketing/lead-sync/leadsync#lead-notifications
     */
    async subscribe(webhook: string, previousWebhook: string): Promise<void> {
      const resource = 'leadNotifications'
      const subscriptions = await listNotifications()
      if (!subscriptions.some((each) => each.webhook === webhook)) {
        const body = { webhook, owner, leadType: sponsoredLeadType }
        await calls.write({ resource, method: 'CREATE', body }, parseCreatedId)
      }
      // Other subscriptions may belong to another deployment with the same application.
      for (const { id } of subscriptions.filter(
        (each) => each.webhook === previousWebhook && previousWebhook !== webhook,
      ))
        await calls.write({ resource, path: `${resource}/${id}`, method: 'DELETE' }, () => undefined)
    },
  }
}
