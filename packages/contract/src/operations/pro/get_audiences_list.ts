import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { userId } from '../../values.ts'
import { demoUser } from '../demo.ts'

export const get_audiences_list = declareOperation({
  source: 'pro',
  columns: ['id', 'name', 'type', 'inputCount', 'sourcePlatform'],
  summary: "Lists the audiences in a user's LinkedIn ad account.",
  description:
    'If the `rw_dmp_segments` permission is missing, the response lists only audiences that campaigns can use, and omits their sources.',
  permissions: [{ permission: 'rw_dmp_segments', part: 'sources of an audience' }],
  input: z.object({ userId }),
  results: z.object({
    audiences: z.array(
      z.object({
        name: z.string(),
        sourcePlatform: z.string(),
        id: z.number(),
        type: z.string(),
        account: z.string(),
        inputCount: z.number(),
        destinations: z.array(
          z.object({
            destination: z.string(),
            lastModified: z.number(),
            audienceSize: z.number(),
            created: z.number(),
            destinationSegmentId: z.string(),
            status: z.string(),
            matchedCount: z.number(),
          }),
        ),
      }),
    ),
  }),
  example: {
    body: { userId: demoUser },
    results: {
      audiences: [
        {
          name: 'Garden newsletter readers',
          sourcePlatform: 'LIST_UPLOAD',
          id: 21400801,
          type: 'USER_LIST_UPLOAD',
          account: 'urn:li:sponsoredAccount:512345678',
          inputCount: 18240,
          destinations: [
            {
              destination: 'LINKEDIN',
              lastModified: 1769763600000,
              audienceSize: 11900,
              created: 1764493200000,
              destinationSegmentId: 'urn:li:adSegment:19300401',
              status: 'READY',
              matchedCount: 12688,
            },
          ],
        },
      ],
    },
  },
})
