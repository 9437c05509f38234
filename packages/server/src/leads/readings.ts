// Registry of lead adapters by platform.

import type { Platform } from '@adrail/contract'
import type { Connectors } from '../platforms/connectors.ts'
import { proLeads } from './proReading.ts'
import type { LeadReading } from './readLead.ts'
import { searchLeads } from './searchReading.ts'
import { socialLeads } from './socialReading.ts'

export const readings: { readonly [Name in Platform]: LeadReading<Connectors[Name]> } = {
  social: socialLeads,
  search: searchLeads,
  pro: proLeads,
}

const dayMs = 24 * 60 * 60 * 1000

/** The platform returns a lead for this long after its submission. */
export function keptMs(platform: Platform): number {
  return readings[platform].keepDays * dayMs
}
