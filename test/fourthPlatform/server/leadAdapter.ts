import { minuteMs } from '../../runtime/durations.ts'
import type { LeadAdapter } from '../connector-kit/leadAdapter.ts'
import type { TownConnector } from './connector.ts'

/** Campaigns of the newspaper have no lead forms yet. */
export const townLeadAdapter: LeadAdapter<TownConnector> = {
  platformRetentionDays: 90,
  overlapMs: 10 * minuteMs,
  pollEveryMs: 10 * minuteMs,
  getSubject: ({ selection }) => selection.accountId,
  listSince: async () => [],
  refetch: async () => [],
}
