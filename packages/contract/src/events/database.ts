import { z } from 'zod'
import { declareEvent } from './declareEvent.ts'
import { exampleWriteData, writeData } from './operation.ts'

export const databaseEvents = {
  'database.writes_lost': declareEvent({
    summary:
      'The database of adrail lost writes, or may have lost writes: a standby took over, an operator restored a backup, or a write is missing.',
    advice:
      'Retry requests of that time with the same idempotency key: for 24 hours, creations look up their objects first. Compare `writes` with the platforms.',
    data: z.object({
      reason: z
        .enum(['failover', 'write_missing', 'restore'])
        .describe(
          '`failover`: another database server took over. `write_missing`: a write is missing that the database had confirmed. `restore`: an operator restored a backup.',
        ),
      writes: z
        .array(
          writeData.extend({
            upstreamId: z
              .string()
              .describe(
                'Id on the platform of the created or changed object. Empty if the outcome is unknown.',
              ),
          }),
        )
        .describe(
          'Writes that are known to be lost, at most 50 per event. Empty in the event that reports the loss itself.',
        ),
    }),
    example: { reason: 'failover', writes: [{ ...exampleWriteData, upstreamId: '120210000000000011' }] },
  }),
} as const
