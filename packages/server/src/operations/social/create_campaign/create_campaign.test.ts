import { describe, expect, test } from 'vitest'
import type { UserlessBody } from '../../../../testing/calls.ts'
import { testOperationCosts } from '../../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../../testing/expectations.ts'
import { isVariedRun } from '../../../../testing/service.ts'
import { useSocial } from '../../../../testing/social.ts'
import {
  findCampaignsByName,
  readSocialTree,
  readSocialTreeWithSdk,
} from '../../../../testing/socialCampaign.ts'

const social = useSocial()
const operation = 'social/create_campaign'
type Request = UserlessBody<typeof operation>

const image = '1001200300400:655b5a433a4db7604ae2e3b96ec5d400'
const text = { primaryText: 'Fresh rye', headline: 'Rye bread' }
const web = { url: 'https://www.foxbakery.example/rye' }
const minimalCampaign = {
  campaignName: 'Least',
  dailyBudget: '15',
  startDate: '2030-03-01',
  locations: [{ key: 'US', type: 'country' }],
} as const satisfies Partial<Request>
const imageAd = { imageId: image, ...text, ...web }

/** A body with every field that all objectives share. */
const everything = {
  campaignName: 'Every "member" & more',
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

const targeting = {
  geo_locations: { cities: [{ key: '2000037', radius: 20, distance_unit: 'kilometer' }], countries: ['FR'] },
  excluded_geo_locations: { cities: [{ key: '2000074' }] },
  age_min: 21,
  age_max: 50,
  genders: [2],
  locales: [6],
  flexible_spec: [{ interests: [{ id: '6003139266461' }] }],
  user_os: ['iOS'],
  user_device: ['iPhone'],
  custom_audiences: [{ id: '23840000000000101' }],
  excluded_custom_audiences: [{ id: '23840000000000104' }],
  publisher_platforms: ['facebook', 'instagram'],
  targeting_automation: { advantage_audience: 0 },
}
const usual = {
  geo_locations: { countries: ['US'] },
  age_min: 18,
  age_max: 65,
  targeting_automation: { advantage_audience: 0 },
}

const create = async (body: Request) => {
  const response = await social.callRecorded(operation, body)
  const results = expectSuccess(operation, response)
  return { ...response, results, tree: await readSocialTree(social, results.campaignId) }
}

describe('a campaign with only the required fields of its objective', () => {
  const page = { page_id: '104500000000001' }
  test.each([
    ['TRAFFIC', {}, imageAd, 'OUTCOME_TRAFFIC', 'LINK_CLICKS', 'WEBSITE', undefined],
    ['ENGAGEMENT', {}, { postId: 'a post' }, 'OUTCOME_ENGAGEMENT', 'POST_ENGAGEMENT', 'ON_POST', page],
    [
      'LEADS',
      { leadFormId: '700011' },
      { imageId: image, ...text },
      'OUTCOME_LEADS',
      'LEAD_GENERATION',
      'ON_AD',
      page,
    ],
    [
      'SALES',
      { pixelId: '330001', conversionEvent: 'PURCHASE' },
      imageAd,
      'OUTCOME_SALES',
      'OFFSITE_CONVERSIONS',
      'WEBSITE',
      { pixel_id: '330001', custom_event_type: 'PURCHASE' },
    ],
  ] as const)(
    'is created with the defaults of %s',
    async (objective, more, ad, upstream, goal, destination, promoted) => {
      const ads = [{ ...ad, ...('postId' in ad ? { postId: await somePost() } : {}) }]
      const { results, tree } = await create({ ...minimalCampaign, objective, ...more, ads })
      expect(tree).toMatchObject({
        name: 'Least',
        objective: upstream,
        status: 'ACTIVE',
        daily_budget: '1500',
        special_ad_categories: [],
        bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
      })
      expect(tree.adset).toMatchObject({
        id: results.adGroupId,
        name: 'Least',
        status: 'ACTIVE',
        optimization_goal: goal,
        billing_event: 'IMPRESSIONS',
        destination_type: destination,
        start_time: '2030-03-01T00:00:00+0100',
        targeting: usual,
      })
      expect(tree.adset.promoted_object).toEqual(promoted)
      expect(tree.ads.map(({ id, name, status }) => ({ id, name, status }))).toEqual([
        { id: results.adIds[0], name: 'Least 1', status: 'ACTIVE' },
      ])
    },
  )

  const somePost = async () =>
    (await social.call('social/get_page_posts', { platform: 'SOCIAL_A' })).results.posts[0]?.id ?? ''
})

test('social/create_campaign trims the names of the campaign and its ads, and creates each ad once', async () => {
  const ads = [imageAd, { ...imageAd, name: '\u00a0Second ' }]
  const { tree } = await create({
    ...minimalCampaign,
    campaignName: '  Rye & more ',
    objective: 'TRAFFIC',
    ads,
  })
  expect(tree).toMatchObject({ name: 'Rye & more', adset: { name: 'Rye & more' } })
  expect(tree.ads.map(({ name }) => name).toSorted()).toEqual(['Rye & more 1', 'Second'])
})

test.each([
  ['PURCHASE', 0],
  ['CONTENT_VIEW', 0],
  ['OvenTimer', 0],
  ['440001', 0],
  ['DONATE', 1],
  ['BreadRated', 1],
] as const)(
  'a campaign for the event %s has %i warnings that its pixel received no such event recently',
  async (conversionEvent, count) => {
    const sales = { objective: 'SALES' as const, pixelId: '330001', conversionEvent, ads: [imageAd] }
    const { results, tree } = await create({
      ...minimalCampaign,
      campaignName: `Counts ${conversionEvent}`,
      ...sales,
    })
    expect(tree.adset.promoted_object).toBeDefined()
    const warnings = (results.warnings ?? []).filter((text) => text.includes('in the last 7 days'))
    expect(warnings).toHaveLength(count)
    for (const warning of warnings) expect(warning).toContain(conversionEvent)
  },
)

describe('a campaign with every field', () => {
  test.each([
    ['TRAFFIC', {}],
    ['SALES', { pixelId: '330001', conversionEvent: '440001' }],
    ['LEADS', { pixelId: '330001', conversionEvent: 'OvenTimer' }],
    ['LEADS', { leadFormId: '700011' }],
  ] as const)('is at Meta as requested for %s with %j', async (objective, more) => {
    const url = `${social.sandbox.url}/_media/image/rye-800x800.png`
    const photos = (await social.call('social/get_page_posts', { platform: 'SOCIAL_B' })).results.posts
    const withPost =
      'leadFormId' in more ? [] : [{ postId: photos[0]?.id ?? '', callToAction: 'BOOK_NOW' as const, ...web }]
    const { results, tree } = await create({
      ...everything,
      objective,
      ...more,
      ads: [
        { ...imageAd, name: 'By id', description: 'Baked at night', callToAction: 'GET_OFFER' },
        { imageUrl: url, name: 'By address', ...text, ...web },
        { videoId: '990011', name: 'Video', ...text, ...web, description: 'See it' },
        ...withPost,
      ],
    })
    expect(tree).toMatchObject({
      status: 'PAUSED',
      lifetime_budget: '90050',
      stop_time: '2030-03-31T23:59:59+0200',
    })
    expect(tree.adset).toMatchObject({
      targeting,
      start_time: '2030-03-01T00:00:00+0100',
      end_time: '2030-03-31T23:59:59+0200',
      dsa_beneficiary: 'Fox Bakery GmbH',
      dsa_payor: 'Fox Holding',
    })
    const [byId, byAddress, video, post] = results.adIds.map((id) => tree.ads.find((ad) => ad.id === id))
    const button = (type: string) => ({
      type,
      value: 'leadFormId' in more ? { lead_gen_form_id: '700011' } : { link: web.url },
    })
    const speaker = { page_id: '104500000000001', instagram_user_id: '17841400000000001' }
    expect(byId?.creative).toMatchObject({
      url_tags: 'utm_source=social&utm_medium=paid',
      contextual_multi_ads: { enroll_status: 'OPT_OUT' },
      object_story_spec: {
        ...speaker,
        link_data: {
          link: web.url,
          message: 'Fresh rye',
          name: 'Rye bread',
          description: 'Baked at night',
          image_hash: image.split(':')[1],
          call_to_action: button('GET_OFFER'),
        },
      },
    })
    expect(byAddress?.creative.object_story_spec.link_data.image_hash).toMatch(/^[0-9a-f]{32}$/)
    expect(video?.creative.object_story_spec.video_data).toMatchObject({
      video_id: '990011',
      title: 'Rye bread',
      message: 'Fresh rye',
      link_description: 'See it',
      image_url: expect.stringMatching(/^http/),
    })
    expect(byId?.conversion_domain).toBe('pixelId' in more ? 'foxbakery.example' : undefined)
    // Meta's SDK returns unknown fields as well.
    if (!isVariedRun()) expect(await readSocialTreeWithSdk(social, results.campaignId)).toEqual(tree)
    if (post)
      expect(post.creative).toMatchObject({
        object_id: '104500000000001',
        instagram_user_id: '17841400000000001',
        source_instagram_media_id: photos[0]?.id,
        call_to_action: { type: 'BOOK_NOW', value: { link: web.url } },
      })
  })
})

test('a campaign for ENGAGEMENT with every field shows posts of Facebook and Instagram as requested', async () => {
  const postOn = async (platform: 'SOCIAL_A' | 'SOCIAL_B') =>
    (await social.call('social/get_page_posts', { platform })).results.posts[0]?.id ?? ''
  const [story, photo] = [await postOn('SOCIAL_A'), await postOn('SOCIAL_B')]
  const { results, tree } = await create({
    ...everything,
    objective: 'ENGAGEMENT',
    ads: [
      { postId: story, name: 'A story' },
      { postId: photo, name: 'A photo', callToAction: 'BOOK_NOW', ...web },
    ],
  })
  expect(tree).toMatchObject({ name: everything.campaignName, status: 'PAUSED', lifetime_budget: '90050' })
  expect(tree.adset).toMatchObject({
    targeting,
    optimization_goal: 'POST_ENGAGEMENT',
    dsa_payor: 'Fox Holding',
  })
  const [first, second] = results.adIds.map((id) => tree.ads.find((ad) => ad.id === id))
  expect(first).toMatchObject({
    name: 'A story',
    creative: { object_story_id: story, instagram_user_id: '17841400000000001' },
  })
  expect(second).toMatchObject({
    name: 'A photo',
    creative: {
      source_instagram_media_id: photo,
      call_to_action: { type: 'BOOK_NOW', value: { link: web.url } },
    },
  })
  if (!isVariedRun()) expect(await readSocialTreeWithSdk(social, results.campaignId)).toEqual(tree)
})

describe('an ad from a reel', () => {
  const campaignOf = (campaignName: string, postId: string) => ({
    ...minimalCampaign,
    campaignName,
    objective: 'ENGAGEMENT' as const,
    ads: [{ postId, name: 'A reel' }],
  })
  /** A reel that Meta accepts as an ad, and one that it refuses. */
  const reels = async () => {
    const { posts } = (await social.call('social/get_page_posts', { platform: 'SOCIAL_B' })).results
    const [usable, refused] = posts.filter(({ mediaType }) => mediaType === 'video')
    return { usable: usable?.id ?? '', refused: refused?.id ?? '' }
  }

  test('has a warning with the reason from Meta in the plan when Meta calls the reel ineligible', async () => {
    const { refused, usable } = await reels()
    const { results } = await social.call(operation, { ...campaignOf('Music', refused), dryRun: true })
    expect(results).toMatchObject({
      warnings: [
        `Meta reports that the post ${refused} of ads[0].postId is not eligible for ads: This reel has music that cannot be used in an ad. Meta may reject the campaign. Use a different post.`,
      ],
    })
    const plain = await social.call(operation, { ...campaignOf('No music', usable), dryRun: true })
    expect(plain.results).not.toHaveProperty('warnings')
  })

  test('leaves no campaign when Meta rejects the reel at creation', async () => {
    const { refused } = await reels()
    const response = await social.call(operation, campaignOf('Refused music', refused))
    expectRefusal(response, 'PLATFORM_REJECTED')
    if (!isVariedRun()) expect(response.results.error).toContain('This reel has music')
    expect(await findCampaignsByName(social, 'Refused music')).toEqual([])
  })

  test('is created with a warning when Meta does not return the eligibility of the reel', async () => {
    const { usable } = await reels()
    await social.sandbox.injectFault({ call: 'photo_media.read', kind: 'status', status: 400, code: '100' })
    const { results } = await create(campaignOf('Unknown', usable))
    expect(results.warnings).toEqual([
      expect.stringMatching(
        /^adrail could not check whether Meta accepts the post \d+ of ads\[0\]\.postId as an ad: /,
      ),
    ])
  })
})

test('social/create_campaign sends the advertiser to Meta for locations inside and outside the EU', async () => {
  const { tree, requests } = await create({
    ...minimalCampaign,
    campaignName: 'On an island',
    objective: 'TRAFFIC',
    locations: [{ key: 'RE', type: 'country' }],
    advertiser: everything.advertiser,
    ads: [imageAd],
  })
  expect(tree.adset).toMatchObject({ dsa_beneficiary: 'Fox Bakery GmbH', dsa_payor: 'Fox Holding' })
  const elsewhere = await create({
    ...minimalCampaign,
    campaignName: 'Elsewhere',
    objective: 'TRAFFIC',
    advertiser: everything.advertiser,
    ads: [imageAd],
  })
  for (const requestList of [requests, elsewhere.requests]) {
    const sent = requestList.find(({ call }) => call === 'adsets.create')
    expect(new URLSearchParams(sent?.body).get('dsa_payor')).toBe('Fox Holding')
  }
})

test.each([
  [['SOCIAL_B'], '17841400000000001'],
  [['SOCIAL_A'], undefined],
] as const)('an ad with a page post on %s has the Instagram user id %s', async (platforms, speaker) => {
  const { results } = await social.call('social/get_page_posts', { platform: 'SOCIAL_A' })
  const postId = results.posts[0]?.id ?? ''
  const { tree } = await create({
    ...minimalCampaign,
    campaignName: `A post on ${platforms}`,
    objective: 'ENGAGEMENT',
    platforms: [...platforms],
    ads: [{ postId }],
  })
  const [ad] = tree.ads
  expect(ad.creative.object_story_id).toBe(postId)
  expect(ad.creative.instagram_user_id).toBe(speaker)
})

describe(operation, () => {
  test('reads references, creates all objects in one batch, verifies them and activates the campaign [R4.add.social-create_campaign, R4.add.social-create_campaign.results]', async () => {
    const { calls, results } = await create({
      ...minimalCampaign,
      campaignName: 'Counted',
      objective: 'TRAFFIC',
      ads: [imageAd],
    })
    const trips = calls.filter(
      (name) => name === 'batch' || name === 'campaign.read' || name === 'campaign.update',
    )
    expect(trips).toEqual(['batch', 'batch', 'campaign.read', 'campaign.update', 'campaign.read'])
    expect(calls).toEqual(expect.arrayContaining(['campaigns.create', 'adsets.create', 'ads.create']))
    expect(results.additionalMessage).toBe(
      'Created and activated. It starts on 2030-03-01 and has no end date.',
    )
  })

  test('validates a dry run at Meta, returns a plan with the spend and changes nothing', async () => {
    const body = {
      ...minimalCampaign,
      campaignName: 'Rehearsed',
      objective: 'TRAFFIC' as const,
      ads: [imageAd],
      dryRun: true,
    } satisfies Request
    const response = await social.callRecorded(operation, body)
    const { plan } = response.results as unknown as { plan: { step: string; says: string }[] }
    expect(plan.map(({ step }) => step)).toEqual(['create', 'check', 'enable'])
    expect(plan[0]?.says).toBe(
      'Create the campaign "Rehearsed", paused, with 15.00 EUR a day, 450.00 EUR in 30 days, one ad group and 1 ad. The platform may spend up to 175% of the daily budget on a single day (26.25 EUR) and up to 700% in a week (105.00 EUR).',
    )
    expect(response.calls.filter((name) => name.endsWith('.create'))).toEqual([
      'campaigns.create',
      'ads.create',
    ])
    expect(await social.sandbox.effects()).toEqual([])
  })

  test('creates a campaign whose ads deliver from the start date and appear in the insights', async () => {
    const day = (days: number) =>
      new Date(social.service.clock.now() + days * 86_400_000).toISOString().slice(0, 10)
    const startDate = day(2)
    const { results } = await create({
      ...minimalCampaign,
      campaignName: 'Running',
      startDate,
      objective: 'TRAFFIC',
      ads: [imageAd],
    })
    await social.sandbox.advance(5 * 86_400_000)
    social.service.clock.advance(5 * 86_400_000)
    const figures = await social.call('social/get_campaign_insights', {
      campaignId: results.campaignId,
      startDate,
      endDate: day(0),
      currencySymbol: '€',
      clientCostAdjustment: { percentage: 0 },
    })
    expectSuccess('social/get_campaign_insights', figures)
    expect(JSON.stringify(figures.results)).toContain(results.adIds[0])
  })
})

testOperationCosts('social/create_campaign', { store: 47, upstream: 5 })
