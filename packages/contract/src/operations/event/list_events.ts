import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { event, exampleEvent } from '../../events/event.ts'
import { eventTypes } from '../../events/index.ts'
import { userId } from '../../values.ts'
import { unlinkedUser } from '../demo.ts'

export const list_events = declareOperation({
  source: 'store',
  pageSize: 100,
  columns: ['timestamp', 'type', 'eventId', 'userId'],
  summary: 'Lists all events in the workspace, oldest first, 100 per page.',
  description:
    'To read later events, send `resume` as `pagination` at any later time. With `types`, a page may be empty while `pagination.next` is set.',
  errors: ['USER_NOT_FOUND', 'CURSOR_EXPIRED'],
  input: z.object({
    types: z.array(z.enum(eventTypes)).max(100).optional().describe('Defaults to all types.'),
    userId: userId.optional().describe('Only events that concern this user.'),
    from: z
      .enum(['oldest', 'now'])
      .default('oldest')
      .describe(
        'Start of a list without `pagination`: the oldest stored event, or after the newest event. After the newest event, the list is empty and returns only `resume`.',
      ),
  }),
  results: z.object({
    events: z.array(event),
    userNames: z
      .record(z.string(), z.string())
      .describe('Users of the events on this page, by `userId`. Deleted users are absent.'),
    resume: z
      .string()
      .describe(
        'Cursor for the end of this page, also on the last page. Send it as `pagination` to read later events.',
      ),
  }),
  example: {
    body: { types: ['connection.needs_relink', 'connection.healed'] },
    results: {
      events: [exampleEvent],
      userNames: { [unlinkedUser]: 'Nina Newcomer' },
      resume: 'local.q0bXbXz0c1l7o2w5yJb8t1n9dZ4uQeR6sTgA',
    },
  },
})
