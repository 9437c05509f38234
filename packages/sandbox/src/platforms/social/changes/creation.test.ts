import { expect, test } from 'vitest'
import { type SocialRow, useSocial } from '../../../../testing/social.ts'

const social = useSocial()
const account = 'act_1001200300400'
const page = '104500000000001'
const plainTargeting = {
  geo_locations: { countries: ['US'] },
  targeting_automation: { advantage_audience: 0 },
}

const buildCampaign = (objective: string) => ({
  name: 'Made whole',
  objective,
  status: 'PAUSED',
  special_ad_categories: [],
  daily_budget: 2_000,
  bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
  adlabels: [{ name: 'marker' }],
})
const trafficSet = {
  name: 'Everybody',
  status: 'ACTIVE',
  optimization_goal: 'LINK_CLICKS',
  billing_event: 'IMPRESSIONS',
  destination_type: 'WEBSITE',
  targeting: plainTargeting,
}
const linkAd = (link: string) => ({
  name: 'Link',
  status: 'ACTIVE',
  creative: {
    name: 'Link',
    object_story_spec: {
      page_id: page,
      link_data: {
        link,
        message: 'Fresh',
        name: 'Bread',
        call_to_action: { type: 'LEARN_MORE', value: { link } },
      },
    },
    url_tags: 'utm_source=a&b=c',
    contextual_multi_ads: { enroll_status: 'OPT_OUT' },
  },
})
const form = (extraFields: object) =>
  new URLSearchParams(
    Object.entries(extraFields).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ).toString()
const buildBatch = (campaign: object, adSet: object, ad: object) => [
  {
    method: 'POST',
    name: 'c',
    omit_response_on_success: false,
    relative_url: `${account}/campaigns`,
    body: form(campaign),
  },
  {
    method: 'POST',
    name: 's',
    omit_response_on_success: false,
    relative_url: `${account}/adsets`,
    body: form({ campaign_id: '{result=c:$.id}', ...adSet }),
  },
  { method: 'POST', relative_url: `${account}/ads`, body: form({ adset_id: '{result=s:$.id}', ...ad }) },
]
const send = async (batch: readonly unknown[]): Promise<SocialRow[]> =>
  (await social.post('v26.0/', { batch })).body.map((entry: { body: string } | null) =>
    entry === null ? null : JSON.parse(entry.body),
  )
const refusal = async (extraFields: object) => {
  const campaign = await social.post(`${account}/campaigns`, buildCampaign('OUTCOME_TRAFFIC'))
  const { body } = await social.post(`${account}/adsets`, {
    ...trafficSet,
    ...extraFields,
    campaign_id: campaign.body.id,
  })
  return body.error
}

test('a campaign that is created before any read appears once in the list of campaigns', async () => {
  const { body } = await social.post(`${account}/campaigns`, buildCampaign('OUTCOME_TRAFFIC'))
  const listedCampaigns = await social.all(`${account}/campaigns`, { limit: 100 })
  expect(listedCampaigns.filter(({ id }: SocialRow) => id === body.id)).toHaveLength(1)
})

test('a batch creates a campaign, an ad set and an ad, which are returned as written and found by label', async () => {
  const ad = linkAd('https://foxbakery.example/?a=1&b=2')
  const [campaign, adSet, created] = await send(buildBatch(buildCampaign('OUTCOME_TRAFFIC'), trafficSet, ad))
  const { body } = await social.get(campaign.id, {
    fields:
      'adlabels,daily_budget,adsets{id,targeting,destination_type},ads{id,creative{name,object_story_spec,url_tags}}',
  })
  expect(body).toMatchObject({ daily_budget: '2000', adlabels: [{ name: 'marker' }] })
  expect(body.adsets.data).toEqual([{ id: adSet.id, targeting: plainTargeting, destination_type: 'WEBSITE' }])
  expect(body.ads.data).toMatchObject([
    {
      id: created.id,
      creative: {
        name: expect.stringMatching(/^Link \d{4}-\d\d-\d\d-[0-9a-f]{32}$/),
        object_story_spec: ad.creative.object_story_spec,
        url_tags: 'utm_source=a&b=c',
      },
    },
  ])
  for (const label of ['marker', body.adlabels[0].id]) {
    const found = await social.get(`${account}/campaignsbylabels`, { ad_label_ids: [label] })
    expect(found.body.data).toEqual([{ id: campaign.id }])
  }
  social.sandbox.clock.advance(3 * 86_400_000)
  await social.post(campaign.id, { status: 'ACTIVE' })
  social.sandbox.clock.advance(86_400_000)
  const figures = await social.get(`${campaign.id}/insights`, { date_preset: 'maximum', fields: 'spend' })
  expect(Number(figures.body.data[0].spend)).toBeGreaterThan(5)
})

