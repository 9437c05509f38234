// The values with which search/create_search_campaign creates a campaign, read back through adrail and through
// the most used client of the Google Ads API.

import { googleAdsQuery } from '@adrail/sandbox/testing'
import { expect, test } from 'vitest'
import { expectSuccess } from '../../../testing/expectations.ts'
import { gardenShop, postToPlatform, useSearch } from '../../../testing/search.ts'
import { fullSearchCampaign } from '../../../testing/searchCampaign.ts'

const search = useSearch()
const { service } = search

const place = { radius: '', radiusUnit: '', latitude: '', longitude: '' }
const readCampaign = async (campaignId: string) => {
  const body = { userId: search.userId, campaignId }
  const call = async <
    Name extends
      | 'search/get_ad_groups'
      | 'search/get_ads'
      | 'search/get_keywords'
      | 'search/get_negative_keywords',
  >(
    operation: Name,
  ) => expectSuccess(operation, await service.call(operation, body as never))
  return {
    ...(await call('search/get_ad_groups')),
    ...(await call('search/get_ads')),
    ...(await call('search/get_keywords')),
    ...(await call('search/get_negative_keywords')),
  }
}

test('a campaign that search/create_search_campaign creates with every field is read back field by field, with the values that the vendor client reads', async () => {
  const body = fullSearchCampaign(search.userId, 'Read back', search.sandbox.url)
  const { campaignId, adGroupId, adIds } = expectSuccess(
    'search/create_search_campaign',
    await service.call('search/create_search_campaign', body),
  )
  const { adGroups, ads, keywords, negativeKeywords } = await readCampaign(campaignId)
  expect(adGroups).toHaveLength(1)
  expect(adGroups[0]).toMatchObject({
    id: adGroupId,
    currencyCode: 'USD',
    startDate: '2030-03-01',
    endDate: '2030-04-30',
    schedule: { startTime: '2030-03-01T05:00:00Z', endTime: '2030-05-01T03:59:59Z' },
    bid: { strategy: 'MAXIMIZE_CONVERSIONS', amount: '', targetRoas: '' },
    budget: { level: 'CAMPAIGN', daily: '25.50', lifetime: '' },
    audience: {
      locations: [
        { ...place, id: '21167', name: expect.stringContaining('New York'), type: 'State' },
        { ...place, id: '1023191', name: expect.stringContaining('New York'), type: 'City' },
        {
          name: '',
          type: 'RADIUS',
          radius: '15',
          radiusUnit: 'MILES',
          latitude: '40.7484',
          longitude: '-73.9851',
        },
        {
          name: '',
          type: 'RADIUS',
          radius: '7.5',
          radiusUnit: 'KILOMETERS',
          latitude: '52.520008',
          longitude: '13.404954',
        },
      ],
      excludedLocations: [{ ...place, id: '1022762', name: expect.stringMatching(/\w/) }],
      ages: [],
      genders: [],
      isExpanded: false,
    },
  })
  expect(adGroups[0]?.audience.languages.map(({ id, name }) => [id, name])).toEqual([
    ['1000', 'English'],
    ['1018', expect.stringMatching(/\w/)],
    ['1027', 'Hebrew'],
  ])
  const inOrder = adIds.map((id) => ads.find((ad) => ad.id === id))
  for (const [index, ad] of body.ads.entries()) {
    const { headlineIndexToPinFirstSlot: pinned, descriptionIndexToPinFirstSlot: pinnedDescription } = ad
    expect(inOrder[index]).toMatchObject({
      adGroupId,
      name: ad.headlines[0],
      primaryTexts: [],
      headlines: ad.headlines.map((text, at) => ({ text, pinnedTo: at === pinned ? 'HEADLINE_1' : '' })),
      descriptions: ad.descriptions.map((text, at) => {
        return { text, pinnedTo: at === pinnedDescription ? 'DESCRIPTION_1' : '' }
      }),
      callouts: body.callouts,
      imageUrl: expect.stringMatching(/-600x314\.png$/),
      otherImageUrls: [expect.stringMatching(/-300x300\.png$/)],
      link: ad.url,
      utmParams: 'utm_source=search&utm_campaign=spring',
      callToAction: 'GET_QUOTE',
      leadFormId: '88001122',
      review: { status: 'PENDING', reasons: [] },
    })
  }
  expect(keywords.map(({ text, matchType, status }) => [text, matchType, status])).toEqual([
    ['garden chairs', 'PHRASE', 'ACTIVE'],
    ['oak garden chair', 'EXACT', 'ACTIVE'],
    ['patio seating', 'BROAD', 'ACTIVE'],
  ])
  expect(negativeKeywords.map(({ level, text, matchType }) => [level, text, matchType])).toEqual([
    ['CAMPAIGN', 'free', 'BROAD'],
    ['CAMPAIGN', 'plastic chairs', 'PHRASE'],
  ])

  const query = googleAdsQuery(search.sandbox.url)
  const vendorAds = await query(
    gardenShop,
    `SELECT ad_group_ad.ad.id, ad_group_ad.ad.final_urls, ad_group_ad.ad.responsive_search_ad.headlines,
       ad_group_ad.ad.responsive_search_ad.descriptions FROM ad_group_ad WHERE campaign.id = ${campaignId}`,
  )
  expect(vendorAds).toHaveLength(ads.length)
  for (const {
    ad_group_ad: { ad },
  } of vendorAds as { ad_group_ad: { ad: VendorAd } }[]) {
    const own = ads.find(({ id }) => id === String(ad.id))
    const texts = (list: readonly { readonly text: string }[] = []) => list.map(({ text }) => text)
    expect(ad.final_urls).toEqual([own?.link])
    expect(texts(ad.responsive_search_ad.headlines)).toEqual(texts(own?.headlines))
    expect(texts(ad.responsive_search_ad.descriptions)).toEqual(texts(own?.descriptions))
  }
  const vendorKeywords = await query(
    gardenShop,
    `SELECT ad_group_criterion.criterion_id, ad_group_criterion.keyword.text FROM ad_group_criterion WHERE campaign.id = ${campaignId} ORDER BY ad_group_criterion.criterion_id`,
  )
  expect(
    vendorKeywords.map((row) => [
      String(row['ad_group_criterion'].criterion_id),
      row['ad_group_criterion'].keyword.text,
    ]),
  ).toEqual(keywords.map(({ id, text }) => [id, text]))
})

