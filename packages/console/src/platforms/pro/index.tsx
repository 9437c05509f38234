// The console's parts for LinkedIn.

import { client } from '../../calls/client.ts'
import { hasField, hasObjective } from '../../form/requiredFields.ts'
import { AdGroups } from '../../parts/campaignParts.tsx'
import { formatPlatform } from '../../words/platforms.ts'
import { FeedAd } from '../feedAd.tsx'
import type { PlatformScreens } from '../platformScreens.ts'
import { proLookups } from './lookups.ts'

export const pro: PlatformScreens = {
  createOperation: 'pro/create_campaign',
  lookups: proLookups,
  requiredFields: {
    leadFormId: hasObjective('LEADS'),
    conversionIds: hasObjective('CONVERSIONS'),
    endDate: hasField('lifetimeBudget'),
  },
  async loadLeadForms(userId, signal) {
    const { leadForms } = await client.pro.get_lead_forms({ userId }, { signal })
    return leadForms.map(({ id, name }) => ({
      label: name,
      detail: formatPlatform('pro'),
      value: String(id),
    }))
  },
  findAccount: ({ proAds }) =>
    proAds && { name: proAds.accountName, id: proAds.accountId, currencyCode: proAds.currencyCode },
  CampaignParts: (campaign) => <AdGroups {...campaign} operation="pro/get_ad_groups" />,
  budgetLocation: 'In the ad groups',
  AdPreview: ({ accounts, ...ad }) => (
    <FeedAd
      {...ad}
      advertiser={accounts?.connectedAccounts.proAds?.accountName ?? formatPlatform('pro')}
      label="Promoted"
    />
  ),
}
