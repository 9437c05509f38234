// Registry of lead adapters by platform.

import type { Platform } from '@adrail/contract'
import type { Connectors } from '../platforms/connectors.ts'
import { dayMs } from '../runtime/durations.ts'
import type { LeadAdapter } from './leadAdapter.ts'
import { proLeadAdapter } from './proLeadAdapter.ts'
import { searchLeadAdapter } from './searchLeadAdapter.ts'
import { socialLeadAdapter } from './socialLeadAdapter.ts'

export const leadAdapters: { readonly [Name in Platform]: LeadAdapter<Connectors[Name]> } = {
  social: socialLeadAdapter,
  search: searchLeadAdapter,
  pro: proLeadAdapter,
}

/** The platform returns a lead for this long after its submission. */
export function platformRetentionMs(platform: Platform): number {
  return leadAdapters[platform].platformRetentionDays * dayMs
}
