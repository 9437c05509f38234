// The keywords and negative keywords of a campaign on Google Ads.

import { useRead } from '../../calls/read.ts'
import { Badge } from '../../parts/badge.tsx'
import { readCursor } from '../../parts/campaignParts.tsx'
import { listReviewReasons } from '../../parts/reviewNote.tsx'
import { Empty, ReadView } from '../../parts/states.tsx'
import { Pager, Table } from '../../parts/table.tsx'
import { formatMoney } from '../../words/formats.ts'
import { formatCode, toCampaignBadge } from '../../words/statuses.ts'
import type { CampaignPartsProps } from '../platformScreens.ts'

export function Keywords({ userId, campaignId }: CampaignPartsProps) {
  const readState = useRead('search/get_keywords', { userId, campaignId, ...readCursor('keywordsAt') })
  return (
    <section class="stack">
      <h2>Keywords</h2>
      <ReadView readState={readState}>
        {({ keywords, pagination }) =>
          keywords.length === 0 ? (
            <Empty title="No keywords yet">
              <p>Keywords appear when someone adds them at the platform or creates a campaign with them.</p>
            </Empty>
          ) : (
            <>
              <Table
                name="Keywords"
                rows={keywords}
                getId={({ adGroupId, id }) => `${adGroupId} ${id}`}
                columns={[
                  {
                    label: 'Keyword',
                    cell: ({ text, matchType }) => (
                      <span>
                        <strong>{text}</strong>
                        <small>{formatCode(matchType)}</small>
                      </span>
                    ),
                  },
                  { label: 'Ad group', cell: ({ adGroupName }) => adGroupName },
                  { label: 'Status', cell: (keyword) => <Badge {...toCampaignBadge(keyword)} /> },
                  {
                    label: 'Bid',
                    isRightAligned: true,
                    cell: ({ bidAmount, effectiveBidAmount, currencyCode }) =>
                      effectiveBidAmount === '' ? (
                        'Automatic'
                      ) : (
                        <span>
                          {formatMoney(effectiveBidAmount, currencyCode)}
                          {bidAmount === '' && <small>of the ad group</small>}
                        </span>
                      ),
                  },
                  {
                    label: 'Quality score',
                    isRightAligned: true,
                    cell: ({ qualityScore }) => (qualityScore === '' ? '' : `${qualityScore} of 10`),
                  },
                  {
                    label: 'Issues',
                    cell: ({ review, issues }) => [...issues, ...listReviewReasons(review)].join(' '),
                  },
                ]}
              />
              <Pager
                pagination={pagination}
                labels={['Previous', 'Next']}
                name="Pages of keywords"
                cursorParameter="keywordsAt"
              />
            </>
          )
        }
      </ReadView>
    </section>
  )
}

const levelNames = { CAMPAIGN: 'Campaign', AD_GROUP: 'Ad group', LIST: 'Shared list' } as const

export function NegativeKeywords({ userId, campaignId }: CampaignPartsProps) {
  const readState = useRead('search/get_negative_keywords', {
    userId,
    campaignId,
    ...readCursor('negativesAt'),
  })
  return (
    <section class="stack">
      <h2>Negative keywords</h2>
      <ReadView readState={readState}>
        {({ negativeKeywords, pagination }) =>
          negativeKeywords.length === 0 ? (
            <Empty title="No negative keywords yet">
              <p>A negative keyword prevents ads for searches that contain it.</p>
            </Empty>
          ) : (
            <>
              <Table
                name="Negative keywords"
                rows={negativeKeywords}
                getId={({ level, adGroupId, listId, id }) => `${level} ${adGroupId}${listId} ${id}`}
                columns={[
                  {
                    label: 'Keyword',
                    cell: ({ text, matchType }) => (
                      <span>
                        <strong>{text}</strong>
                        <small>{formatCode(matchType)}</small>
                      </span>
                    ),
                  },
                  {
                    label: 'Applies to',
                    cell: ({ level, adGroupName, listName }) => (
                      <span>
                        {levelNames[level]}
                        {level !== 'CAMPAIGN' && <small>{adGroupName || listName}</small>}
                      </span>
                    ),
                  },
                ]}
              />
              <Pager
                pagination={pagination}
                labels={['Previous', 'Next']}
                name="Pages of negative keywords"
                cursorParameter="negativesAt"
              />
            </>
          )
        }
      </ReadView>
    </section>
  )
}
