import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { userId } from '../../values.ts'
import { demoUser } from '../demo.ts'

export const get_audiences = declareOperation({
  source: 'social',
  pageSize: 100,
  summary: "Lists a user's custom audiences, newest first, 100 per page.",
  description:
    'Sizes are estimates, or -1 if the platform does not return a size. `ready` is true if ads can use the audience now. `readiness` contains the reason as text.',
  input: z.object({ userId }),
  results: z.object({
    audiences: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        description: z.string(),
        type: z
          .string()
          .describe('Type of audience, such as `CUSTOM`, `WEBSITE`, `ENGAGEMENT` or `LOOKALIKE`.'),
        sizeLowerBound: z.number(),
        sizeUpperBound: z.number(),
        ready: z.boolean(),
        readiness: z.string(),
      }),
    ),
  }),
  example: {
    body: { userId: demoUser },
    results: {
      audiences: [
        {
          id: '23840000000000104',
          name: 'Bought twice',
          description: '',
          type: 'CUSTOM',
          sizeLowerBound: 3400,
          sizeUpperBound: 3978,
          ready: true,
          readiness: 'This audience is ready for use.',
        },
      ],
    },
  },
})
