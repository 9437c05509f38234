// The values with which social/create_campaign creates a campaign, read back through adrail and through
// Meta's own SDK.

import type { Results } from '@adrail/contract'
import { describe, expect, test } from 'vitest'
import type { UserlessBody } from '../../../testing/calls.ts'
import { expectSuccess } from '../../../testing/expectations.ts'
import { isVariedRun } from '../../../testing/service.ts'
import { createAtPlatform, springCampaignId, useSocial } from '../../../testing/social.ts'
import { readSocialTreeWithSdk } from '../../../testing/socialCampaign.ts'

const social = useSocial()
type Request = UserlessBody<'social/create_campaign'>
type Ad = Results<'social/get_ads'>['ads'][number]

const image = '1001200300400:655b5a433a4db7604ae2e3b96ec5d400'
const url = 'https://www.foxbakery.example/rye'

/** A body with every field that all objectives share. */
const everything = {
  campaignName: 'Read back',
  lifetimeBudget: '900.50',
  startDate: '2030-03-01',
  endDate: '2030-03-31',
  platforms: ['SOCIAL_A', 'SOCIAL_B'],
  locations: [
    { key: '2000037', type: 'city', radius: 20, radius_unit: 'KILOMETERS' },
    { key: 'FR', type: 'country' },
  ],
  negativeLocations: [{ key: '2000074', type: 'city' }],
  ages: { min: 21, max: 50 },
  gender: 'FEMALE',
  locales: ['6'],
  interests: ['6003139266461'],
  operatingSystems: ['iOS'],
  devices: ['iPhone'],
  audienceIds: ['23840000000000101'],
  excludedAudienceIds: ['23840000000000104'],
  utmParams: '?utm_source=social&utm_medium=paid',
  advertiser: { beneficiary: 'Fox Bakery GmbH', payer: 'Fox Holding' },
  status: 'PAUSED',
} as const satisfies Partial<Request>

async function createAndRead(body: Request) {
  const { campaignId, adIds } = expectSuccess(
    'social/create_campaign',
    await social.call('social/create_campaign', body),
  )
  const { adSets } = expectSuccess(
    'social/get_ad_sets',
    await social.call('social/get_ad_sets', { campaignId }),
  )
  const { ads } = expectSuccess('social/get_ads', await social.call('social/get_ads', { campaignId }))
  const inOrder = adIds.map((id) => ads.find((ad) => ad.id === id))
  return { campaignId, adSets, ads: inOrder.filter((ad) => ad !== undefined) }
}

const place = { radius: '', radiusUnit: '', latitude: '', longitude: '' }

describe('a campaign that social/create_campaign creates with every field', () => {
  test.each([
    ['TRAFFIC', {}, { link: url, leadFormId: '' }],
    ['LEADS', { leadFormId: '700011' }, { link: url, leadFormId: '700011' }],
  ] as const)('is read back field by field for %s', async (objective, more, target) => {
    const photos = (await social.call('social/get_page_posts', { platform: 'SOCIAL_B' })).results.posts
    const postId = photos[0]?.id ?? ''
    const withPost =
      objective === 'LEADS' ? [] : [{ postId, name: 'Post', callToAction: 'BOOK_NOW' as const, url }]
    const text = { primaryText: 'Fresh rye', headline: 'Rye bread', url }
    const { campaignId, adSets, ads } = await createAndRead({
      ...everything,
      objective,
      ...more,
      ads: [
        { ...text, imageId: image, name: 'Image', description: 'Baked at night', callToAction: 'GET_OFFER' },
        { ...text, videoId: '990011', name: 'Video', description: 'See it' },
        ...withPost,
      ],
    })
    expect(adSets).toHaveLength(1)
    expect(adSets[0]).toMatchObject({
      audience: {
        summary: [
          'Locations: Berlin (20 km), France',
          'Excluded locations: Spandau',
          'Ages: 21-50',
          'Genders: female',
          expect.stringMatching(/^Languages: \w/),
          'Interests: Bread',
          'Operating systems: iOS',
          'Devices: iPhone',
          'Custom audiences: Newsletter readers',
          'Excluded custom audiences: Bought twice',
          'Placements: Facebook, Instagram',
        ],
        locations: [
          { ...place, id: '2000037', name: 'Berlin', type: 'city', radius: '20', radiusUnit: 'KILOMETERS' },
          { ...place, id: 'FR', name: 'France', type: 'country' },
        ],
        excludedLocations: [{ ...place, id: '2000074', name: 'Spandau', type: 'city' }],
        ages: ['21-50'],
        genders: ['FEMALE'],
        languages: [{ id: '6', name: expect.stringMatching(/\w/) }],
        segments: [
          { facet: 'interests', id: '6003139266461', name: 'Bread', group: 0 },
          { facet: 'operatingSystems', id: 'iOS', name: 'iOS', group: 1 },
          { facet: 'devices', id: 'iPhone', name: 'iPhone', group: 2 },
        ],
        customAudiences: [{ id: '23840000000000101', name: 'Newsletter readers' }],
        excludedCustomAudiences: [{ id: '23840000000000104', name: 'Bought twice' }],
        placements: ['SOCIAL_A', 'SOCIAL_B'],
        isExpanded: false,
      },
      schedule: { startTime: '2030-02-28T23:00:00Z', endTime: '2030-03-31T21:59:59Z' },
      bid: { strategy: 'LOWEST_COST_WITHOUT_CAP', amount: '', targetRoas: '' },
      budget: { level: 'CAMPAIGN', daily: '', lifetime: '900.50' },
    })
    const shared = {
      primaryTexts: ['Fresh rye'],
      headlines: [{ text: 'Rye bread', pinnedTo: '' }],
      utmParams: 'utm_source=social&utm_medium=paid',
      callouts: [],
      videoUrl: '',
      otherImageUrls: [],
    }
    expect(ads[0]).toMatchObject({
      ...shared,
      ...target,
      name: 'Image',
      descriptions: [{ text: 'Baked at night', pinnedTo: '' }],
      imageUrl: expect.stringMatching(/^http/),
      videoId: '',
      callToAction: 'GET_OFFER',
      postId: '',
      review: { status: '', reasons: [] },
    })
    expect(ads[1]).toMatchObject({
      ...shared,
      leadFormId: target.leadFormId,
      name: 'Video',
      descriptions: [{ text: 'See it', pinnedTo: '' }],
      imageUrl: expect.stringMatching(/^http/),
      videoId: '990011',
      callToAction: objective === 'LEADS' ? 'SIGN_UP' : 'LEARN_MORE',
    })
    if (objective !== 'LEADS')
      expect(ads[2]).toMatchObject({ name: 'Post', postId, link: url, callToAction: 'BOOK_NOW' })
    // Meta's SDK returns unknown fields as well.
    if (!isVariedRun()) await expectSameWithSdk(campaignId, adSets[0]?.audience, ads)
  })

  test('is read back with its daily budget and the expanded audience', async () => {
    const { adSets } = await createAndRead({
      campaignName: 'Expanded',
      objective: 'TRAFFIC',
      dailyBudget: '15',
      startDate: '2030-03-01',
      locations: [{ key: 'US', type: 'country' }],
      audienceExpansion: true,
      ads: [{ imageId: image, primaryText: 'Rye', headline: 'Rye', url, callToAction: 'NO_BUTTON' }],
    })
    expect(adSets[0]).toMatchObject({
      audience: { isExpanded: true, ages: ['18-65+'], genders: [], segments: [], languages: [] },
      budget: { level: 'CAMPAIGN', daily: '15.00', lifetime: '' },
      schedule: { startTime: '2030-02-28T23:00:00Z', endTime: '' },
    })
  })
})

