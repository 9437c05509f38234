import type { DoctorChecks } from '../connector-kit/doctorChecks.ts'
import { buildAccountProbes } from '../connector-kit/driftProbes.ts'
import type { TownConnector } from './connector.ts'

export const townDoctorChecks: DoctorChecks<TownConnector> = {
  checkRead: (connector) => connector.listCampaigns(),
  buildDriftProbes: (nowMs) =>
    buildAccountProbes({
      nowMs,
      levels: ['CAMPAIGN'],
      operations: ['report/get_report', 'town/get_campaigns'],
    }),
  trialCampaign: {
    create: 'town/create_campaign',
    list: 'town/get_campaigns',
    change: 'town/update_campaign_status',
    adContent: undefined,
    buildBody: () => ({ name: 'Trial', dailyBudget: 1 }),
  },
}
