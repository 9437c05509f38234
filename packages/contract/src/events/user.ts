import { z } from 'zod'
import { declareEvent } from './declareEvent.ts'

export const userEvents = {
  'user.deleted': declareEvent({
    summary: 'A user was deleted.',
    advice: 'Delete the `userId` from your systems.',
    data: z.object({}),
    example: {},
  }),
} as const
