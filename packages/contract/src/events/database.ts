import { z } from 'zod'
import { declareEvent } from './declareEvent.ts'
import { exampleWriteData, writeData } from './operation.ts'

export const databaseEvents = {
  'database.writes_lost': declareEvent({
    summary:
      "adrail's database lost, or may have lost, writes: a standby took over, an operator restored a backup, or a write is missing.",
    advice:
      'Retry the requests from that time with the same idempotency keys. For 24 hours, adrail checks whether an object already exists on the platform before creating it. Compare `writes` with the state of the platforms.',
    data: z.object({
      reason: z
        .enum(['failover', 'write_missing', 'restore'])
        .describe(
          '`failover`: another database server took over. `write_missing`: a write that the database had confirmed is missing. `restore`: an operator restored a backup.',
        ),
      writes: z
        .array(
          writeData.extend({
            upstreamId: z
              .string()
              .describe(
                "The platform's id of the created or changed object. Empty if the outcome is unknown.",
              ),
          }),
        )
        .describe(
          'Writes that are known to be lost. At most 50 per event. Empty in the event that reports the loss itself.',
        ),
    }),
    example: { reason: 'failover', writes: [{ ...exampleWriteData, upstreamId: '120210000000000011' }] },
  }),
} as const
