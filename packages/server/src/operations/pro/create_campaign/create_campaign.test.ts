import { describe, expect, test } from 'vitest'
import type { UserlessBody } from '../../../../testing/calls.ts'
import { testOperationCosts } from '../../../../testing/costs.ts'
import { expectSuccess } from '../../../../testing/expectations.ts'
import { usePro } from '../../../../testing/pro.ts'
import { readProTree } from '../../../../testing/proCampaign.ts'

const pro = usePro()
const operation = 'pro/create_campaign'
type Request = UserlessBody<typeof operation>

const organization = 'urn:li:organization:2414183'
const web = { url: 'https://fox-garden.example/trade' }
const words = { introText: 'Boxwood by the pallet', headline: 'Trade prices' }
const video = 'C5605AQPlantingGuide'
const picture = () => ({ imageUrl: `${pro.sandbox.url}/_media/image/boxwood-400x210.png` })

const minimalCampaign = {
  campaignName: 'Least',
  dailyBudget: '25',
  startDate: '2030-03-01',
  locations: ['103644278'],
  notPoliticalAdvertising: true,
} as const satisfies Partial<Request>

/** The fields that all objectives have in common. */
const everything = {
  campaignName: 'Every "member" & more: (50 %), 麵包',
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

const facet = (name: string) => `urn:li:adTargetingFacet:${name}`
const one = (name: string, ...urns: string[]) => ({ or: { [facet(name)]: urns } })
const money = (amount: string) => ({ amount, currencyCode: 'USD' })

const create = async (body: Request) => {
  const response = await pro.callRecorded(operation, body)
  const results = expectSuccess(operation, response)
  return { ...response, results, tree: await readProTree(pro, results.campaignId) }
}

type Goal = [Request['objective'], Partial<Request>, string, string, string]
const goals: Goal[] = [
  ['LEADS', { leadFormId: '8100101' }, 'LEAD_GENERATION', 'MAX_LEAD', 'CPM'],
  ['TRAFFIC', {}, 'WEBSITE_VISIT', 'MAX_CLICK', 'CPM'],
  ['ENGAGEMENT', {}, 'ENGAGEMENT', 'MAX_CLICK', 'CPM'],
  ['CONVERSIONS', { conversionIds: ['70201', '70202'] }, 'WEBSITE_CONVERSION', 'MAX_CONVERSION', 'CPM'],
  ['AWARENESS', {}, 'BRAND_AWARENESS', 'MAX_IMPRESSION', 'CPM'],
  ['VIDEO_VIEWS', {}, 'VIDEO_VIEW', 'MAX_VIDEO_VIEW', 'CPV'],
]

describe('pro/create_campaign with only the required fields', () => {
  test.each(goals)(
    'creates a campaign with the defaults for the objective %s',
    async (objective, more, objectiveType, optimizationTargetType, costType) => {
      const isVideo = objective === 'VIDEO_VIEWS'
      const postId = `urn:li:share:718010000${isVideo ? 2 : 1}`
      const { results, tree } = await create({ ...minimalCampaign, objective, ...more, ads: [{ postId }] })
      expect(tree.group).toMatchObject({
        name: results.campaignName,
        status: 'ACTIVE',
        runSchedule: { start: Date.parse('2030-03-01T00:00:00Z') },
      })
      expect(tree.group.runSchedule).not.toHaveProperty('end')
      expect(tree.group).not.toHaveProperty('objectiveType')
      expect(tree.campaign).toMatchObject({
        id: Number(results.adGroupId),
        name: 'Least',
        status: 'ACTIVE',
        associatedEntity: organization,
        type: 'SPONSORED_UPDATES',
        format: isVideo ? 'SINGLE_VIDEO' : 'STANDARD_UPDATE',
        objectiveType,
        optimizationTargetType,
        costType,
        unitCost: money('0'),
        dailyBudget: money('25.00'),
        locale: { country: 'US', language: 'en' },
        creativeSelection: 'OPTIMIZED',
        offsiteDeliveryEnabled: false,
        audienceExpansionEnabled: false,
        politicalIntent: 'NOT_POLITICAL',
        targetingCriteria: {
          include: {
            and: [one('interfaceLocales', 'urn:li:locale:en_US'), one('locations', 'urn:li:geo:103644278')],
          },
        },
      })
      expect(tree.campaign).not.toHaveProperty('totalBudget')
      expect(tree.ads).toEqual([
        expect.objectContaining({
          id: `urn:li:sponsoredCreative:${results.adIds[0]}`,
          name: 'Least 1',
          intendedStatus: 'ACTIVE',
          content: { reference: postId },
        }),
      ])
      expect(tree.ads[0].leadgenCallToAction).toEqual(
        objective === 'LEADS' ? { destination: 'urn:li:adForm:8100101', label: 'SIGN_UP' } : undefined,
      )
    },
  )
})

describe('pro/create_campaign with all fields', () => {
  test.each(goals)(
    'creates a campaign as requested for the objective %s',
    async (objective, more, objectiveType) => {
      const shown = objective === 'VIDEO_VIEWS' ? { videoId: video } : picture()
      const { results, tree } = await create({
        ...everything,
        bid: '9.00',
        objective,
        ...more,
        ads: [
          { ...words, ...web, ...shown, name: 'New', callToAction: 'REGISTER' },
          { postId: `urn:li:share:718010000${objective === 'VIDEO_VIEWS' ? 2 : 4}`, name: 'Post' },
        ],
      })
      expect(tree.group).toMatchObject({
        status: 'PAUSED',
        runSchedule: { start: Date.parse('2030-03-01T00:00:00Z'), end: Date.parse('2030-04-01T00:00:00Z') },
      })
      expect(tree.campaign).toMatchObject({
        name: everything.campaignName,
        status: 'ACTIVE',
        objectiveType,
        optimizationTargetType: 'NONE',
        costType: objective === 'VIDEO_VIEWS' ? 'CPV' : objective === 'AWARENESS' ? 'CPM' : 'CPC',
        unitCost: money('9.00'),
        dailyBudget: money('40.50'),
        totalBudget: money('900.00'),
        runSchedule: tree.group.runSchedule,
        locale: { country: 'DE', language: 'de' },
        offsiteDeliveryEnabled: true,
        audienceExpansionEnabled: true,
        targetingCriteria: {
          include: {
            and: [
              one('interfaceLocales', 'urn:li:locale:de_DE'),
              one('locations', 'urn:li:geo:103644278', 'urn:li:geo:101282230'),
              one('jobFunctions', 'urn:li:function:15', 'urn:li:function:18'),
              one('seniorities', 'urn:li:seniority:6', 'urn:li:seniority:7'),
              one('skills', 'urn:li:skill:231'),
              one('industries', 'urn:li:industry:48', 'urn:li:industry:1912'),
              one('staffCountRanges', 'urn:li:staffCountRange:(51,200)', 'urn:li:staffCountRange:(201,500)'),
              one('audienceMatchingSegments', 'urn:li:adSegment:19300401'),
            ],
          },
          exclude: {
            or: {
              [facet('locations')]: ['urn:li:geo:104472865'],
              [facet('audienceMatchingSegments')]: ['urn:li:adSegment:19300414'],
            },
          },
        },
      })
      const [ad, post] = results.adIds.map((id) =>
        tree.ads.find((each) => each.id === `urn:li:sponsoredCreative:${id}`),
      )
      expect([ad?.name, post?.name, post?.post.author]).toEqual(['New', 'Post', organization])
      expect(ad?.post).toMatchObject({
        author: organization,
        commentary: 'Boxwood by the pallet',
        visibility: 'PUBLIC',
        lifecycleState: 'PUBLISHED',
        distribution: { feedDistribution: 'NONE' },
        adContext: { dscAdAccount: 'urn:li:sponsoredAccount:512345678', dscStatus: 'ACTIVE' },
        contentLandingPage: `${web.url}?utm_source=pro&utm_medium=paid`,
        content: {
          media: {
            title: 'Trade prices',
            id: expect.stringMatching(
              objective === 'VIDEO_VIEWS' ? `^urn:li:video:${video}$` : /^urn:li:image:\w+$/,
            ),
          },
        },
      })
      const isLeads = objective === 'LEADS'
      expect(ad?.post.contentCallToActionLabel).toBe(isLeads ? undefined : 'REGISTER')
      expect(ad?.leadgenCallToAction?.label).toBe(isLeads ? 'REGISTER' : undefined)
      if (objective !== 'CONVERSIONS') return
      for (const id of ['70201', '70202'])
        await pro.requestPlatform(
          `campaignConversions/(campaign:${encodeURIComponent(`urn:li:sponsoredCampaign:${results.adGroupId}`)},conversion:${encodeURIComponent(`urn:lla:llaPartnerConversion:${id}`)})`,
        )
    },
  )
})

describe(operation, () => {
  test('validates the request, creates one object after the other, reads them back and activates the campaign [R4.add.pro-create_campaign, R4.add.pro-create_campaign.results]', async () => {
    const { calls, results } = await create({
      ...minimalCampaign,
      campaignName: 'Counted',
      objective: 'TRAFFIC',
      ads: [{ ...words, ...web, ...picture() }],
    })
    expect(calls.slice(0, 3).toSorted()).toEqual([
      'adBudgetPricing.criteriaV2',
      'adTargetingEntities.urns',
      'audienceCounts.targetingCriteriaV2',
    ])
    expect(calls.slice(3, 9)).toEqual([
      'images.initializeUpload',
      'media.upload',
      'images.get',
      'adCampaignGroups.create',
      'adCampaigns.create',
      'creatives.createInline',
    ])
    expect(calls.slice(9)).toEqual([
      'adCampaigns.update',
      ...['adCampaigns.search', 'creatives.criteria', 'adCampaignGroups.search'].map((name) =>
        expect.toBeOneOf([name, 'adCampaigns.search', 'creatives.criteria', 'adCampaignGroups.search']),
      ),
      'adCampaignGroups.update',
      'adCampaignGroups.get',
    ])
    expect(results.campaignName).toMatch(/^\S.* · \w{8}$/)
    expect(results.additionalMessage).toBe(
      `Created and activated. It starts on 2030-03-01 and has no end date. LinkedIn shows the campaign as "${results.campaignName}".`,
    )
  })

  test('adds no utmParams to ads without a url, and warns about these ads in the plan and in the response', async () => {
    const body = {
      ...minimalCampaign,
      campaignName: 'Some with parameters',
      objective: 'ENGAGEMENT' as const,
      utmParams: 'utm_source=pro',
      ads: [{ ...words, ...web, ...picture() }, { postId: 'urn:li:share:7180100001' }],
    }
    const expectedWarnings = ['utmParams are not added to ads[1], because it has no url of its own.']
    const planned = await pro.callRecorded(operation, { ...body, dryRun: true })
    expect(planned.results.warnings).toEqual(expectedWarnings)
    const { results, tree } = await create(body)
    expect(results.warnings).toEqual(expectedWarnings)
    expect(results.additionalMessage).toContain(expectedWarnings[0])
    const pages = tree.ads.map(({ post }) => post.contentLandingPage).filter(Boolean)
    expect(pages).toEqual([`${web.url}?utm_source=pro`])
  })

  test('returns the rejection of an ad that the review found while adrail read the campaign back', async () => {
    await pro.sandbox.clearRequests()
    const stalled = await pro.sandbox.injectFault({ call: 'creatives.criteria', kind: 'stall' })
    const pending = pro.call(operation, {
      ...minimalCampaign,
      campaignName: 'Rejected at once',
      objective: 'ENGAGEMENT',
      utmParams: 'utm_source=pro',
      ads: [{ ...words, ...web, ...picture() }, { postId: 'urn:li:share:7180100001' }],
    })
    await expect.poll(() => pro.sandbox.isHolding(stalled)).toBe(true)
    const made = (await pro.sandbox.effects()).find(({ kind }) => kind === 'creative.created')
    const creative = made?.id.split(':').at(-1)
    await pro.sandbox.simulate('pro/review', { creative, rejected: 'LANDING_PAGE_BROKEN' })
    await pro.sandbox.release(stalled)
    expect(expectSuccess(operation, await pending).warnings).toEqual([
      'utmParams are not added to ads[1], because it has no url of its own.',
      '"Rejected at once 1": LinkedIn rejected the ad in its review.',
      '"Rejected at once 1": The review returned LANDING_PAGE_BROKEN.',
    ])
  })

  test.each([
    ['of emoji', '🌲'.repeat(60)],
    ['with some emoji', `${'x'.repeat(80)}${'🌲'.repeat(5)}`],
    ['of the maximum length', 'x'.repeat(255)],
  ])('shortens a name %s only where LinkedIn limits its length', async (_, campaignName) => {
    const body = { ...minimalCampaign, campaignName, objective: 'ENGAGEMENT' as const }
    const { tree } = await create({ ...body, ads: [{ postId: 'urn:li:share:7180100001' }] })
    expect(tree.campaign.name).toBe(campaignName)
    const [, begun = '?'] = /^(.+) · \w{8}$/u.exec(tree.group.name) ?? []
    expect(campaignName.startsWith(begun)).toBe(true)
    expect([...begun].every((character) => 'x🌲'.includes(character))).toBe(true)
    const [ad] = tree.ads
    expect(ad.name).toBe(`${campaignName.slice(0, 253)} 1`)
  })

  test('returns a plan with the budget in a dry run, and creates nothing', async () => {
    const body = {
      ...minimalCampaign,
      objective: 'ENGAGEMENT' as const,
      ads: [{ postId: 'urn:li:share:7180100001' }],
    }
    const { results } = await pro.callRecorded(operation, { ...body, campaignName: 'Dry', dryRun: true })
    const { plan } = results as unknown as { plan: { step: string; says: string }[] }
    expect(plan.map(({ step }) => step)).toEqual([
      'create',
      'pause_group',
      'create_ad_group',
      'create_ad',
      'start_ad_group',
      'check',
      'enable',
    ])
    expect(plan[0]?.says).toBe(
      'Create the campaign "Dry", paused, with 25.00 USD a day, 750.00 USD in 30 days, one ad group and 1 ad. The platform may spend up to 150% of the daily budget on a single day (37.50 USD). LinkedIn has no validate-only mode, so adrail ran its own checks. LinkedIn shows the campaign as "Dry · xxxxxxxx", where adrail replaces xxxxxxxx with 8 characters that identify the campaign.',
    )
    expect(await pro.sandbox.effects()).toEqual([])
  })

  test('creates a paused campaign that serves its ads once it is reviewed, its start date is reached and it is activated', async () => {
    const startDate = new Date(pro.service.clock.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    const { results } = await create({
      ...minimalCampaign,
      campaignName: 'Running',
      objective: 'ENGAGEMENT',
      startDate,
      status: 'PAUSED',
      ads: [{ postId: 'urn:li:share:7180100001' }],
    })
    const { campaignId } = results
    await pro.sandbox.advance(5 * 86_400_000)
    const served = async () =>
      (await pro.call('pro/get_ads', { campaignId })).results.ads.map(
        ({ effectiveStatus }) => effectiveStatus,
      )
    expect(await served()).toEqual(['CAMPAIGN_STOPPED'])
    expectSuccess(
      'pro/update_campaign_status',
      await pro.call('pro/update_campaign_status', { campaignId, status: 'ACTIVE' }),
    )
    expect(await served()).toEqual(['SERVING'])
  })

  test('escapes special characters in the text of a post, but not a hashtag', async () => {
    const { tree } = await create({
      ...minimalCampaign,
      campaignName: 'Little text',
      objective: 'TRAFFIC',
      ads: [{ ...words, ...web, ...picture(), introText: 'a (b) {c} @d #garden # 1 * 2_3 \\' }],
    })
    expect(tree.ads[0].post.commentary).toBe('a \\(b\\) \\{c\\} \\@d #garden \\# 1 \\* 2\\_3 \\\\')
  })
})

testOperationCosts('pro/create_campaign', { store: 83, upstream: 13 })
