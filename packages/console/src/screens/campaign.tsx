// One campaign: status, budget, results and parts.

import { client } from '../calls/client.ts'
import { useAsking } from '../calls/read.ts'
import { useUserBack } from '../calls/userBack.ts'
import { Badge } from '../parts/badge.tsx'
import { Page } from '../parts/page.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { Tile } from '../parts/tile.tsx'
import { may, type Platform } from '../session/session.ts'
import { count, day, money } from '../words/figures.ts'
import { nameOf, platforms } from '../words/platforms.ts'
import { campaignStatus } from '../words/statuses.ts'
import { CampaignChanges } from './campaignChanges.tsx'
import { budgetInside, type Campaign } from './campaignList.tsx'
import { AdGroups, AdSets, Ads } from './campaignParts.tsx'
import { CampaignResults } from './campaignResults.tsx'

/** The page searches the list for the campaign, up to this many entries. */
const mostLookedAt = 1000

export function CampaignPage({
  userId,
  platform: given,
  campaignId,
}: {
  readonly userId: string
  readonly platform: string
  readonly campaignId: string
}) {
  const platform = platforms.find((each) => each === given) ?? 'social'
  const named = { userId, platform, campaignId } as const
  const reading = useAsking(
    `campaign ${userId} ${platform} ${campaignId}`,
    async (signal) => {
      let seen = 0
      // One more entry shows whether the list ends at the limit.
      const list = client.pages[platform].get_campaigns({ userId }, { limit: mostLookedAt + 1, signal })
      for await (const campaign of list) {
        if (campaign.id === campaignId) return { campaign }
        seen++
      }
      return { isWhole: seen <= mostLookedAt }
    },
    [{ operation: `${platform}/get_campaigns`, body: { userId } }],
  )
  const campaign = reading.results?.campaign
  return (
    <Page
      title={campaign?.name ?? 'Campaign'}
      says={`${nameOf(platform)} · ${campaignId}`}
      back={useUserBack(userId)}
      calls={reading.calls}
      actions={campaign && <CampaignChanges {...named} campaign={campaign} />}
    >
      <Shown reading={reading}>
        {({ campaign, isWhole }) =>
          campaign ? (
            <>
              <Facts campaign={campaign} platform={platform} />
              {may('report/get_report') && <CampaignResults {...named} />}
              {platform === 'social' ? <AdSets {...named} /> : <AdGroups {...named} platform={platform} />}
              <Ads {...named} />
            </>
          ) : (
            <Empty title={isWhole ? 'No such campaign' : 'Campaign not found'}>
              <p>
                {isWhole
                  ? 'The ad account has no campaign of this id, or it was deleted.'
                  : `Only the first ${count(mostLookedAt)} campaigns of the ad account were looked at, and none of them has this id.`}
              </p>
            </Empty>
          )
        }
      </Shown>
    </Page>
  )
}

function Facts({ campaign, platform }: { readonly campaign: Campaign; readonly platform: Platform }) {
  const { dailyBudget, currencyCode, startDate, endDate } = campaign
  const lifetime = 'lifetimeBudget' in campaign ? campaign.lifetimeBudget : ''
  return (
    <dl class="tiles">
      <Tile name="Status">
        <Badge {...campaignStatus(campaign)} />
      </Tile>
      <Tile name="Budget a day">
        {money(dailyBudget, currencyCode) || (
          <span class="wrap">{budgetInside(platform, campaign) || '–'}</span>
        )}
      </Tile>
      {lifetime !== '' && <Tile name="Budget in all">{money(lifetime, currencyCode)}</Tile>}
      <Tile name="Begins">{day(startDate) || '–'}</Tile>
      <Tile name="Ends">{day(endDate) || 'No end'}</Tile>
    </dl>
  )
}
