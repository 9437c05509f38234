import { z } from 'zod'
import { declareEvent } from './declareEvent.ts'

export const userEvents = {
  'user.deleted': declareEvent({
    summary: 'A user was deleted.',
    advice: 'Forget the `userId` wherever else it is kept.',
    data: z.object({}),
    example: {},
  }),
} as const