test('a part of a batch fails with the part it depends on, and is null when that part has no response', async () => {
  const broken = { ...trafficSet, optimization_goal: 'REACHES' }
  const [campaign, adSet, ad] = await send(
    buildBatch(buildCampaign('OUTCOME_TRAFFIC'), broken, linkAd('https://a.example/')),
  )
  expect([campaign.id, adSet.error.code, ad.error.code]).toEqual([expect.any(String), 100, 100])
  expect((await social.get(`${campaign.id}/adsets`)).body.data).toEqual([])
  social.sandbox.faults.order({ platform: 'social', call: 'adsets.create', kind: 'stall' })
  const cutResponse = await send(
    buildBatch(buildCampaign('OUTCOME_TRAFFIC'), trafficSet, linkAd('https://a.example/')),
  )
  expect(cutResponse.slice(1)).toEqual([null, null])
})

test.each([
  ['a goal of another objective', { optimization_goal: 'LEAD_GENERATION' }, 2490408, 'optimization_goal'],
  ['a form outside lead campaigns', { destination_type: 'ON_AD' }, 1815715, 'destination_type'],
  [
    'EU ads without an advertiser',
    { targeting: { geo_locations: { countries: ['DE'] } } },
    3858081,
    'dsa_beneficiary',
  ],
  [
    'ads in a territory of the EU without an advertiser',
    { targeting: { geo_locations: { countries: ['RE'] } } },
    3858081,
    'dsa_beneficiary',
  ],
  [
    'a country that requires verification',
    { targeting: { geo_locations: { countries: ['TW'] } } },
    3858634,
    'regional_regulated_categories',
  ],
  [
    'an interest that no longer exists',
    { targeting: { ...plainTargeting, flexible_spec: [{ interests: [{ id: '1' }] }] } },
    1487694,
    'targeting',
  ],
  ['a budget on two levels', { daily_budget: 900 }, 1885621, 'daily_budget'],
] as const)('an ad set is refused for %s', async (_why, extraFields, subcode, blamedParam) => {
  expect(await refusal(extraFields)).toMatchObject({
    code: 100,
    error_subcode: subcode,
    error_data: JSON.stringify({ blame_field_specs: [[blamedParam]] }),
  })
})

test('an ad set saves beneficiary and payor for an EU territory and ignores them for the US', async () => {
  const advertiser = { dsa_beneficiary: 'Fox Bakery GmbH', dsa_payor: 'Fox Holding' }
  const campaign = await social.post(`${account}/campaigns`, buildCampaign('OUTCOME_TRAFFIC'))
  const readSaved = async (country: string) => {
    const created = await social.post(`${account}/adsets`, {
      ...trafficSet,
      ...advertiser,
      targeting: { ...plainTargeting, geo_locations: { countries: [country] } },
      campaign_id: campaign.body.id,
    })
    const { id, ...saved } = (await social.get(created.body.id, { fields: 'dsa_beneficiary,dsa_payor' })).body
    expect(id).toBe(created.body.id)
    return saved
  }
  expect(await readSaved('GP')).toEqual(advertiser)
  expect(await readSaved('US')).toEqual({})
})

test.each([
  ['narrows the age without the Advantage audience flag', { age_min: 30 }, /Flag Required/],
  [
    'narrows the age and enables the Advantage audience',
    { age_min: 30, targeting_automation: { advantage_audience: 1 } },
    /not allowed/,
  ],
  [
    'contains a city and its country',
    { geo_locations: { countries: ['US'], cities: [{ key: '2008991' }] } },
    /overlap/,
  ],
  [
    'has a radius out of bounds',
    { geo_locations: { cities: [{ key: '2008991', radius: 5, distance_unit: 'mile' }] } },
    /Radius/,
  ],
  [
    'contains an audience that does not exist',
    { custom_audiences: [{ id: '9' }], targeting_automation: { advantage_audience: 0 } },
    /not allowed/,
  ],
] as const)('an ad set is refused when its targeting %s', async (_why, extraFields, title) => {
  const targeting = { geo_locations: { countries: ['US'] }, ...extraFields }
  expect((await refusal({ targeting })).error_user_title).toMatch(title)
})

