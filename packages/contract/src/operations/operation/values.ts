// Fields of a write that several operations return.

import { z } from 'zod'
import { exampleOperationId } from '../../writes.ts'
import { demoUser } from '../demo.ts'

export const writeStates = [
  'PENDING',
  'AWAITING_APPROVAL',
  'EXECUTING',
  'UNKNOWN',
  'SUCCEEDED',
  'FAILED',
  'NEEDS_ATTENTION',
] as const

/** Identity and state of a write. */
export const writeRecordFields = {
  operationId: z.string(),
  operation: z.string().describe('Name of the operation, such as `search/create_search_campaign`.'),
  state: z.enum(writeStates),
  reason: z.string().describe('Reason why the write needs attention or approval. Empty otherwise.'),
}

/** A completed write. */
export const exampleWriteRecord = {
  operationId: exampleOperationId,
  operation: 'social/edit_campaign',
  state: 'SUCCEEDED',
  reason: '',
  userId: demoUser,
  userName: 'Ada Fox',
} as const

export const exampleTimes = {
  createdAt: '2026-01-31T09:30:00.000Z',
  updatedAt: '2026-01-31T09:30:01.000Z',
}
