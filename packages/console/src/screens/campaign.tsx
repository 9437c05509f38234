// One campaign: status, budget, results and parts.

import type { Platform } from '@adrail/client'
import { client } from '../calls/client.ts'
import { useRequest } from '../calls/read.ts'
import { useUserBackLink } from '../calls/userBackLink.ts'
import { Badge } from '../parts/badge.tsx'
import { Page } from '../parts/page.tsx'
import { Empty, ReadView } from '../parts/states.tsx'
import { Tile } from '../parts/tile.tsx'
import { platformScreens } from '../platforms/index.ts'
import { canCall } from '../session/session.ts'
import { formatCount, formatDay, formatMoney } from '../words/formats.ts'
import { formatPlatform } from '../words/platforms.ts'
import { toCampaignBadge } from '../words/statuses.ts'
import { CampaignAds } from './campaignAds.tsx'
import { CampaignChanges } from './campaignChanges.tsx'
import { type Campaign, describeBudgetLocation } from './campaignList.tsx'
import { CampaignResults } from './campaignResults.tsx'

/** The page searches the list for the campaign, up to this many entries. */
const maxListedCampaigns = 1000

export function CampaignPage({
  userId,
  platform,
  campaignId,
}: {
  readonly userId: string
  readonly platform: Platform
  readonly campaignId: string
}) {
  const { CampaignParts } = platformScreens[platform]
  const campaignRef = { userId, platform, campaignId } as const
  const readState = useRequest(
    `campaign ${userId} ${platform} ${campaignId}`,
    async (signal) => {
      let listedCount = 0
      // One more entry shows whether the list ends at the limit.
      const campaignPages = client.pages[platform].get_campaigns(
        { userId },
        { limit: maxListedCampaigns + 1, signal },
      )
      for await (const campaign of campaignPages) {
        if (campaign.id === campaignId) return { campaign }
        listedCount++
      }
      return { isComplete: listedCount <= maxListedCampaigns }
    },
    [{ operation: `${platform}/get_campaigns`, body: { userId } }],
  )
  const campaign = readState.results?.campaign
  return (
    <Page
      title={campaign?.name ?? 'Campaign'}
      description={`${formatPlatform(platform)} · ${campaignId}`}
      back={useUserBackLink(userId)}
      calls={readState.calls}
      actions={campaign && <CampaignChanges {...campaignRef} campaign={campaign} />}
    >
      <ReadView readState={readState}>
        {({ campaign, isComplete }) =>
          campaign ? (
            <>
              <CampaignSummary campaign={campaign} platform={platform} />
              {canCall('report/get_report') && <CampaignResults {...campaignRef} />}
              <CampaignParts userId={userId} campaignId={campaignId} />
              <CampaignAds {...campaignRef} />
            </>
          ) : (
            <Empty title={isComplete ? 'No such campaign' : 'Campaign not found'}>
              <p>
                {isComplete
                  ? 'The ad account does not have a campaign with this id. The campaign may have been deleted.'
                  : `This id is not among the first ${formatCount(maxListedCampaigns)} campaigns of the ad account. adrail does not search beyond these.`}
              </p>
            </Empty>
          )
        }
      </ReadView>
    </Page>
  )
}

function CampaignSummary({
  campaign,
  platform,
}: {
  readonly campaign: Campaign
  readonly platform: Platform
}) {
  const { dailyBudget, currencyCode, startDate, endDate } = campaign
  const lifetimeBudget = 'lifetimeBudget' in campaign ? campaign.lifetimeBudget : ''
  return (
    <dl class="tiles">
      <Tile name="Status">
        <Badge {...toCampaignBadge(campaign)} />
      </Tile>
      <Tile name="Daily budget">
        {formatMoney(dailyBudget, currencyCode) || (
          <span class="wrap">{describeBudgetLocation(platform, campaign) || '–'}</span>
        )}
      </Tile>
      {lifetimeBudget !== '' && (
        <Tile name="Lifetime budget">{formatMoney(lifetimeBudget, currencyCode)}</Tile>
      )}
      <Tile name="Starts">{formatDay(startDate) || '–'}</Tile>
      <Tile name="Ends">{formatDay(endDate) || 'No end date'}</Tile>
    </dl>
  )
}