test('an Instagram-only ad requires an Instagram account, for an existing post and for a new one', async () => {
  const { body } = await social.get(`${page}/published_posts`, {}, await social.pageToken())
  const targeting = { ...plainTargeting, publisher_platforms: ['instagram'] }
  const { object_story_spec, ...otherFields } = linkAd('https://a.example/').creative
  const createAdWith = async (creative: object) => {
    const ad = { name: 'Shown', creative }
    const [, , created] = await send(
      buildBatch(buildCampaign('OUTCOME_TRAFFIC'), { ...trafficSet, targeting }, ad),
    )
    return created
  }
  const photoAuthor = { instagram_user_id: '17841400000000001' }
  const post = { object_story_id: body.data[0].id }
  for (const creative of [{ ...otherFields, object_story_spec }, post])
    expect((await createAdWith(creative)).error).toMatchObject({ code: 100, error_subcode: 1772103 })
  expect(await createAdWith({ ...post, instagram_user_id: '1' })).toHaveProperty('error')
  for (const creative of [
    { ...otherFields, object_story_spec: { ...object_story_spec, ...photoAuthor } },
    { ...post, ...photoAuthor },
  ])
    expect(await createAdWith(creative)).toEqual({ id: expect.any(String) })
})

test('a directions button requires a map location as its link and refuses a web address', async () => {
  const createAdWithTarget = async (target: string) => {
    const ad = linkAd('https://a.example/')
    const call_to_action = { type: 'GET_DIRECTIONS', value: { link: target } }
    const { link_data, ...story } = ad.creative.object_story_spec
    const creative = {
      ...ad.creative,
      object_story_spec: { ...story, link_data: { ...link_data, call_to_action } },
    }
    const [, , created] = await send(
      buildBatch(buildCampaign('OUTCOME_TRAFFIC'), trafficSet, { ...ad, creative }),
    )
    return created
  }
  expect((await createAdWithTarget('https://a.example/')).error.error_user_msg).toMatch(/fbgeo/)
  expect(await createAdWithTarget('fbgeo://52.520008,13.404954,"Alexanderplatz 1, Berlin"')).toEqual({
    id: expect.any(String),
  })
})

test('validate_only checks an ad together with its ad set and campaign specs and creates nothing', async () => {
  const { adlabels: _, ...spec } = buildCampaign('OUTCOME_TRAFFIC')
  const validateAdSet = (adSet: object) =>
    social.post(`${account}/ads`, {
      ...linkAd('https://a.example/'),
      adset_spec: { ...adSet, campaign_spec: spec },
      execution_options: ['validate_only'],
    })
  expect((await validateAdSet(trafficSet)).body).toEqual({ success: true })
  const invalidAdSet = { ...trafficSet, optimization_goal: 'LEAD_GENERATION' }
  expect((await validateAdSet(invalidAdSet)).body.error.error_subcode).toBe(2490408)
  expect(social.effects()).toEqual([])
})

test('an ad with a broken link is in process, then reports the issue, and never delivers', async () => {
  const [campaign, , ad] = await send(
    buildBatch(
      { ...buildCampaign('OUTCOME_TRAFFIC'), status: 'ACTIVE' },
      trafficSet,
      linkAd('https://gone.invalid/'),
    ),
  )
  const fields = 'effective_status,issues_info'
  expect((await social.get(ad.id, { fields })).body.effective_status).toBe('IN_PROCESS')
  social.sandbox.clock.advance(11_000)
  const { body } = await social.get(ad.id, { fields })
  expect(body.effective_status).toBe('WITH_ISSUES')
  expect(body.issues_info[0]).toMatchObject({ level: 'AD', error_type: 'HARD_ERROR' })
  social.sandbox.clock.advance(3 * 86_400_000)
  expect((await social.get(`${campaign.id}/insights`, { date_preset: 'maximum' })).body.data).toEqual([])
})

test('the location metadata search returns known keys by type and omits unknown keys', async () => {
  const { body } = await social.get('search', {
    type: 'adgeolocationmeta',
    countries: ['DE', 'XX'],
    cities: ['2008991'],
  })
  expect(body.data).toMatchObject({
    countries: { DE: { name: 'Germany', country_code: 'DE' } },
    cities: { '2008991': { name: 'San Francisco', country_code: 'US', region: 'California' } },
  })
  expect(body.data.countries.XX).toBeUndefined()
})
