// Leads: what people filled in. They come from the delivery of campaigns that show a lead form, and from whoever submits one
// on order; the platform gives them out for 60 days.
// https://developers.google.com/google-ads/api/fields/v25/lead_form_submission_data

import { createHash } from 'node:crypto'
import { nextNumber, type State } from '../../core/state.ts'
import { arrivalsSince } from '../../delivery/arrivals.ts'
import { emptyCells } from '../../delivery/delivery.ts'
import { answerTo, leadPerson } from '../../delivery/leadPeople.ts'
import { zoneOf } from '../../delivery/zone.ts'
import { deliveryOf } from '../deliveries.ts'
import type { AdsAccount } from '../state.ts'
import { text, type Wire, wire, wires } from '../wire.ts'

const keepDays = 60
/** Where conversions lie among the counted things. */
const conversions = 11

/** The leads of an account that can still be had, with those that delivery has brought by now. */
export function leadsIn(state: State, customerId: string, account: AdsAccount, now: number): Wire[] {
  collect(state, customerId, account, now)
  return Object.values(account.resources['lead_form_submission_data'] ?? {}).filter((lead) => {
    const submittedAt = Date.parse(text(lead['submissionDateTime']).replace(' ', 'T'))
    return submittedAt <= now && now - submittedAt < keepDays * 86_400_000
  })
}

function collect(state: State, customerId: string, account: AdsAccount, now: number): void {
  const delivery = deliveryOf(state, customerId, account)
  account.leadArrivals ??= {}
  for (const { campaign, asset } of shownForms(account))
    for (const ad of delivery.byCampaign.get(campaign) ?? []) {
      const counted = delivery.ads.get(ad)
      if (counted === undefined) continue
      const { instants, arrived } = arrivalsSince(account.leadArrivals[ad], {
        zone: zoneOf(text(account.customer['timeZone'])),
        now,
        keepDays: keepDays - 1,
        firstDay: counted.ledger.firstDay,
        countOn(day) {
          const cells = emptyCells()
          counted.ledger.add(counted.index, day, day, now, cells)
          return cells[conversions] ?? 0
        },
      })
      account.leadArrivals[ad] = arrived
      const adGroup = text(account.resources['ad_group_ad']?.[ad]?.['adGroup'])
      for (const at of instants) makeLead(state, customerId, account, { asset, campaign, adGroup, ad, at })
    }
}

/** Which campaigns show which lead form. */
function shownForms(account: AdsAccount): { campaign: string; asset: string }[] {
  return Object.values(account.resources['campaign_asset'] ?? {}).flatMap((link) =>
    link['fieldType'] === 'LEAD_FORM' && link['status'] !== 'REMOVED'
      ? [{ campaign: text(link['campaign']), asset: text(link['asset']) }]
      : [],
  )
}

export interface Submission {
  /** All by resource name; those of an ad are empty for a form that came without one. */
  readonly asset: string
  readonly campaign: string
  readonly adGroup: string
  readonly ad: string
  readonly at: number
}

export function makeLead(
  state: State,
  customerId: string,
  account: AdsAccount,
  { asset, campaign, adGroup, ad, at }: Submission,
): Wire {
  const id = opaqueId(`${customerId}/${nextNumber(state, `search.lead.${customerId}`)}`)
  const resourceName = `customers/${customerId}/leadFormSubmissionData/${id}`
  const form = wire(account.resources['asset']?.[asset]?.['leadFormAsset'])
  const person = leadPerson(id)
  const custom = wires(form['customQuestionFields']).map((question) => ({
    questionText: text(question['customQuestionText']),
    fieldValue: answerTo(person, text(question['customQuestionText'])),
  }))
  const lead: Wire = {
    resourceName,
    id,
    asset,
    campaign,
    ...(adGroup === '' ? {} : { adGroup }),
    ...(ad === '' ? {} : { adGroupAd: ad }),
    gclid: `Cj0KCQ${id.slice(0, 60)}`,
    submissionDateTime: submissionTime(account, at),
    leadFormSubmissionFields: wires(form['fields']).map((field) => ({
      fieldType: text(field['inputType']),
      fieldValue: answerTo(person, text(field['inputType'])),
    })),
    ...(custom.length === 0 ? {} : { customLeadFormSubmissionFields: custom }),
  }
  account.resources['lead_form_submission_data'] ??= {}
  account.resources['lead_form_submission_data'][resourceName] = lead
  return lead
}

/** `2026-11-12 13:30:00+01:00`, in the account's time zone. */
function submissionTime(account: AdsAccount, at: number): string {
  const local = zoneOf(text(account.customer['timeZone'])).text(at)
  return `${local.slice(0, 10)} ${local.slice(11, 22)}:${local.slice(22)}`
}

/** Longer than anybody would think an id is. */
function opaqueId(name: string): string {
  const hash = (purpose: string) => createHash('sha512').update(`${purpose}/${name}`).digest('base64url')
  return hash('first') + hash('second')
}
