import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { noDuplicates } from '../../rules.ts'
import { upstreamId, userId } from '../../values.ts'
import { demoUser } from '../demo.ts'

export const create_location_group = declareOperation({
  writeEffect: { platform: 'search', scope: 'write', event: 'location_group.created' },
  summary: 'Groups business locations so that a campaign can show ads for them on maps.',
  description: 'The same locations always return the same group.',
  errors: ['REFERENCE_NOT_FOUND'],
  input: z.object({
    userId,
    locationAssetIds: z
      .array(upstreamId)
      .min(1)
      .max(500)
      .describe('`id` values from search/get_location_asset.'),
  }),
  rules: [noDuplicates('locationAssetIds', 'location asset')],
  results: z.object({ locationGroupId: z.string() }),
  example: {
    body: { userId: demoUser, locationAssetIds: ['55010001', '55010002'] },
    results: { locationGroupId: '8800137' },
  },
})
