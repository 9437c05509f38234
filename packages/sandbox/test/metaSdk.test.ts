// These tests run Meta's published Node.js business SDK, unmodified, against the sandbox.

import { createRequire } from 'node:module'
import { beforeAll, expect, test } from 'vitest'
import { standingTokenText } from '../src/index.ts'
import { isVariedRun, readUnderSeeds, useSandbox } from '../testing/sandbox.ts'
import { clientFindings, findingTitle } from './clientFindings.ts'

// biome-ignore lint/suspicious/noExplicitAny: the package has no types.
type Untyped = any

const require = createRequire(import.meta.url)
const sdk: Untyped = require('facebook-nodejs-business-sdk')
const {
  FacebookAdsApi,
  FacebookAdsApiBatch,
  AdAccount,
  AdImage,
  AdVideo,
  APIRequest,
  Campaign,
  CustomAudience,
  User,
} = sdk

const sandbox = useSandbox()
let api: Untyped

beforeAll(() => {
  // The hosts are static getters, so the test redefines them without a change to the package files.
  for (const name of ['GRAPH', 'GRAPH_VIDEO']) {
    Object.defineProperty(FacebookAdsApi, name, { get: () => sandbox.url, configurable: true })
  }
  api = new FacebookAdsApi(standingTokenText('social', 'ada'), 'en_US', false)
  FacebookAdsApi.setDefaultApi(api)
})

const account = () => new AdAccount('act_1001200300400', {}, undefined, api)

test('the Meta SDK lists the ad accounts and pages of a person', async () => {
  const accounts = await new User('me', {}, undefined, api).getAdAccounts(['account_id', 'name', 'currency'])
  expect(accounts.map((each: Untyped) => [each.account_id, each.currency]).sort()).toEqual([
    ['1001200300400', 'EUR'],
    ['1001200300401', 'USD'],
    ['1001200300402', 'TWD'],
    ['1001200300499', 'EUR'],
  ])
  const pages = await new User('me', {}, undefined, api).getAccounts(['name', 'access_token'])
  expect(pages[0].access_token).toMatch(/^EAA/)
})

/** Each function reads a node of its SDK class with the requested fields. */
const readersByName: Readonly<Record<string, (fields: readonly string[]) => Promise<Untyped>>> = {
  User: (fields) => new User('me', {}, undefined, api).get(fields),
  Business: (fields) => new User('me', {}, undefined, api).getBusinesses(fields),
  Page: (fields) => new User('me', {}, undefined, api).getAccounts(fields),
  AdAccount: (fields) => account().get(fields),
  Campaign: (fields) => account().getCampaigns(fields),
  AdSet: (fields) => account().getAdSets(fields),
  Ad: (fields) => account().getAds(fields),
  AdCreative: (fields) => account().getAdCreatives(fields),
  AdImage: (fields) => account().getAdImages(fields),
  AdsPixel: (fields) => account().getAdsPixels(fields),
  CustomAudience: (fields) => account().getCustomAudiences(fields),
  CustomConversion: (fields) => account().getCustomConversions(fields),
  AdsInsights: (fields) => account().getInsights(fields, { date_preset: 'last_30d' }),
}

test.each(Object.keys(readersByName))(
  'the sandbox accepts every field that the Meta SDK lists for %s',
  async (name) => {
    const fields: string[] = Object.values(sdk[name].Fields)
    const found = await readersByName[name]?.(fields)
    const node = Array.isArray(found) ? found[0] : found
    // The sandbox omits fields that it does not model, as Meta omits a field without a value.
    expect(Object.keys(node?._data ?? {}).length).toBeGreaterThan(1)
  },
)

test('the Meta SDK follows a cursor through all images and back', async () => {
  const cursor = await account().getAdImages(['hash', 'url', 'width'], { limit: 25 })
  const hashes = cursor.map((image: Untyped) => image.hash)
  const first = [...hashes]
  while (cursor.hasNext()) {
    await cursor.next()
    hashes.push(...cursor.map((image: Untyped) => image.hash))
  }
  expect(new Set(hashes).size).toBe(68)
  // The SDK cannot go back from an empty last page. See clientFindings.ts.
  if (isVariedRun() && cursor.length === 0) return
  while (cursor.hasPrevious()) await cursor.previous()
  expect(cursor.map((image: Untyped) => image.hash)).toEqual(first)
  expect(cursor[0]).toBeInstanceOf(AdImage)
})

