import type { DoctorChecks, TrialCampaign } from '../connector-kit/doctorChecks.ts'
import type { SocialConnector } from './connector.ts'
import { buildSocialProbes } from './driftProbes.ts'

const trialCampaign: TrialCampaign = {
  create: 'social/create_campaign',
  list: 'social/get_campaigns',
  change: 'social/update_campaign_status',
  adContent: { operation: 'social/get_ad_account_media', body: { type: 'IMAGE' }, listField: 'media' },
  buildBody: (imageId, siteUrl) => ({
    objective: 'TRAFFIC',
    locations: [{ key: 'US', type: 'country' }],
    ads: [{ imageId, primaryText: 'Live check', headline: 'Live check', url: siteUrl }],
  }),
}

export const socialDoctorChecks: DoctorChecks<SocialConnector> = {
  checkRead: (connector) => connector.structure.readCampaignPage(['ACTIVE', 'PAUSED'], undefined),
  buildDriftProbes: buildSocialProbes,
  trialCampaign,
}
