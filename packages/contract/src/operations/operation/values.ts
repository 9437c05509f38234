// What several operations tell of a write.

import { z } from 'zod'

export const writeStates = [
  'PENDING',
  'AWAITING_APPROVAL',
  'EXECUTING',
  'UNKNOWN',
  'SUCCEEDED',
  'FAILED',
  'NEEDS_ATTENTION',
] as const

/** Which write it is, and how far it has come. */
export const toldOfWrite = {
  operationId: z.string(),
  operation: z.string().describe('Which operation it is, such as `search/create_search_campaign`.'),
  state: z.enum(writeStates),
  reason: z.string().describe('Why it needs attention, or a person has to approve it; empty otherwise.'),
}