test('the Meta SDK reads campaign insights directly and as a report run', async () => {
  const campaign = new Campaign('120210000000000011', {}, undefined, api)
  const params = { level: 'adset', time_range: { since: '2026-11-01', until: '2026-11-07' } }
  const rows = await campaign.getInsights(['adset_id', 'spend', 'impressions', 'actions'], params)
  expect(rows).toHaveLength(3)
  expect(rows[0].actions.map((action: Untyped) => action.action_type)).toContain('link_click')
  const run = await campaign.getInsightsAsync(['adset_id', 'spend', 'impressions', 'actions'], params)
  sandbox.clock.advance(5_000)
  const state = await run.get(['async_status', 'async_percent_completion'])
  expect([state.async_status, state.async_percent_completion]).toEqual(['Job Completed', 100])
  const later = await run.getInsights([], {})
  const readSpends = (list: Untyped) => list.map((row: Untyped) => Number(row.spend))
  expect(readSpends(later)).toEqual(readSpends(rows))
})

test('the Meta SDK updates a budget and reads the new value', async () => {
  const campaign = new Campaign('120210000000000011', { daily_budget: 2_700 }, undefined, api)
  await campaign.update([], { daily_budget: 2_700 })
  const read = await new Campaign('120210000000000011', {}, undefined, api).get(['name', 'daily_budget'])
  expect([read.name, String(read.daily_budget)]).toEqual(['Spring bread', '2700'])
})

test('the Meta SDK creates a paused campaign and deletes it', async () => {
  const created = await account().createCampaign([], {
    name: 'By the SDK',
    objective: 'OUTCOME_TRAFFIC',
    status: 'PAUSED',
    special_ad_categories: ['NONE'],
    daily_budget: 1_000,
  })
  expect((await new Campaign(created.id, {}, undefined, api).get(['status'])).status).toBe('PAUSED')
  await new Campaign(created.id, {}, undefined, api).delete([], {})
  expect((await new Campaign(created.id, {}, undefined, api).get(['status'])).status).toBe('DELETED')
})

test('the Meta SDK creates a campaign with label, targeting and inline creative, and reads it back', async () => {
  const campaign = await account().createCampaign([], {
    name: 'Whole by the SDK',
    objective: 'OUTCOME_TRAFFIC',
    special_ad_categories: [],
    daily_budget: 1_000,
    adlabels: [{ name: 'sdk' }],
  })
  const adSet = await account().createAdSet([], {
    name: 'Near',
    campaign_id: campaign.id,
    optimization_goal: 'LINK_CLICKS',
    billing_event: 'IMPRESSIONS',
    targeting: {
      geo_locations: { countries: ['US'] },
      age_min: 30,
      targeting_automation: { advantage_audience: 0 },
    },
  })
  const story = {
    page_id: '104500000000001',
    link_data: { link: 'https://foxbakery.example/', message: 'Fresh', name: 'Bread' },
  }
  await account().createAd([], {
    name: 'One',
    adset_id: adSet.id,
    creative: { object_story_spec: story },
    status: 'PAUSED',
  })
  const [found] = await account().getCampaignsByLabels(['name'], { ad_label_ids: ['sdk'] })
  const [ad] = await found.getAds(['name', 'creative{object_story_spec}'])
  expect([found.name, ad.creative.object_story_spec]).toEqual(['Whole by the SDK', story])
})

test('the Meta SDK creates a lead form audience and reads it back', async () => {
  const rule = {
    inclusions: {
      operator: 'or',
      rules: [
        {
          event_sources: [{ type: 'lead', id: '700011' }],
          retention_seconds: 7_776_000,
          filter: {
            operator: 'and',
            filters: [{ field: 'event', operator: 'eq', value: 'lead_generation_opened' }],
          },
        },
      ],
    },
  }
  const created = await account().createCustomAudience([], {
    name: 'Opened the form',
    description: 'from the SDK',
    rule: JSON.stringify(rule),
    prefill: true,
  })
  const read = await new CustomAudience(created.id, {}, undefined, api).get(['name', 'description', 'rule'])
  expect([read.name, read.description, JSON.parse(read.rule)]).toEqual([
    'Opened the form',
    'from the SDK',
    rule,
  ])
})

