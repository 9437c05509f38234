import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { httpOnly } from '../../operation.ts'
import { exampleOldKeyId, exampleSessionId } from './values.ts'

export const list_sessions = declareOperation({
  source: 'store',
  scope: 'admin',
  pageSize: 100,
  surfaces: httpOnly,
  summary: 'Lists the browsers that are signed in to the console or the approval page, 100 per page.',
  description: 'Expired sessions and sessions of keys that are no longer valid are not listed.',
  input: z.object({}),
  results: z.object({
    sessions: z.array(
      z.object({
        sessionId: z.string(),
        page: z.enum(['console', 'approve']).describe('Page that the browser is signed in to.'),
        keyId: z.string().describe('Id of the API key that the browser signed in with.'),
        keyName: z.string(),
        startedAt: z.string(),
        lastUsedAt: z.string().describe('Time of the last use, to the minute.'),
        address: z
          .string()
          .describe(
            'IP address of the client that signed in. Empty for sessions that an earlier release started.',
          ),
      }),
    ),
  }),
  example: {
    body: {},
    results: {
      sessions: [
        {
          sessionId: exampleSessionId,
          page: 'console',
          keyId: exampleOldKeyId,
          keyName: 'Ada',
          startedAt: '2026-01-31T09:30:00.000Z',
          lastUsedAt: '2026-01-31T09:42:00.000Z',
          address: '203.0.113.7',
        },
      ],
    },
  },
})
