import type { DoctorChecks, TrialCampaign } from '../connector-kit/doctorChecks.ts'
import type { ProConnector } from './connector.ts'
import { buildProProbes } from './driftProbes.ts'

const trialCampaign: TrialCampaign = {
  create: 'pro/create_campaign',
  list: 'pro/get_campaigns',
  change: 'pro/update_campaign_status',
  adContent: { operation: 'pro/get_page_posts', body: {}, listField: 'posts' },
  buildBody: (postId) => ({
    objective: 'ENGAGEMENT',
    locations: ['103644278'],
    ads: [{ postId }],
    notPoliticalAdvertising: true,
  }),
}

export const proDoctorChecks: DoctorChecks<ProConnector> = {
  checkRead: (connector) => connector.segments(),
  buildDriftProbes: buildProProbes,
  trialCampaign,
}
