// The ads of a campaign: each as people see it, with its status, review and figures.

import type { Results } from '@adrail/client'
import { useRead } from '../calls/read.ts'
import { formatWarning } from '../form/errorText.ts'
import { findPicture } from '../form/lookup.ts'
import { Badge } from '../parts/badge.tsx'
import { readCursor } from '../parts/campaignParts.tsx'
import { readQueryParameter } from '../parts/filters.tsx'
import { ReviewNote } from '../parts/reviewNote.tsx'
import { Empty, ReadView } from '../parts/states.tsx'
import { Pager } from '../parts/table.tsx'
import { type ListedAd, toPreviewFields } from '../platforms/existingAd.ts'
import type { ConnectedAccounts } from '../platforms/platformScreens.ts'
import { canCall } from '../session/session.ts'
import { daysAgo } from '../words/clock.ts'
import { toCampaignBadge } from '../words/statuses.ts'
import { AdPreview } from './adPreview.tsx'
import type { CampaignRef } from './campaignList.tsx'
import { metrics } from './reportMetrics.ts'

type ReportRow = Results<'report/get_report'>['rows'][number]

const shownMetrics = ['spend', 'impressions', 'clicks', 'results'] as const

export function CampaignAds({ userId, platform, campaignId }: CampaignRef) {
  const readState = useRead(`${platform}/get_ads`, { userId, campaignId, ...readCursor('adsAt') })
  const accountsState = useRead('auth/get_connected_accounts_data', { userId })
  const reportState = useRead(
    'report/get_report',
    {
      userIds: [userId],
      platforms: [platform],
      level: 'AD',
      campaignIds: [campaignId],
      startDate: readQueryParameter('from') || daysAgo(28),
      endDate: readQueryParameter('until') || daysAgo(1),
    },
    canCall('report/get_report'),
  )
  return (
    <section class="stack">
      <h2>Ads</h2>
      <ReadView readState={readState}>
        {(results) => {
          const ads: readonly ListedAd[] = results.ads
          const warnings = 'warnings' in results ? (results.warnings ?? []) : []
          return (
            <>
              {warnings.map((warning) => (
                <p class="note warn" key={warning}>
                  {formatWarning(warning)}
                </p>
              ))}
              {ads.length === 0 ? (
                <Empty title="No ads yet">
                  <p>Ads appear when someone creates them here or at the platform.</p>
                </Empty>
              ) : (
                <ul class="ads">
                  {ads.map((ad, index) => (
                    <li key={ad.id}>
                      <AdCard
                        ad={ad}
                        number={index + 1}
                        platform={platform}
                        pictures={listPictures(ad, results)}
                        accounts={accountsState.results}
                        rows={reportState.results?.rows.filter(({ adId }) => adId === ad.id)}
                      />
                    </li>
                  ))}
                </ul>
              )}
              <Pager
                pagination={results.pagination}
                labels={['Previous', 'Next']}
                name="Pages of ads"
                cursorParameter="adsAt"
              />
            </>
          )
        }}
      </ReadView>
    </section>
  )
}

/** The pictures that the service serves for this page. */
function listPictures({ imageUrl = '', otherImageUrls = [] }: ListedAd, results: object): string[] {
  return [imageUrl, ...otherImageUrls].flatMap((url) => findPicture(results, url) ?? [])
}

function AdCard({
  ad,
  number,
  platform,
  pictures,
  accounts,
  rows,
}: {
  readonly ad: ListedAd
  readonly number: number
  readonly platform: CampaignRef['platform']
  readonly pictures: readonly string[]
  readonly accounts: ConnectedAccounts | undefined
  /** Absent while the report is loaded, and for keys without reports. */
  readonly rows: readonly ReportRow[] | undefined
}) {
  const { id, issues, review } = ad
  const name = ad.name === '' ? 'No name' : ad.name
  return (
    <article class="card stack" aria-label={name}>
      <div class="row">
        <h3>
          {name}
          <small>{id}</small>
        </h3>
        <span class="end">
          <Badge {...toCampaignBadge(ad)} />
        </span>
      </div>
      {'headlines' in ad && (
        <AdPreview
          platform={platform}
          number={number}
          {...toPreviewFields(ad)}
          accounts={accounts}
          pictures={pictures}
        />
      )}
      <ReviewNote review={review} issues={issues} />
      {rows && <AdMetrics rows={rows} />}
    </article>
  )
}

function AdMetrics({ rows }: { readonly rows: readonly ReportRow[] }) {
  const currencyCode = rows[0]?.currencyCode ?? ''
  return (
    <dl class="figures">
      {shownMetrics.map((metric) => {
        const { name, compute, format } = metrics[metric]
        return (
          <div key={metric}>
            <dt>{name}</dt>
            <dd>{(rows.length > 0 && format(compute(rows), currencyCode)) || '–'}</dd>
          </div>
        )
      })}
    </dl>
  )
}
