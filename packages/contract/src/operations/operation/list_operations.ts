import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { instant, line, platformName, recordId } from '../../values.ts'
import { exampleTimes, exampleWriteRecord, writeRecordFields, writeStates } from './values.ts'

export const list_operations = declareOperation({
  source: 'store',
  pageSize: 100,
  columns: ['createdAt', 'operation', 'state', 'operationId', 'userName', 'reason'],
  summary: 'Lists the writes in the workspace, newest first, 100 per page.',
  description: 'With `platform` or `operation`, a page may be empty even if `pagination.next` is set.',
  errors: ['USER_NOT_FOUND'],
  input: z.object({
    userId: recordId.optional(),
    states: z
      .array(z.enum(writeStates))
      .max(writeStates.length)
      .optional()
      .describe('Only writes in one of these states.'),
    platform: platformName.optional(),
    operation: line(64).optional().describe('Name of the operation, such as `social/edit_campaign`.'),
    since: instant.optional().describe('Only writes that started at or after this time.'),
    until: instant.optional().describe('Only writes that started before this time.'),
  }),
  results: z.object({
    operations: z.array(
      z.object({
        ...writeRecordFields,
        userId: z.string(),
        userName: z.string().describe('Name of the user. Empty if the user was deleted.'),
        createdAt: z.string(),
        updatedAt: z.string(),
      }),
    ),
  }),
  example: {
    body: { states: ['NEEDS_ATTENTION', 'SUCCEEDED'] },
    results: {
      operations: [{ ...exampleWriteRecord, ...exampleTimes }],
    },
  },
})
