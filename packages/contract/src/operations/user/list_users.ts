import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { line } from '../../values.ts'
import { exampleUser, user } from './values.ts'

export const list_users = declareOperation({
  source: 'store',
  pageSize: 50,
  columns: ['name', 'userId', 'email', 'externalId', 'createdAt'],
  summary: 'Lists the users in the workspace, newest first, 50 per page.',
  input: z.object({
    search: line(100)
      .optional()
      .describe('Part of the name, email or `externalId`, in any letter case, or a complete `userId`.'),
  }),
  results: z.object({ users: z.array(user) }),
  example: { body: {}, results: { users: [exampleUser] } },
})
