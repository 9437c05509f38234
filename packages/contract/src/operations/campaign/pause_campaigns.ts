import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { platforms } from '../../platforms.ts'
import { platformName, recordId } from '../../values.ts'
import { batchResults, exampleBatch } from '../batches.ts'
import { demoUser } from '../demo.ts'

export const pause_campaigns = declareOperation({
  batchEffect: { event: 'campaigns.paused' },
  summary: 'Stops spending: pauses all active campaigns for all or some users and platforms.',
  description:
    'Does not need approval. Batches of more than 20 campaigns are paused in the background. `failures` lists campaigns that are still running, with the reasons. To resume the paused campaigns, call operation/undo_operation.',
  errors: ['USER_NOT_FOUND'],
  input: z.object({
    userIds: z.array(recordId).min(1).max(100).optional().describe('Defaults to all users.'),
    platforms: z
      .array(platformName)
      .min(1)
      .max(platforms.length)
      .optional()
      .describe('Defaults to all platforms.'),
  }),
  results: z.object(batchResults),
  example: { body: { userIds: [demoUser], platforms: ['social'] }, results: exampleBatch },
})
