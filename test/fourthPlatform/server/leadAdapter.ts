// Reads the replies to an account's ads as leads. Each campaign has one form: name and phone number.

import { minuteMs } from '../../runtime/durations.ts'
import type { LeadAdapter, PlatformLead } from '../connector-kit/leadAdapter.ts'
import type { TownConnector } from './connector.ts'
import type { TownReply } from './rows.ts'

export const townLeadAdapter: LeadAdapter<TownConnector> = {
  platformRetentionDays: 90,
  overlapMs: 10 * minuteMs,
  pollEveryMs: 10 * minuteMs,

  getSubject: ({ selection }) => selection.accountId,

  listSince: (connector, from, until) => fetchLeads(connector, from, until),

  async refetch(connector, leads) {
    const times = leads.map(({ submittedAt }) => submittedAt)
    return await fetchLeads(connector, Math.min(...times), Math.max(...times))
  },

  subscribe: (connector, address) => connector.setCallback(address),
}

async function fetchLeads(connector: TownConnector, from: number, until: number): Promise<PlatformLead[]> {
  const { accountId } = connector.selection
  return (await connector.listReplies(from, until)).map((reply) => toLead(reply, accountId))
}

function toLead(
  { id, campaign, campaignName, submittedAt, name, phone }: TownReply,
  accountId: string,
): PlatformLead {
  return {
    upstreamId: id,
    accountId,
    formId: campaign,
    campaignId: campaign,
    adGroupId: '',
    adId: campaign,
    submittedAt,
    isTest: false,
    content: {
      formName: campaignName,
      clickId: '',
      fields: [
        { name: 'FULL_NAME', label: 'Name', values: [name] },
        { name: 'PHONE', label: 'Phone', values: [phone] },
      ],
      consents: [],
    },
  }
}
