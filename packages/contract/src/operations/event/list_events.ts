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
    'To read later events, send `resume` as `pagination` at any later time. With `types`, a page may be empty even if `pagination.next` is set.',
  errors: ['USER_NOT_FOUND', 'CURSOR_EXPIRED'],
  input: z.object({
    types: z.array(z.enum(eventTypes)).max(100).optional().describe('Defaults to all types.'),
    userId: userId.optional().describe('Only events that concern this user.'),
    from: z
      .enum(['oldest', 'now'])
      .default('oldest')
      .describe(
        'Start of the list if `pagination` is absent. `now` starts after the newest event and returns only `resume`.',
      ),
  }),
  results: z.object({
    events: z.array(event),
    userNames: z
      .record(z.string(), z.string())
      .describe('Names of the users in the events on this page, by `userId`. Deleted users are omitted.'),
    resume: z
      .string()
      .describe(
        'Cursor for the end of this page. Present even on the last page. To read later events, send `resume` as `pagination`.',
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
