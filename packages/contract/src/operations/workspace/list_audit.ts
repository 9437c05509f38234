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
  summary: 'Lists what was changed in the workspace and by whom, newest first, 100 a page.',
  description: 'With filters a page may hold fewer, even none, while `pagination.next` leads to more.',
  errors: ['USER_NOT_FOUND'],
  input: z.object({
    userId: recordId.optional(),
    event: line(64).optional().describe('Such as `key.created`.'),
    actor: line(64).optional().describe('An API key, or `admin`, `user` or `service`.'),
    operationId: recordId.optional(),
    since: instant.optional(),
    until: instant.optional().describe('Before this time.'),
  }),
  results: z.object({
    entries: z.array(
      z.object({
        number: z.int().describe('Its place in the record, without gaps from 1 on.'),
        at: z.string(),
        event: z.string(),
        actor: z
          .string()
          .describe('The API key that asked, or `admin` (the command line), `user` or `service`.'),
        actorName: z.string().describe('Of the API key; empty when it was none.'),
        requestId: z.string().describe('Empty when there was no request.'),
        surface: z.string().describe('By which the request came in: `http`, `mcp` or `console`.'),
        operationId: z.string().describe('Empty when it was no write.'),
        userId: z.string().describe('Empty when it concerns no user.'),
        userName: z.string().describe('Of the user, or of the subject that is one; empty once deleted.'),
        subject: z.string().describe('What it was about, by its id.'),
        before: z.unknown().optional(),
        after: z.unknown().optional(),
        hash: z.string(),
      }),
    ),
    chain: z
      .object({
        entries: z.int().describe('How many entries the record has.'),
        hash: z
          .string()
          .describe('Of the newest entry. Keep it elsewhere to prove later that nothing was rewritten.'),
        problem: z
          .string()
          .describe(
            'What is wrong with the entries that this page was made from; empty when they are whole.',
          ),
      })
      .describe('The state of the record.'),
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