async function expectSameWithSdk(campaignId: string, audience: unknown, ads: readonly Ad[]): Promise<void> {
  const tree = await readSocialTreeWithSdk(social, campaignId)
  const { targeting } = tree.adset
  expect(audience).toMatchObject({
    locations: [
      { id: targeting.geo_locations.cities[0].key, name: targeting.geo_locations.cities[0].name },
      { id: targeting.geo_locations.countries[0] },
    ],
    customAudiences: targeting.custom_audiences,
    excludedCustomAudiences: targeting.excluded_custom_audiences,
  })
  for (const ad of ads) {
    const { creative } = tree.ads.find(({ id }) => id === ad.id) ?? {}
    expect(creative?.url_tags).toBe(ad.utmParams)
    const { link_data: link, video_data: video } = creative?.object_story_spec ?? {}
    const post = link ?? video
    if (post === undefined) continue
    expect(ad.primaryTexts).toEqual([post.message])
    expect(ad.headlines.map(({ text }) => text)).toEqual([post.name ?? post.title])
    expect(ad.descriptions.map(({ text }) => text)).toEqual([post.description ?? post.link_description])
    expect(ad.callToAction).toBe(post.call_to_action.type)
  }
}

describe('social/get_ads and social/get_ad_sets', () => {
  test('return the bid and the budget of an ad set that has its own', async () => {
    const campaignId = await createAtPlatform(social, 'campaigns', {
      name: 'Own budgets',
      objective: 'OUTCOME_TRAFFIC',
      status: 'PAUSED',
      special_ad_categories: [],
    })
    await createAtPlatform(social, 'adsets', {
      name: 'Bids',
      campaign_id: campaignId,
      daily_budget: 2500,
      bid_amount: 150,
      optimization_goal: 'LINK_CLICKS',
      billing_event: 'IMPRESSIONS',
      status: 'PAUSED',
      targeting: { geo_locations: { countries: ['US'] } },
    })
    const { adSets } = (await social.call('social/get_ad_sets', { campaignId })).results
    expect(adSets[0]).toMatchObject({
      dailyBudget: '25.00',
      bid: { amount: '1.50' },
      budget: { level: 'AD_GROUP', daily: '25.00', lifetime: '' },
    })
  })

  test('return the reasons for which Meta rejected an ad', async () => {
    const { campaigns } = (await social.call('social/get_campaigns', {})).results
    const lists = await Promise.all(
      campaigns.map(({ id }) => social.call('social/get_ads', { campaignId: id })),
    )
    const rejected = lists
      .flatMap((response) => response.results.ads)
      .filter(({ effectiveStatus }) => effectiveStatus === 'DISAPPROVED')
    expect(rejected.length).toBeGreaterThan(0)
    for (const { review } of rejected)
      expect(review).toEqual({
        status: 'REJECTED',
        reasons: [{ code: 'UNREALISTIC_OUTCOMES', text: 'The text of this ad promises a result.' }],
      })
  })

  test.each([
    ['social/get_ads', 'ads'],
    ['social/get_ad_sets', 'adSets'],
  ] as const)(
    '%s reads smaller pages after Meta refuses a page with too much data',
    async (operation, list) => {
      const complete = (await social.call(operation, { campaignId: springCampaignId })).results
      await social.sandbox.injectFault({
        call: 'campaign.read',
        kind: 'status',
        status: 500,
        code: '1',
        message: "Please reduce the amount of data you're asking for, then retry your request",
      })
      const response = await social.callRecorded(operation, { campaignId: springCampaignId })
      expect(response.results).toMatchObject({ [list]: Reflect.get(complete, list) })
      const [, retried] = response.requests
      expect(new URL(retried?.url ?? '', 'http://x').searchParams.get('fields')).toContain('.limit(50)')
    },
  )
})
