import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { httpOnly } from '../../operation.ts'
import { instant, line, recordId } from '../../values.ts'
import { exampleOperationId } from '../../writes.ts'
import { demoUser, socialCampaignId } from '../demo.ts'
import { exampleOldKeyId } from './values.ts'

export const list_audit = declareOperation({
  source: 'store',
  scope: 'admin',
  pageSize: 100,
  surfaces: httpOnly,
  columns: ['number', 'at', 'event', 'actorName', 'userName', 'subject', 'actor', 'surface', 'operationId'],
  summary: 'Lists the changes in the workspace and who made them, newest first, 100 per page.',
  description: 'With filters, a page may be empty even if `pagination.next` is set.',
  errors: ['USER_NOT_FOUND'],
  input: z.object({
    userId: recordId.optional(),
    event: line(64).optional().describe('Name of the event, such as `key.created`.'),
    actor: line(64).optional().describe('Id of an API key, or `admin`, `user` or `service`.'),
    operationId: recordId.optional(),
    since: instant.optional(),
    until: instant.optional().describe('Only entries from before this time.'),
  }),
  results: z.object({
    entries: z.array(
      z.object({
        number: z.int().describe('Position in the audit log. Starts at 1 and has no gaps.'),
        at: z.string(),
        event: z.string(),
        actor: z
          .string()
          .describe('Id of the API key, or `admin` (the admin command line), `user` or `service`.'),
        actorName: z.string().describe('Name of the API key. Empty for other actors.'),
        requestId: z
          .string()
          .describe('Id of the request that caused the change. Empty if there was no request.'),
        surface: z.string().describe('Interface that the request came through: `http`, `mcp` or `console`.'),
        operationId: z.string().describe('Id of the write. Empty if the change was not a write.'),
        userId: z.string().describe('Id of the user. Empty if the change does not concern a user.'),
        userName: z
          .string()
          .describe(
            'Name of the user, or of the subject if the subject is a user. Empty after the user is deleted.',
          ),
        subject: z.string().describe('Id of the changed object.'),
        before: z.unknown().optional(),
        after: z.unknown().optional(),
        hash: z.string(),
      }),
    ),
    chain: z
      .object({
        entries: z.int().describe('Number of entries in the audit log.'),
        hash: z
          .string()
          .describe(
            'Hash of the newest entry. To be able to prove later that no entry was rewritten, store the hash elsewhere.',
          ),
        problem: z
          .string()
          .describe('Problem with the entries on this page. Empty if the entries are intact.'),
      })
      .describe('State of the audit log.'),
  }),
  example: {
    body: { event: 'campaign.budget_changed' },
    results: {
      entries: [
        {
          number: 12,
          at: '2026-01-31T09:30:01.000Z',
          event: 'campaign.budget_changed',
          actor: exampleOldKeyId,
          actorName: 'Reporting',
          requestId: 'req_06f0t6t1h2v8k3m9q4w5x7y2z1',
          surface: 'http',
          operationId: exampleOperationId,
          userId: demoUser,
          userName: 'Ada Fox',
          subject: socialCampaignId,
          before: { dailyBudget: '20' },
          after: { dailyBudget: '25' },
          hash: '9f2b61c4d07a5e83b1c6f4a2908e7d35c1b0a9f8e7d6c5b4a392817060514233',
        },
      ],
      chain: {
        entries: 12,
        hash: '9f2b61c4d07a5e83b1c6f4a2908e7d35c1b0a9f8e7d6c5b4a392817060514233',
        problem: '',
      },
    },
  },
})
