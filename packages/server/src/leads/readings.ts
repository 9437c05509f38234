// Registry of lead adapters by platform.

import type { Platform } from '@adrail/contract'
import type { Connectors } from '../platforms/connectors.ts'
import { proLeadAdapter } from './proReading.ts'
import type { LeadAdapter } from './readLead.ts'
import { searchLeadAdapter } from './searchReading.ts'
import { socialLeadAdapter } from './socialReading.ts'

export const leadAdapters: { readonly [Name in Platform]: LeadAdapter<Connectors[Name]> } = {
  social: socialLeadAdapter,
  search: searchLeadAdapter,
  pro: proLeadAdapter,
}

const dayMs = 24 * 60 * 60 * 1000

/** The platform returns a lead for this long after its submission. */
export function platformRetentionMs(platform: Platform): number {
  return leadAdapters[platform].platformRetentionDays * dayMs
}
