import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { platforms } from '../../platforms.ts'
import { platformName, recordId } from '../../values.ts'
import { batchResults, exampleBatch } from '../batches.ts'
import { demoUser } from '../demo.ts'

export const pause_campaigns = declareOperation({
  batchEffect: { event: 'campaigns.paused' },
  summary: 'Stops spending: pauses all active campaigns of all users, or of some users or platforms.',
  description:
    'Needs no approval. adrail pauses more than 20 campaigns in the background. `failures` lists campaigns that still run, with the reason. operation/undo_operation resumes the paused campaigns.',
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
