// Leads come from delivery, from forms that a tester submits, and as test leads. The platform returns them
// for 90 days.

import { nextNumber, type State } from '../../core/state.ts'
import { arrivalsSince } from '../../delivery/arrivals.ts'
import { emptyCells } from '../../delivery/delivery.ts'
import { zoneOf } from '../../delivery/zone.ts'
import { type CountedAd, kindOf, openPools } from '../insights/pools.ts'
import { accountOf, campaignOf } from '../relations.ts'
import type { Lead, LeadForm, SocialState } from '../state.ts'

const keepDays = 90
const keepMs = keepDays * 86_400_000
/** Index of conversions among the metrics. For lead campaigns, conversions are leads. */
const conversions = 11

/** Returns the stored leads. A world that an earlier release saved has none. */
export function leadsOf(social: SocialState): Record<string, Lead> {
  social.leads ??= {}
  return social.leads
}

export function makeLead(state: State, lead: Omit<Lead, 'id'>): Lead {
  const id = String(1_460_000_000_000_000n + BigInt(nextNumber(state, 'social.lead')))
  const made = { id, ...lead }
  leadsOf(state.social)[id] = made
  return made
}

/** Lists a form's retained leads, newest first, including those that delivery has brought by now. */
export function leadsOfForm(state: State, form: LeadForm, now: number): Lead[] {
  collect(state, form, now)
  return Object.values(leadsOf(state.social))
    .filter((lead) => lead.form === form.id && isKept(lead, now))
    .sort((a, b) => b.createdAt - a.createdAt || (BigInt(b.id) > BigInt(a.id) ? 1 : -1))
}

export function isKept({ createdAt }: Lead, now: number): boolean {
  return createdAt <= now && now - createdAt < keepMs
}

/** Creates the leads that delivery has brought since the last call, and returns them. */
export function collect(state: State, form: LeadForm, now: number): Lead[] {
  const { social } = state
  social.leadArrivals ??= {}
  const { leadArrivals } = social
  return adsWith(state, form).flatMap((counted) => {
    const { ad } = counted
    const { instants, arrived } = arrivalsSince(leadArrivals[ad.id], {
      zone: zoneOf(accountOf(social, ad).timeZone),
      now,
      keepDays: keepDays - 1,
      firstDay: counted.ledger.firstDay,
      countOn: (day) => countOn(counted, day, now),
    })
    leadArrivals[ad.id] = arrived
    return instants.map((createdAt) => makeLead(state, { form: form.id, createdAt, ad: ad.id }))
  })
}

function countOn({ ledger, index }: CountedAd, day: number, now: number): number {
  const cells = emptyCells()
  ledger.add(index, day, day, now, cells)
  return cells[conversions] ?? 0
}

/** Finds the ads of lead campaigns that open a form. */
function adsWith(state: State, form: LeadForm): CountedAd[] {
  const { social } = state
  const opening = new Set(
    Object.values(social.creatives)
      .filter((creative) => creative.form === form.id)
      .map(({ id }) => id),
  )
  if (opening.size === 0) return []
  return Object.values(social.ads).flatMap((ad) => {
    if (!opening.has(ad.creative)) return []
    const campaign = campaignOf(social, ad)
    if (kindOf(campaign) !== 'leads') return []
    return openPools(state, accountOf(social, ad), campaign, { ad: ad.id })
  })
}
