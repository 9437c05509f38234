// The first week with a florist: link three ad accounts, create three campaigns, receive a lead, read yesterday's results,
// pause everything and undo the pause.

import assert from 'node:assert/strict'
import { createClient } from '@adrail/client'
import { advertiseOnGoogleAds, advertiseOnLinkedIn, advertiseOnMeta } from './campaigns.ts'
import { openLeadInbox } from './leads.ts'
import { consent, fillInForm, sandboxUrl } from './people.ts'

const adrail = createClient({
  url: process.env['ADRAIL_URL'] ?? 'http://localhost:8080',
  apiKey: process.env['ADRAIL_KEY'] ?? '',
})
const { user } = await adrail.user.create_user({ name: 'Greta the florist', externalId: 'florist' })
const florist = adrail.with({ userId: user.userId })

// The inbox opens before the first link, so that the webhook receives every event about leads.
await using inbox = await openLeadInbox(adrail, user.userId)

// Link three ad accounts.
for (const platform of ['SOCIAL_A', 'SEARCH', 'PROFESSIONAL'] as const) {
  const { link } = await florist.auth.create_link({ platform })
  await consent(link)
}
const { connectedAccounts } = await florist.auth.get_connected_accounts_data()
const { socialAds, searchAds, proAds } = connectedAccounts
assert(socialAds && searchAds && proAds)
console.log(`Linked on Meta: ${socialAds.adAccountName}`)
console.log(`Linked on Google Ads: ${searchAds.accountName}`)
console.log(`Linked on LinkedIn: ${proAds.accountName}`)

// Create three campaigns.
const imageUrl = `${sandboxUrl}/_media/image/bouquet-1200x628.jpg`
const [form] = (await florist.pro.get_lead_forms()).leadForms
assert(form)
const weddings = await advertiseOnMeta(florist, imageUrl)
const bouquets = await advertiseOnGoogleAds(florist)
const offices = await advertiseOnLinkedIn(florist, imageUrl, form.id)
const active = await listActiveCampaigns()
for (const { campaignId } of [weddings, bouquets, offices]) {
  assert(active.has(campaignId))
  console.log(`Created: ${active.get(campaignId)}`)
}

// Receive a new lead. The forms have older leads as well, which `lead/list_leads` lists and the webhook does
// not send.
const olderLeadIds = new Set<string>()
for await (const { leadId, submittedAt } of florist.pages.lead.list_leads())
  if (submittedAt < user.createdAt) olderLeadIds.add(leadId)
assert(olderLeadIds.size > 0)
await fillInForm(proAds.accountIdText, offices.adGroupId)
const { data } = await inbox.waitForLead(offices.campaignId)
const { lead } = await florist.lead.get_lead({ leadId: data.leadId })
const answers = lead.fields.map(({ value }) => value).join(', ')
console.log(`New lead from "${data.formName}": ${answers}`)
const olderEvents = inbox.received.filter((event) => olderLeadIds.has(event.data.leadId))
assert.equal(olderEvents.length, 0)
console.log(`Older leads: ${olderLeadIds.size} listed, ${olderEvents.length} sent to the webhook`)

// See yesterday's results.
const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
const { rows, errors } = await adrail.report.get_report({
  userIds: [user.userId],
  level: 'CAMPAIGN',
  startDate: yesterday,
  endDate: yesterday,
})
assert.deepEqual(errors, [])
assert.deepEqual(new Set(rows.map(({ platform }) => platform)), new Set(['social', 'search', 'pro']))
for (const { campaignName, spend, currencyCode, clicks, leads } of rows)
  console.log(`${yesterday}, ${campaignName}: ${spend} ${currencyCode}, ${clicks} clicks, ${leads} leads`)

// Pause everything: first request the plan, then execute exactly that plan.
const everything = { userIds: [user.userId] }
const { plan, planHash } = await adrail.campaign.pause_campaigns({ ...everything, dryRun: true })
for (const { says } of plan) console.log(says)
const pause = await adrail.campaign.pause_campaigns({ ...everything, planHash })
// A pause of many campaigns continues in the background.
await adrail.operations.wait(pause.operationId)
const stillActive = await listActiveCampaigns()
assert.equal(stillActive.size, 0)
console.log(`Active after the pause: ${stillActive.size} of ${active.size} campaigns`)

// Undo the pause.
const undo = await adrail.operation.undo_operation({ operationId: pause.operationId })
await adrail.operations.wait(undo.operationId)
const activeAgain = await listActiveCampaigns()
assert.deepEqual([...activeAgain.keys()].toSorted(), [...active.keys()].toSorted())
console.log(`Active after the undo: ${activeAgain.size} of ${active.size} campaigns`)

/** Returns the names of the active campaigns by id. */
async function listActiveCampaigns(): Promise<Map<string, string>> {
  const lists = await Promise.all([
    florist.social.get_campaigns({ status: 'ACTIVE' }),
    florist.search.get_campaigns({ status: 'ACTIVE' }),
    florist.pro.get_campaigns({ status: 'ACTIVE' }),
  ])
  return new Map(lists.flatMap(({ campaigns }) => campaigns.map(({ id, name }) => [id, name])))
}
