// What members filled in on the lead forms of an ad account, and being told of it.
// https://learn.microsoft.com/en-us/linkedin/marketing/lead-sync/leadsync

import type { Calls } from '../kit/calls.ts'
import type { RowKind, RowOf, Shape } from '../kit/rows.ts'
import * as rows from './rows.ts'
import { drainByOffset } from './wholeLists.ts'
import { createdKey, type ProCall, pageOf } from './wire.ts'

/** What of an answer is asked for: the form comes with it only by name. */
const leadFields =
  'id,submittedAt,versionedLeadGenFormUrn,testLead,leadMetadata,associatedEntity,formResponse,form:(name,content)'
const mostPages = 500
const sponsored = 'SPONSORED'

export function leadCalls(calls: Calls<ProCall>, accountId: string) {
  const owner = { sponsoredAccount: `urn:li:sponsoredAccount:${accountId}` }
  const leadType = { leadType: sponsored }

  /** Each row once: lists can shift while they are read. */
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
    /** Which addresses the platform tells of leads. */
    notifications,

    /** Within a time, test leads or the others. The end is fixed, so that pages do not shift while more come. */
    async within(
      submittedAtTimeRange: { readonly start: number; readonly end: number },
      limitedToTestLeads: boolean,
    ): Promise<rows.LeadRow[]> {
      const parameters = { owner, leadType, limitedToTestLeads, submittedAtTimeRange, fields: leadFields }
      const found = await all({ resource: 'leadFormResponses', finder: 'owner', parameters }, rows.leadRow)
      return [...new Map(found.map((row) => [row.id, row])).values()]
    },

    /** By campaign: the group that it is in, as far as they can be seen. */
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
     * Has the platform tell an address of all leads of the account, and an earlier one no more. Only an application can order that, not a person on the
     * developer pages; whether an order that is there already is refused is nowhere said, so that it is looked for first.
     * https://learn.microsoft.com/en-us/linkedin/marketing/lead-sync/leadsync#lead-notifications
     */
    async subscribe(webhook: string, earlier: string): Promise<void> {
      const resource = 'leadNotifications'
      const present = await notifications()
      if (!present.some((each) => each.webhook === webhook)) {
        const body = { webhook, owner, leadType: sponsored }
        await calls.write({ resource, method: 'CREATE', body }, createdKey)
      }
      // Others are not ours: another deployment may have the same application.
      for (const { id } of present.filter((each) => each.webhook === earlier && earlier !== webhook))
        await calls.write({ resource, path: `${resource}/${id}`, method: 'DELETE' }, () => undefined)
    },
  }
}

/** `urn:li:sponsoredCampaignGroup:640118001` → `640118001` */
function lastPart(urn: string): string {
  return urn.slice(urn.lastIndexOf(':') + 1)
}
