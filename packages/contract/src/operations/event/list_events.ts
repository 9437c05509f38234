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
  summary:
    'Lists what happened in the workspace, oldest first, 100 a page: complete, in order, nothing skipped.',
  description:
    'Hand `resume` back as `pagination` at any later time to read on. With `types`, a page may be empty while `pagination.next` leads to more.',
  errors: ['USER_NOT_FOUND', 'CURSOR_EXPIRED'],
  input: z.object({
    types: z.array(z.enum(eventTypes)).max(100).optional().describe('Defaults to all types.'),
    userId: userId.optional().describe('Only events that concern this user.'),
    from: z
      .enum(['oldest', 'now'])
      .default('oldest')
      .describe(
        'Where to begin without `pagination`: at the oldest event that is kept, or after the newest; then the list is empty and `resume` is what was asked for.',
      ),
  }),
  results: z.object({
    events: z.array(event),
    userNames: z
      .record(z.string(), z.string())
      .describe('Whom the events of this page concern, by `userId`; without users that were deleted.'),
    resume: z
      .string()
      .describe(
        'Where this page ends, also at the end of the list: as `pagination` it leads to whatever comes after.',
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
