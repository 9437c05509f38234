import type { DoctorChecks, TrialCampaign } from '../connector-kit/doctorChecks.ts'
import type { SearchConnector } from './connector.ts'
import { buildSearchProbes } from './driftProbes.ts'

const trialCampaign: TrialCampaign = {
  create: 'search/create_search_campaign',
  list: 'search/get_campaigns',
  change: 'search/update_campaign_status',
  adContent: undefined,
  buildBody: (_, siteUrl) => ({
    objective: 'TRAFFIC',
    locations: ['2840'],
    languages: ['en'],
    callouts: ['Live check'],
    keywords: [{ text: 'live check of an advertising api', match_type: 'EXACT' }],
    ads: [
      {
        url: siteUrl,
        headlines: ['Live check one', 'Live check two', 'Live check three'],
        descriptions: ['Created by a live check.', 'Deleted by the same check.'],
      },
    ],
  }),
}

export const searchDoctorChecks: DoctorChecks<SearchConnector> = {
  checkRead: (connector) => connector.campaigns(undefined, undefined),
  buildDriftProbes: buildSearchProbes,
  trialCampaign,
}
