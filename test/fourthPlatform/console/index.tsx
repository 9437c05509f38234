// The console's parts for Town Board.

import type { PlatformScreens } from '../platformScreens.ts'

export const town: PlatformScreens = {
  createOperation: 'town/create_campaign',
  lookups: {},
  requiredFields: {},
  loadLeadForms: async () => [],
  findAccount: ({ townAds }) =>
    townAds && {
      name: townAds.accountName,
      id: String(townAds.accountId),
      currencyCode: townAds.currencyCode,
    },
  CampaignParts: () => null,
}