test('the Meta SDK uploads a video by address, and the video becomes ready', async () => {
  const created = await account().createAdVideo([], {
    file_url: 'https://cdn.example/bread.mp4',
    name: 'bread',
  })
  sandbox.clock.advance(10_000)
  const video = await new AdVideo(created.id, {}, undefined, api).read(['status', 'source', 'length'])
  expect(video.status.video_status).toBe('ready')
  expect((await fetch(video.source)).status).toBe(200)
  const videos = await account().getAdVideos(['title', 'format'], { limit: 5 })
  expect(videos).toHaveLength(5)
})

test('the Meta SDK searches for targeting interests', async () => {
  const found = await account().getTargetingSearch(['name', 'path'], { q: 'bread', limit_type: 'interests' })
  expect(found[0].name).toBe('Bread')
})

test('the Meta SDK passes each response of a batch to its own callback', async () => {
  const responses: Untyped[] = []
  const failures: Untyped[] = []
  const batch = new FacebookAdsApiBatch(api)
  const addRequest = (request: Untyped) =>
    batch.addRequest(
      request,
      (response: Untyped) => responses.push(response.body),
      (response: Untyped) => failures.push(response.error ?? response.body),
    )
  addRequest(new APIRequest('120210000000000011', 'GET', '/').addField('name'))
  addRequest(
    new APIRequest('120210000000000011', 'GET', '/insights')
      .addFields(['spend'])
      .addParams({ date_preset: 'last_7d' }),
  )
  addRequest(new APIRequest('999', 'GET', '/').addField('name'))
  expect(await batch.execute()).toBeNull()
  expect(responses[0].name).toBe('Spring bread')
  expect(responses[1].data).toHaveLength(1)
  expect(failures).toHaveLength(1)
})

test('the Meta SDK reports an invalid token as error 190', async () => {
  const deadToken = new FacebookAdsApi('EAAdead', 'en_US', false)
  const refused = await new AdAccount('act_1001200300400', {}, undefined, deadToken)
    .get(['name'])
    .catch((error: unknown) => error)
  expect(refused).toMatchObject({
    name: 'FacebookRequestError',
    status: 400,
    response: { code: 190, type: 'OAuthException' },
  })
})

test('the Meta SDK reports an unknown object as error 100 with subcode 33', async () => {
  const refused = await new Campaign('1', {}, undefined, api).get(['name']).catch((error: unknown) => error)
  expect(refused).toMatchObject({ response: { code: 100, error_subcode: 33 } })
})

const readBudget = () => new Campaign('120210000000000011', {}, undefined, api).get(['daily_budget'])

test(findingTitle(clientFindings.metaNumbers), async () => {
  const read = await readUnderSeeds(sandbox, readBudget)
  expect(new Set(read.map(({ daily_budget }: Untyped) => typeof daily_budget))).toEqual(
    new Set(['number', 'string']),
  )
})

test(findingTitle(clientFindings.metaUnknown), async () => {
  const read = await readUnderSeeds(sandbox, readBudget)
  expect(new Set(read.map((campaign: Untyped) => campaign.delivery_hint !== undefined))).toEqual(
    new Set([true, false]),
  )
})

test(findingTitle(clientFindings.metaEmptyPage), async () => {
  const ends = await readUnderSeeds(sandbox, async () => {
    const cursor = await account().getAdImages(['hash'], { limit: 40 })
    while (cursor.hasNext()) await cursor.next()
    return { isEmpty: cursor.length === 0, leadsBack: cursor.hasPrevious() }
  })
  expect(ends).toContainEqual({ isEmpty: true, leadsBack: false })
  expect(ends).toContainEqual({ isEmpty: false, leadsBack: true })
})
