// The console's parts for Google Ads.

import { client } from '../../calls/client.ts'
import { hasField, hasObjective } from '../../form/requiredFields.ts'
import { AdGroups } from '../../parts/campaignParts.tsx'
import { formatPlatform } from '../../words/platforms.ts'
import type { PlatformScreens } from '../platformScreens.ts'
import { Keywords, NegativeKeywords } from './keywords.tsx'
import { searchLookups } from './lookups.ts'
import { TextAd } from './textAd.tsx'

export const search: PlatformScreens = {
  createOperation: 'search/create_search_campaign',
  lookups: searchLookups,
  requiredFields: {
    conversionEvents: hasObjective('CONVERSION'),
    phoneNumberCountryCode: hasField('phoneNumber'),
  },
  async loadLeadForms(userId, signal) {
    const { leadFormInfo } = await client.search.get_lead_forms({ userId }, { signal })
    return leadFormInfo.map(({ leadFormAssetId, name }) => ({
      label: name,
      detail: formatPlatform('search'),
      value: leadFormAssetId,
    }))
  },
  findAccount: ({ searchAds }) =>
    searchAds && {
      name: searchAds.accountName,
      id: searchAds.accountId,
      currencyCode: searchAds.currencyCode,
    },
  CampaignParts: (campaign) => (
    <>
      <AdGroups {...campaign} operation="search/get_ad_groups" />
      <Keywords {...campaign} />
      <NegativeKeywords {...campaign} />
    </>
  ),
  AdPreview: TextAd,
  audienceSite: 'Google',
}
