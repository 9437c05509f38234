import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { instant, line, platformName, recordId } from '../../values.ts'
import { exampleTimes, exampleWriteRecord, writeRecordFields, writeStates } from './values.ts'

export const list_operations = declareOperation({
  source: 'store',
  pageSize: 100,
  columns: ['createdAt', 'operation', 'state', 'operationId', 'userName', 'reason'],
  summary: 'Lists the writes of the workspace, newest first, 100 a page.',
  description:
    'With `platform` or `operation` a page may hold fewer, even none, while `pagination.next` leads to more.',
  errors: ['USER_NOT_FOUND'],
  input: z.object({
    userId: recordId.optional(),
    states: z.array(z.enum(writeStates)).max(writeStates.length).optional().describe('Of any of these.'),
    platform: platformName.optional(),
    operation: line(64).optional().describe('Such as `social/edit_campaign`.'),
    since: instant.optional().describe('Begun at this time or later.'),
    until: instant.optional().describe('Begun before this time.'),
  }),
  results: z.object({
    operations: z.array(
      z.object({
        ...writeRecordFields,
        userId: z.string(),
        userName: z.string().describe('Empty when the user was deleted.'),
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
