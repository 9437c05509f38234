import { z } from 'zod'
import { declareEvent } from './declareEvent.ts'

export const userEvents = {
  'user.deleted': declareEvent({
    summary: 'A user was deleted.',
    advice: 'Delete the `userId` wherever you store it.',
    data: z.object({}),
    example: {},
  }),
} as const
