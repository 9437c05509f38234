// The values with which pro/create_campaign creates a campaign, read back through adrail and through LinkedIn's
// own client.

import { describe, expect, test } from 'vitest'
import type { UserlessBody } from '../../../testing/calls.ts'
import { expectSuccess } from '../../../testing/expectations.ts'
import { usePro } from '../../../testing/pro.ts'
import { readProTree } from '../../../testing/proCampaign.ts'

const pro = usePro()
type Request = UserlessBody<'pro/create_campaign'>

const web = { url: 'https://fox-garden.example/trade' }
const words = { introText: 'Boxwood by the pallet (50 % off) #plants', headline: 'Trade prices' }

const everything = {
  campaignName: 'Read back',
  dailyBudget: '40.50',
  totalBudget: '900.00',
  startDate: '2030-03-01',
  endDate: '2030-03-31',
  locations: ['103644278', '101282230'],
  negativeLocations: ['104472865'],
  language: 'de_DE',
  audiences: [21400801],
  excludedAudiences: [21400818],
  jobFunctions: ['15', '18'],
  seniorities: ['6', '7'],
  skills: ['231'],
  industries: ['48', '1912'],
  companySizes: ['51-200', '201-500'],
  audienceExpansion: true,
  audienceNetwork: true,
  utmParams: '?utm_source=pro&utm_medium=paid',
  notPoliticalAdvertising: true,
  status: 'PAUSED',
} as const satisfies Partial<Request>

async function createAndRead(body: Request) {
  const { campaignId, adIds } = expectSuccess(
    'pro/create_campaign',
    await pro.call('pro/create_campaign', body),
  )
  const { adGroups } = expectSuccess('pro/get_ad_groups', await pro.call('pro/get_ad_groups', { campaignId }))
  const { ads } = expectSuccess('pro/get_ads', await pro.call('pro/get_ads', { campaignId }))
  return {
    campaignId,
    adGroup: adGroups[0],
    ads: adIds.map((id) => ads.find((ad) => ad.id === id)),
  }
}

const named = (id: string) => ({ id, name: expect.stringMatching(/\w/) })

