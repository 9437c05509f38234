import { declareOperation } from '../../declare.ts'
import { adList } from '../campaigns.ts'
import { demoUser } from '../demo.ts'

export const get_ads = declareOperation({
  ...adList,
  source: 'town',
  summary: 'Lists the ads of a campaign. A campaign in the newspaper is one ad.',
  example: { body: { userId: demoUser, campaignId: '900' }, results: { ads: [] } },
})
