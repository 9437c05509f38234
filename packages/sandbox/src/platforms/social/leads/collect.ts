// Leads come from delivery, from forms that a tester submits, and as test leads. The platform returns them
// for 90 days.

import { nextNumber, type State } from '../../../core/state.ts'
import { findNewArrivals } from '../../../delivery/arrivals.ts'
import { createCells } from '../../../delivery/delivery.ts'
import { getZone } from '../../../delivery/zone.ts'
import { type AdWithLedger, openPools, toDeliveryKind } from '../insights/pools.ts'
import { getAccount, getCampaign } from '../relations.ts'
import type { Lead, LeadForm, SocialState } from '../state.ts'

const retentionDays = 90
const retentionMs = retentionDays * 86_400_000
/** Index of conversions among the metrics. For lead campaigns, conversions are leads. */
const conversionsCell = 11

/** Returns the stored leads. A world that an earlier release saved has none. */
export function getStoredLeads(social: SocialState): Record<string, Lead> {
  social.leads ??= {}
  return social.leads
}

export function createLead(state: State, lead: Omit<Lead, 'id'>): Lead {
  const id = String(1_460_000_000_000_000n + BigInt(nextNumber(state, 'social.lead')))
  const createdLead = { id, ...lead }
  getStoredLeads(state.social)[id] = createdLead
  return createdLead
}

/** Lists a form's retained leads, newest first, including those that delivery has brought by now. */
export function listFormLeads(state: State, form: LeadForm, now: number): Lead[] {
  createDeliveredLeads(state, form, now)
  return Object.values(getStoredLeads(state.social))
    .filter((lead) => lead.form === form.id && isRetained(lead, now))
    .sort((a, b) => b.createdAt - a.createdAt || (BigInt(b.id) > BigInt(a.id) ? 1 : -1))
}

export function isRetained({ createdAt }: Lead, now: number): boolean {
  return createdAt <= now && now - createdAt < retentionMs
}

/** Creates the leads that delivery has brought since the last call, and returns them. */
export function createDeliveredLeads(state: State, form: LeadForm, now: number): Lead[] {
  const { social } = state
  social.leadArrivals ??= {}
  const { leadArrivals } = social
  return findLeadAds(state, form).flatMap((adWithLedger) => {
    const { ad } = adWithLedger
    const { instants, progress } = findNewArrivals(leadArrivals[ad.id], {
      zone: getZone(getAccount(social, ad).timeZone),
      now,
      retentionDays: retentionDays - 1,
      firstDay: adWithLedger.ledger.firstDay,
      countArrivals: (day) => countConversionsOn(adWithLedger, day, now),
    })
    leadArrivals[ad.id] = progress
    return instants.map((createdAt) => createLead(state, { form: form.id, createdAt, ad: ad.id }))
  })
}

function countConversionsOn({ ledger, index }: AdWithLedger, day: number, now: number): number {
  const cells = createCells()
  ledger.add(index, day, day, now, cells)
  return cells[conversionsCell] ?? 0
}

/** Finds the ads of lead campaigns that open a form. */
function findLeadAds(state: State, form: LeadForm): AdWithLedger[] {
  const { social } = state
  const creativeIds = new Set(
    Object.values(social.creatives)
      .filter((creative) => creative.form === form.id)
      .map(({ id }) => id),
  )
  if (creativeIds.size === 0) return []
  return Object.values(social.ads).flatMap((ad) => {
    if (!creativeIds.has(ad.creative)) return []
    const campaign = getCampaign(social, ad)
    if (toDeliveryKind(campaign) !== 'leads') return []
    return openPools(state, getAccount(social, ad), campaign, { ad: ad.id })
  })
}
