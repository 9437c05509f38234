// Every list and the report show whether a campaign is before its start date, running or after its end date.

import type { RequestBody } from '@adrail/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { expectSuccess } from '../../testing/expectations.ts'
import { pollTwice } from '../../testing/freshRound.ts'
import { minimalProCampaign } from '../../testing/proCampaign.ts'
import { newUserOnAllPlatforms } from '../../testing/reports.ts'
import { minimalSearchCampaign } from '../../testing/searchCampaign.ts'
import { useService } from '../../testing/service.ts'
import { minimalSocialCampaign } from '../../testing/socialCampaign.ts'

const service = useService({ environment: { MIRROR: 'on' } }, 'test')
const days = { startDate: '2026-01-20', endDate: '2026-01-23' }
const platforms = ['social', 'search', 'pro'] as const
type Platform = (typeof platforms)[number]

let userId = ''
let created: Readonly<Record<Platform, string>>
beforeEach(async () => {
  userId = await newUserOnAllPlatforms(service)
  const [social, search, pro] = await Promise.all([
    service.call('social/create_campaign', { ...minimalSocialCampaign('Winter'), ...days, userId }),
    service.call('search/create_search_campaign', { ...minimalSearchCampaign(userId, 'Winter'), ...days }),
    service.call('pro/create_campaign', { ...minimalProCampaign('Winter'), ...days, userId }),
  ])
  created = {
    social: expectSuccess('social/create_campaign', social).campaignId,
    search:
      expectSuccess('search/create_search_campaign', search).campaignResourceName.split('/').at(-1) ?? '',
    pro: expectSuccess('pro/create_campaign', pro).campaignId,
  }
  await pollTwice(service.app.mirrorReader)
})

function advanceTo(instant: string): void {
  service.clock.advance(Date.parse(instant) - service.clock.now())
}

async function listed(filters: RequestBody<'campaign/list_campaigns'> = {}) {
  const { campaigns } = (await service.call('campaign/list_campaigns', { userId, ...filters })).results
  return campaigns.filter(({ name }) => name.startsWith('Winter'))
}

/** Returns the serving status per platform. `campaign/list_campaigns` and the platform's list must agree. */
async function servingStatuses() {
  const all = await listed()
  const found: Partial<Record<Platform, readonly unknown[]>> = {}
  for (const platform of platforms) {
    const response = await service.call(`${platform}/get_campaigns`, { userId })
    const own = response.results.campaigns.find(({ id }) => id === created[platform])
    const other = all.find(({ campaignId }) => campaignId === created[platform])
    expect(other).toMatchObject(days)
    expect(own).toMatchObject({ ...days, status: 'ACTIVE', servingStatus: other?.servingStatus })
    found[platform] = [other?.servingStatus]
  }
  return platforms.map((platform) => found[platform]?.[0])
}

describe('startDate and endDate of a campaign', () => {
  test('are returned as set on every platform, and make the campaign SCHEDULED before and ENDED after them', async () => {
    expect(await servingStatuses()).toEqual(['SCHEDULED', 'SCHEDULED', 'SCHEDULED'])
    advanceTo('2026-01-21T12:00:00Z')
    expect(await servingStatuses()).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE'])
    advanceTo('2026-01-25T12:00:00Z')
    expect(await servingStatuses()).toEqual(['ENDED', 'ENDED', 'ENDED'])
  })

  test('are in the time zone of the ad account on Meta and Google Ads, and in UTC on LinkedIn', async () => {
    // Berlin is one hour ahead of UTC, and New York is five hours behind.
    advanceTo('2026-01-19T23:30:00Z')
    expect(await servingStatuses()).toEqual(['ACTIVE', 'SCHEDULED', 'SCHEDULED'])
    advanceTo('2026-01-23T23:30:00Z')
    expect(await servingStatuses()).toEqual(['ENDED', 'ACTIVE', 'ACTIVE'])
    advanceTo('2026-01-24T00:30:00Z')
    expect(await servingStatuses()).toEqual(['ENDED', 'ACTIVE', 'ENDED'])
  })

  test('decide which lists by servingStatus contain the campaign, and a paused campaign is ENDED after endDate', async () => {
    const { social, search, pro } = created
    const ids = async (servingStatus: 'ACTIVE' | 'SCHEDULED' | 'ENDED' | 'PAUSED') => {
      const lists = await Promise.all(
        platforms.map((platform) => service.call(`${platform}/get_campaigns`, { userId, servingStatus })),
      )
      const own = new Set(lists.flatMap(({ results }) => results.campaigns.map(({ id }) => id)))
      const all = (await listed({ servingStatus })).map(({ campaignId }) => campaignId)
      expect(all.toSorted()).toEqual([social, search, pro].filter((id) => own.has(id)).toSorted())
      return new Set(all)
    }
    expect(await ids('SCHEDULED')).toEqual(new Set([social, search, pro]))
    expect(await ids('ACTIVE')).toEqual(new Set())
    await service.call('social/update_campaign_status', { userId, campaignId: social, status: 'PAUSED' })
    await pollTwice(service.app.mirrorReader)
    expect(await ids('PAUSED')).toEqual(new Set([social]))
    expect(await ids('SCHEDULED')).toEqual(new Set([search, pro]))
    advanceTo('2026-01-25T12:00:00Z')
    expect(await ids('ENDED')).toEqual(new Set([social, search, pro]))
    expect(await ids('PAUSED')).toEqual(new Set())
  })

  test('decide the servingStatus in reports from the platforms and from the mirror, and in ad sets and ad groups', async () => {
    advanceTo('2026-01-25T12:00:00Z')
    const all = (await service.call('campaign/list_campaigns', { userId })).results.campaigns
    const seen = new Set<string | undefined>()
    for (const more of [{ startDate: '2025-07-01' }, { startDate: '2025-12-01', maxAgeSeconds: 604_800 }]) {
      const reportBody: RequestBody<'report/get_report'> = {
        userIds: [userId],
        level: 'CAMPAIGN',
        endDate: '2025-12-31',
        ...more,
      }
      const report = await service.call('report/get_report', reportBody)
      const { rows } = expectSuccess('report/get_report', report)
      const shown = rows.map(({ campaignId = '', servingStatus }) => [campaignId, servingStatus])
      expect(shown).toEqual(
        shown.map(([id]) => [
          id,
          all.find(({ campaignId }) => campaignId === id)?.servingStatus ?? 'DELETED',
        ]),
      )
      for (const [, servingStatus] of shown) seen.add(servingStatus)
    }
    for (const each of ['ACTIVE', 'PAUSED', 'ENDED']) expect(seen).toContain(each)
    const [{ adSets }, { adGroups }] = [
      (await service.call('social/get_ad_sets', { userId, campaignId: created.social })).results,
      (await service.call('pro/get_ad_groups', { userId, campaignId: created.pro })).results,
    ]
    for (const part of [...adSets, ...adGroups])
      expect(part).toMatchObject({ ...days, servingStatus: 'ENDED' })
  })
})
