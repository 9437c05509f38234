// The console's parts for Meta.

import { client } from '../../calls/client.ts'
import { findPicture } from '../../form/lookup.ts'
import { hasField, hasObjective } from '../../form/requiredFields.ts'
import { Picture } from '../../parts/picture.tsx'
import { formatPlatform } from '../../words/platforms.ts'
import { formatCode } from '../../words/statuses.ts'
import { FeedAd } from '../feedAd.tsx'
import type { AdPreviewProps, PlatformScreens } from '../platformScreens.ts'
import { AdSets } from './adSets.tsx'
import { socialLookups } from './lookups.ts'

export const social: PlatformScreens = {
  createOperation: 'social/create_campaign',
  lookups: socialLookups,
  requiredFields: {
    leadFormId: (draft) => hasObjective('LEADS')(draft) && !hasField('pixelId')(draft),
    pixelId: hasObjective('SALES'),
    conversionEvent: hasField('pixelId'),
    endDate: hasField('lifetimeBudget'),
    specialAdCountries: hasField('specialAdCategories'),
  },
  async loadLeadForms(userId, signal) {
    const { leadForms } = await client.social.get_leadform_list({ userId }, { signal })
    return leadForms.map(({ id, name, status }) => ({
      label: name,
      detail: `${formatPlatform('social')} · ${formatCode(status)}`,
      value: id,
    }))
  },
  findAccount: ({ socialAds }) =>
    socialAds && {
      name: socialAds.adAccountName,
      id: socialAds.adAccountId,
      currencyCode: socialAds.currencyCode,
    },
  CampaignParts: AdSets,
  budgetLocation: 'In the ad sets',
  AdPreview: PagePost,
}

/** A post of the page that advertises. */
function PagePost({ accounts, ...ad }: AdPreviewProps) {
  const page = accounts?.connectedAccounts.socialAds?.primaryPage
  return (
    <FeedAd
      {...ad}
      advertiser={page?.name ?? formatPlatform('social')}
      portrait={<Picture src={accounts && page && findPicture(accounts, page.pictureUrl)} />}
      label="Sponsored"
    />
  )
}
