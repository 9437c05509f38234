// Leads: submissions of lead forms. They come from lead campaigns, from simulations, and as test leads. The
// platform returns leads of ads for 365 days.

import { dayMs } from '../../../core/durations.ts'
import { nextNumber, type State } from '../../../core/state.ts'
import { findNewArrivals } from '../../../delivery/arrivals.ts'
import { hashText, mixHash } from '../../../delivery/seededRandom.ts'
import { getZone } from '../../../delivery/zone.ts'
import {
  getContentLibrary,
  type ProCampaign,
  type ProCreative,
  type ProLead,
  type ProLeadForm,
  type ProState,
} from '../state.ts'

const retentionMs = 365 * dayMs
/** The number of days before the seed time for which campaigns already have leads. */
const seededDays = 60
const maxLeadsPerDay = 3

/** Returns the leads of an account that have not expired, oldest first, after collecting the recent ones. */
export function listProLeads(state: State, account: number, now: number): ProLead[] {
  const { pro } = state
  for (const campaign of Object.values(pro.campaigns))
    if (campaign.account === account && campaign.objectiveType === 'LEAD_GENERATION')
      collectLeads(state, campaign, now)
  return Object.values(pro.leads ?? {})
    .filter(
      (lead) => lead.account === account && lead.submittedAt <= now && now - lead.submittedAt < retentionMs,
    )
    .sort((a, b) => a.submittedAt - b.submittedAt)
}

/** Returns the form of a creative, or a published form of the account when the creative has none. */
export function findLeadForm(
  pro: ProState,
  account: number,
  creative?: ProCreative,
): ProLeadForm | undefined {
  const { leadForms } = getContentLibrary(pro)
  const formId = String(creative?.leadgenCallToAction?.['destination'] ?? '').replace('urn:li:adForm:', '')
  const forms = Object.values(leadForms).filter((form) => form.account === account)
  return forms.find(({ id }) => String(id) === formId) ?? forms.find(({ state }) => state === 'PUBLISHED')
}

export function createProLead(state: State, lead: Omit<ProLead, 'id'>): ProLead {
  const number = nextNumber(state, 'pro.lead')
  const id = `${hashText(`${state.seed}/lead/${number}`).toString(16).padStart(8, '0')}-${number}-2`
  const newLead = { id, ...lead }
  state.pro.leads ??= {}
  state.pro.leads[id] = newLead
  return newLead
}

function collectLeads(state: State, campaign: ProCampaign, now: number): void {
  const { pro, seed, seededAt } = state
  const creative = Object.values(pro.creatives).find((candidate) => candidate.campaign === campaign.id)
  const form = findLeadForm(pro, campaign.account, creative)
  if (form === undefined || campaign.status !== 'ACTIVE') return
  const zone = getZone('UTC')
  const hash = hashText(`${seed}/leads/${campaign.id}`)
  pro.leadArrivals ??= {}
  const { instants, progress } = findNewArrivals(pro.leadArrivals[campaign.id], {
    zone,
    now,
    retentionDays: 364,
    firstDay: Math.max(zone.dayAt(campaign.runSchedule.start), zone.dayAt(seededAt) - seededDays),
    countArrivals(day) {
      if (zone.startOfDay(day) > (campaign.runSchedule.end ?? Number.POSITIVE_INFINITY)) return 0
      const elapsedShare = Math.min(1, (now - zone.startOfDay(day)) / dayMs)
      return Math.floor((mixHash(hash, day, 1) % (maxLeadsPerDay + 1)) * elapsedShare)
    },
  })
  pro.leadArrivals[campaign.id] = progress
  for (const submittedAt of instants)
    createProLead(state, {
      form: form.id,
      account: campaign.account,
      submittedAt,
      campaign: campaign.id,
      ...(creative === undefined ? {} : { creative: creative.id }),
      test: false,
    })
}
