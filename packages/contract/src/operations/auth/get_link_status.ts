import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { linkPlatforms } from '../../platforms.ts'
import { recordId } from '../../values.ts'
import { unlinkedUser } from '../demo.ts'

export const get_link_status = declareOperation({
  source: 'store',
  scope: 'link',
  summary: 'Returns the progress of a link.',
  description: 'Poll this operation, because users do not return to `redirectUri` after some failures.',
  errors: ['LINK_NOT_FOUND'],
  input: z.object({ linkId: recordId }),
  results: z.object({
    status: z.enum([
      'created',
      'opened',
      'started',
      'returned',
      'selecting',
      'completed',
      'cancelled',
      'failed',
      'expired',
    ]),
    linkError: z.string().describe('Reason why the link failed. Empty if the link has not failed.'),
    platform: z.enum(linkPlatforms),
    userId: z.string(),
  }),
  example: {
    body: { linkId: 'lnk_06f0t6t1h2v8k3m9q4w5x7y2z1' },
    results: { status: 'completed', linkError: '', platform: 'SEARCH', userId: unlinkedUser },
  },
})
