// Leads: what members filled in. They come from campaigns for leads, from whoever submits a form on order, and as test
// leads; the platform gives out those of ads for 365 days.

import { nextNumber, type State } from '../../core/state.ts'
import { arrivalsSince } from '../../delivery/arrivals.ts'
import { mixed, textHash } from '../../delivery/chance.ts'
import { zoneOf } from '../../delivery/zone.ts'
import { type Campaign, type Creative, type Lead, type LeadForm, libraryOf, type ProState } from '../state.ts'

const dayMs = 86_400_000
const keepMs = 365 * dayMs
/** What campaigns had brought before the world began. */
const pastDays = 60
const mostOnOneDay = 3

/** The leads of an account that can still be had, oldest first, with those that came by now. */
export function leadsOf(state: State, account: number, now: number): Lead[] {
  const { pro } = state
  for (const campaign of Object.values(pro.campaigns))
    if (campaign.account === account && campaign.objectiveType === 'LEAD_GENERATION')
      collect(state, campaign, now)
  return Object.values(pro.leads ?? {})
    .filter((lead) => lead.account === account && lead.submittedAt <= now && now - lead.submittedAt < keepMs)
    .sort((a, b) => a.submittedAt - b.submittedAt)
}

/** The form that an ad names, or one of the account's where it names none. */
export function formOf(pro: ProState, account: number, creative?: Creative): LeadForm | undefined {
  const { leadForms } = libraryOf(pro)
  const named = String(creative?.leadgenCallToAction?.['destination'] ?? '').replace('urn:li:adForm:', '')
  const forms = Object.values(leadForms).filter((form) => form.account === account)
  return forms.find(({ id }) => String(id) === named) ?? forms.find(({ state }) => state === 'PUBLISHED')
}

export function makeLead(state: State, lead: Omit<Lead, 'id'>): Lead {
  const number = nextNumber(state, 'pro.lead')
  const id = `${textHash(`${state.seed}/lead/${number}`).toString(16).padStart(8, '0')}-${number}-2`
  const made = { id, ...lead }
  state.pro.leads ??= {}
  state.pro.leads[id] = made
  return made
}

function collect(state: State, campaign: Campaign, now: number): void {
  const { pro, seed, seededAt } = state
  const creative = Object.values(pro.creatives).find((each) => each.campaign === campaign.id)
  const form = formOf(pro, campaign.account, creative)
  if (form === undefined || campaign.status !== 'ACTIVE') return
  const zone = zoneOf('UTC')
  const hash = textHash(`${seed}/leads/${campaign.id}`)
  pro.leadArrivals ??= {}
  const { instants, arrived } = arrivalsSince(pro.leadArrivals[campaign.id], {
    zone,
    now,
    keepDays: 364,
    firstDay: Math.max(zone.dayOf(campaign.runSchedule.start), zone.dayOf(seededAt) - pastDays),
    countOn(day) {
      if (zone.startOf(day) > (campaign.runSchedule.end ?? Number.POSITIVE_INFINITY)) return 0
      const part = Math.min(1, (now - zone.startOf(day)) / dayMs)
      return Math.floor((mixed(hash, day, 1) % (mostOnOneDay + 1)) * part)
    },
  })
  pro.leadArrivals[campaign.id] = arrived
  for (const submittedAt of instants)
    makeLead(state, {
      form: form.id,
      account: campaign.account,
      submittedAt,
      campaign: campaign.id,
      ...(creative === undefined ? {} : { creative: creative.id }),
      test: false,
    })
}
