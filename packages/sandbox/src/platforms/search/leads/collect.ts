// Leads: submissions of lead forms. They come from the delivery of campaigns that show a lead form, and from
// a simulation. The platform returns leads for 60 days.
// https://developers.google.com/google-ads/api/fields/v25/lead_form_submission_data

import { createHash } from 'node:crypto'
import { nextNumber, type State } from '../../../core/state.ts'
import { findNewArrivals } from '../../../delivery/arrivals.ts'
import { createCells } from '../../../delivery/delivery.ts'
import { generateLeadAnswer, generateLeadPerson } from '../../../delivery/leadPeople.ts'
import { getZone } from '../../../delivery/zone.ts'
import { getDelivery } from '../deliveries.ts'
import type { AdsAccount } from '../state.ts'
import { asObject, asObjects, asString, type WireObject } from '../wire.ts'

const retentionDays = 60
/** The index of conversions among the delivery cells. */
const conversionsCell = 11

/**
 * Returns the leads of an account that have not expired, after adding those that delivery has produced by
 * now.
 */
export function listSearchLeads(
  state: State,
  customerId: string,
  account: AdsAccount,
  now: number,
): WireObject[] {
  collectLeads(state, customerId, account, now)
  return Object.values(account.resources['lead_form_submission_data'] ?? {}).filter((lead) => {
    const submittedAt = Date.parse(asString(lead['submissionDateTime']).replace(' ', 'T'))
    return submittedAt <= now && now - submittedAt < retentionDays * 86_400_000
  })
}

function collectLeads(state: State, customerId: string, account: AdsAccount, now: number): void {
  const delivery = getDelivery(state, customerId, account)
  account.leadArrivals ??= {}
  for (const { campaign, asset } of listShownForms(account))
    for (const ad of delivery.adNamesByCampaign.get(campaign) ?? []) {
      const adLedger = delivery.adLedgers.get(ad)
      if (adLedger === undefined) continue
      const { instants, progress } = findNewArrivals(account.leadArrivals[ad], {
        zone: getZone(asString(account.customer['timeZone'])),
        now,
        retentionDays: retentionDays - 1,
        firstDay: adLedger.ledger.firstDay,
        countArrivals(day) {
          const cells = createCells()
          adLedger.ledger.add(adLedger.index, day, day, now, cells)
          return cells[conversionsCell] ?? 0
        },
      })
      account.leadArrivals[ad] = progress
      const adGroup = asString(account.resources['ad_group_ad']?.[ad]?.['adGroup'])
      for (const submittedAt of instants)
        createSearchLead(state, customerId, account, { asset, campaign, adGroup, ad, submittedAt })
    }
}

/** Returns the pairs of campaign and lead form. */
function listShownForms(account: AdsAccount): { campaign: string; asset: string }[] {
  return Object.values(account.resources['campaign_asset'] ?? {}).flatMap((link) =>
    link['fieldType'] === 'LEAD_FORM' && link['status'] !== 'REMOVED'
      ? [{ campaign: asString(link['campaign']), asset: asString(link['asset']) }]
      : [],
  )
}

export interface LeadSubmission {
  /** All fields are resource names. The ad group and the ad are empty for a form without an ad. */
  readonly asset: string
  readonly campaign: string
  readonly adGroup: string
  readonly ad: string
  readonly submittedAt: number
}

export function createSearchLead(
  state: State,
  customerId: string,
  account: AdsAccount,
  { asset, campaign, adGroup, ad, submittedAt }: LeadSubmission,
): WireObject {
  const id = createOpaqueId(`${customerId}/${nextNumber(state, `search.lead.${customerId}`)}`)
  const resourceName = `customers/${customerId}/leadFormSubmissionData/${id}`
  const form = asObject(account.resources['asset']?.[asset]?.['leadFormAsset'])
  const person = generateLeadPerson(id)
  const customFields = asObjects(form['customQuestionFields']).map((question) => ({
    questionText: asString(question['customQuestionText']),
    fieldValue: generateLeadAnswer(person, asString(question['customQuestionText'])),
  }))
  const lead: WireObject = {
    resourceName,
    id,
    asset,
    campaign,
    ...(adGroup === '' ? {} : { adGroup }),
    ...(ad === '' ? {} : { adGroupAd: ad }),
    gclid: `Cj0KCQ${id.slice(0, 60)}`,
    submissionDateTime: formatSubmissionTime(account, submittedAt),
    leadFormSubmissionFields: asObjects(form['fields']).map((field) => ({
      fieldType: asString(field['inputType']),
      fieldValue: generateLeadAnswer(person, asString(field['inputType'])),
    })),
    ...(customFields.length === 0 ? {} : { customLeadFormSubmissionFields: customFields }),
  }
  account.resources['lead_form_submission_data'] ??= {}
  account.resources['lead_form_submission_data'][resourceName] = lead
  return lead
}

/** Formats a time such as `2026-11-12 13:30:00+01:00` in the account's time zone. */
function formatSubmissionTime(account: AdsAccount, submittedAt: number): string {
  const local = getZone(asString(account.customer['timeZone'])).format(submittedAt)
  return `${local.slice(0, 10)} ${local.slice(11, 22)}:${local.slice(22)}`
}

/** Lead ids are longer than most readers expect, as on the platform. */
function createOpaqueId(name: string): string {
  const hash = (purpose: string) => createHash('sha512').update(`${purpose}/${name}`).digest('base64url')
  return hash('first') + hash('second')
}