interface VendorAd {
  readonly id: number
  readonly final_urls: readonly string[]
  readonly responsive_search_ad: {
    readonly headlines: readonly { readonly text: string }[]
    readonly descriptions: readonly { readonly text: string }[]
  }
}

test('search/get_ad_groups returns the ages and genders that an ad group does not exclude', async () => {
  const body = fullSearchCampaign(search.userId, 'Excluded people', search.sandbox.url)
  const { campaignId, adGroupResourceName: adGroup } = (
    await service.call('search/create_search_campaign', body)
  ).results
  const exclude = (criterion: object) => ({
    adGroupCriterionOperation: { create: { adGroup, negative: true, ...criterion } },
  })
  await postToPlatform(service, 'googleAds:mutate', {
    mutateOperations: [
      exclude({ ageRange: { type: 'AGE_RANGE_18_24' } }),
      exclude({ ageRange: { type: 'AGE_RANGE_UNDETERMINED' } }),
      exclude({ gender: { type: 'MALE' } }),
    ],
  })
  const { adGroups, keywords, negativeKeywords } = await readCampaign(campaignId)
  expect(adGroups[0]?.audience).toMatchObject({
    ages: ['25-34', '35-44', '45-54', '55-64', '65+'],
    genders: ['FEMALE', 'UNKNOWN'],
  })
  expect(keywords).toHaveLength(body.keywords.length)
  expect(negativeKeywords).toHaveLength(body.negativeKeywords?.length ?? 0)
})

test('search/get_ads returns the policy topics that limit an ad', async () => {
  const { results } = await service.call('search/get_campaigns', { userId: search.userId })
  const campaignId = results.campaigns.find(({ name }) => name === 'Garden chairs New York')?.id ?? ''
  const { ads } = await readCampaign(campaignId)
  expect(ads.filter(({ review }) => review.status === 'LIMITED')).toMatchObject([
    {
      effectiveStatus: 'LIMITED',
      issues: ['A policy limits where the ad is shown.'],
      review: {
        reasons: [
          {
            code: 'TRADEMARKS_IN_AD_TEXT',
            text: 'Google Ads shows the ad only in some places or to some people.',
          },
        ],
      },
    },
  ])
})

test('search/get_ad_groups returns the first 200 places of a campaign with more, and counts all of them', async () => {
  const places = await service.call('search/search_locations', { userId: search.userId, query: 'New' })
  expect(places.results.error).toBe('')
  const ids = (
    await googleAdsQuery(search.sandbox.url)(
      gardenShop,
      "SELECT geo_target_constant.id FROM geo_target_constant WHERE geo_target_constant.status = 'ENABLED' AND geo_target_constant.target_type = 'City' LIMIT 230",
    )
  ).map((row) => String(row['geo_target_constant'].id))
  const body = { ...fullSearchCampaign(search.userId, 'Many places', search.sandbox.url), locations: ids }
  const { proximityTargeting: _, negativeLocations: __, ...rest } = body
  const { campaignId } = (await service.call('search/create_search_campaign', rest)).results
  const { adGroups } = await readCampaign(campaignId)
  const { locations, summary, isComplete } = adGroups[0]?.audience ?? {}
  expect([locations?.length, isComplete]).toEqual([200, false])
  expect(summary?.[0]).toMatch(new RegExp(`^Locations: .* and ${ids.length - 20} more$`))
})