describe('a campaign that pro/create_campaign creates with every field', () => {
  test.each([
    ['TRAFFIC', {}, '', 'REGISTER'],
    ['LEADS', { leadFormId: '8100101' }, '8100101', 'REGISTER'],
  ] as const)('is read back field by field for %s', async (objective, more, leadFormId, callToAction) => {
    const { campaignId, adGroup, ads } = await createAndRead({
      ...everything,
      bid: '9.00',
      objective,
      ...more,
      ads: [
        {
          ...words,
          ...web,
          imageUrl: `${pro.sandbox.url}/_media/image/boxwood-400x210.png`,
          name: 'New',
          callToAction,
        },
        { postId: 'urn:li:share:7180100004', name: 'Post' },
      ],
    })
    expect(adGroup).toMatchObject({
      currencyCode: 'USD',
      dailyBudget: '40.50',
      lifetimeBudget: '900.00',
      schedule: { startTime: '2030-03-01T00:00:00Z', endTime: '2030-04-01T00:00:00Z' },
      bid: { strategy: 'CPC', amount: '9.00', targetRoas: '' },
      budget: { level: 'AD_GROUP', daily: '40.50', lifetime: '900.00' },
      audience: {
        locations: [named('103644278'), named('101282230')],
        excludedLocations: [named('104472865')],
        languages: [named('de_DE')],
        customAudiences: [named('21400801')],
        excludedCustomAudiences: [named('21400818')],
        placements: ['LINKEDIN', 'AUDIENCE_NETWORK'],
        isExpanded: true,
      },
    })
    const { segments = [], summary = [] } = adGroup?.audience ?? {}
    expect(segments.map(({ facet, id }) => `${facet} ${id}`)).toEqual([
      ...['jobFunctions 15', 'jobFunctions 18', 'seniorities 6', 'seniorities 7', 'skills 231'],
      ...['industries 48', 'industries 1912', 'companySizes 51-200', 'companySizes 201-500'],
    ])
    expect(new Set(segments.map(({ group }) => group)).size).toBe(5)
    for (const { name } of segments) expect(name).toMatch(/\w/)
    expect(summary).toContain('Seniorities: Director, VP')
    expect(summary).toContain('The platform may also reach other people.')
    const link = `${web.url}?utm_source=pro&utm_medium=paid`
    expect(ads[0]).toMatchObject({
      name: 'New',
      primaryTexts: [words.introText],
      headlines: [{ text: words.headline, pinnedTo: '' }],
      imageUrl: expect.stringContaining('/_media/image/'),
      videoId: '',
      link,
      callToAction,
      leadFormId,
      review: { status: 'PENDING', reasons: [] },
    })
    expect(ads[1]).toMatchObject({ name: 'Post', postId: 'urn:li:share:7180100004', leadFormId })

    const tree = await readProTree(pro, campaignId)
    const vendorAd = tree.ads.find(({ id }) => id.endsWith(`:${ads[0]?.id}`))
    expect(vendorAd.content.reference).toBe(ads[0]?.postId)
    expect(vendorAd.post).toMatchObject({
      contentLandingPage: ads[0]?.link,
      content: { media: { title: ads[0]?.headlines[0]?.text } },
    })
    expect(tree.campaign.unitCost.amount).toBe(adGroup?.bid.amount)
    expect(tree.campaign.dailyBudget.amount).toBe(adGroup?.budget.daily)
    expect(tree.campaign.runSchedule).toEqual({
      start: Date.parse(adGroup?.schedule.startTime ?? ''),
      end: Date.parse(adGroup?.schedule.endTime ?? ''),
    })
  })

  test('is read back with its video, and without a bid amount when LinkedIn bids automatically', async () => {
    const { adGroup, ads } = await createAndRead({
      campaignName: 'Video',
      objective: 'VIDEO_VIEWS',
      dailyBudget: '25',
      startDate: '2030-03-01',
      locations: ['103644278'],
      notPoliticalAdvertising: true,
      ads: [{ ...words, ...web, videoId: 'C5605AQPlantingGuide' }],
    })
    expect(adGroup).toMatchObject({
      bid: { strategy: 'MAX_VIDEO_VIEW', amount: '' },
      audience: { placements: ['LINKEDIN'], isExpanded: false, segments: [] },
    })
    expect(ads[0]).toMatchObject({
      videoId: 'C5605AQPlantingGuide',
      videoUrl: expect.stringContaining('/_media/video/'),
      imageUrl: expect.stringContaining('/_media/image/'),
      callToAction: 'LEARN_MORE',
    })
  })
})

describe('pro/get_ads', () => {
  test('returns the reasons for which LinkedIn rejected an ad', async () => {
    const { ads } = (await pro.call('pro/get_ads', { campaignId: '640118012' })).results
    expect(ads.find(({ name }) => name === 'Free soil for the first hundred')?.review).toEqual({
      status: 'REJECTED',
      reasons: [{ code: 'MISLEADING_CLAIM', text: '' }],
    })
  })

  test('reads the posts and media of all ads in four requests, however many ads there are', async () => {
    const { calls, results } = await pro.callRecorded('pro/get_ads', { campaignId: '640118001' })
    expect(results.ads.length).toBeGreaterThan(4)
    expect(calls).toEqual(['adCampaigns.search', 'creatives.criteria', 'posts.batchGet', 'images.batchGet'])
  })

  test('returns the ads without their content, with a warning, when the user may not read the posts', async () => {
    await pro.sandbox.injectFault({
      call: 'posts.batchGet',
      kind: 'status',
      status: 403,
      code: 'ACCESS_DENIED',
    })
    const { results } = await pro.call('pro/get_ads', { campaignId: '640118001' })
    expect(results.ads[0]).toMatchObject({
      name: 'Pallets of boxwood, delivered',
      primaryTexts: [],
      link: '',
    })
    expect(results.warnings).toEqual([expect.stringContaining('r_organization_social')])
  })
})
