// Reads the leads of an ad account's lead forms and subscribes to lead notifications.
// https://learn.microsoft.com/en-us/linkedin/marketing/lead-sync/leadsync

import type { Calls } from '../kit/calls.ts'
import type { RowKind, RowOf, Shape } from '../kit/rows.ts'
import * as rows from './rows.ts'
import { drainByOffset } from './wholeLists.ts'
import { createdKey, type ProCall, pageOf } from './wire.ts'

/** LinkedIn includes the form in a lead only if the call selects the form's fields. */
const leadFields =
  'id,submittedAt,versionedLeadGenFormUrn,testLead,leadMetadata,associatedEntity,formResponse,form:(name,content)'
const mostPages = 500
const sponsored = 'SPONSORED'

export function leadCalls(calls: Calls<ProCall>, accountId: string) {
  const owner = { sponsoredAccount: `urn:li:sponsoredAccount:${accountId}` }
  const leadType = { leadType: sponsored }

  const all = async <Of extends Shape>(call: ProCall, kind: RowKind<Of>): Promise<RowOf<Of>[]> =>
    await drainByOffset((page) => {
      const asked = { ...call, parameters: { ...call.parameters, ...page } }
      return calls.read(asked, pageOf(kind))
    }, mostPages)

  const notifications = async (): Promise<rows.LeadNotificationRow[]> => {
    const parameters = { owner: { value: owner }, leadType }
    return await all(
      { resource: 'leadNotifications', finder: 'criteria', parameters },
      rows.leadNotificationRow,
    )
  }

  return {
    /** Returns the subscriptions of all webhooks to leads of the account. */
    notifications,

    /**
     * Returns either test leads or other leads, each once. The fixed end of the range prevents pages from
     * shifting when new leads arrive.
     */
    async within(
      submittedAtTimeRange: { readonly start: number; readonly end: number },
      limitedToTestLeads: boolean,
    ): Promise<rows.LeadRow[]> {
      const parameters = { owner, leadType, limitedToTestLeads, submittedAtTimeRange, fields: leadFields }
      const found = await all({ resource: 'leadFormResponses', finder: 'owner', parameters }, rows.leadRow)
      return [...new Map(found.map((row) => [row.id, row])).values()]
    },

    /** Returns the group ids of those campaigns that the user can see, by campaign id. */
    async groupsOf(campaignIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const groups = new Map<string, string>()
      for (let from = 0; from < campaignIds.length; from += 100) {
        const values = campaignIds.slice(from, from + 100).map((id) => `urn:li:sponsoredCampaign:${id}`)
        const call = {
          resource: 'adCampaigns',
          path: `adAccounts/${accountId}/adCampaigns`,
          finder: 'search',
          parameters: { search: { id: { values } }, pageSize: 100 },
        }
        const { rows: found } = await calls.read(call, pageOf(rows.groupOfRow))
        for (const { id, campaignGroup } of found) groups.set(String(id), lastPart(campaignGroup))
      }
      return groups
    },

    /**
     * Subscribes a webhook to all leads of the account and deletes the subscription of the previous webhook.
     * Only an application can subscribe. The developer portal cannot. LinkedIn does not document whether it
     * refuses a second subscription, so existing subscriptions are checked first.
     * https://learn.microsoft.com/en-us/linkedin/marketing/lead-sync/leadsync#lead-notifications
     */
    async subscribe(webhook: string, earlier: string): Promise<void> {
      const resource = 'leadNotifications'
      const present = await notifications()
      if (!present.some((each) => each.webhook === webhook)) {
        const body = { webhook, owner, leadType: sponsored }
        await calls.write({ resource, method: 'CREATE', body }, createdKey)
      }
      // Other subscriptions may belong to another deployment with the same application.
      for (const { id } of present.filter((each) => each.webhook === earlier && earlier !== webhook))
        await calls.write({ resource, path: `${resource}/${id}`, method: 'DELETE' }, () => undefined)
    },
  }
}

function lastPart(urn: string): string {
  return urn.slice(urn.lastIndexOf(':') + 1)
}
