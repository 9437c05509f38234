// Tests of campaign creation: assets, targeting and refusals.

import { expect, test } from 'vitest'
import { usePro } from '../../../testing/pro.ts'
import { noon } from '../../../testing/sandbox.ts'
import { hourMs } from '../../core/durations.ts'

const { sandbox, call, json, patch, create } = usePro()
const account = '/rest/adAccounts/512345678'
const organization = 'urn:li:organization:2414183'
const facet = (name: string) => `urn:li:adTargetingFacet:${name}`
const encoded = encodeURIComponent
const place = { or: { [facet('locations')]: ['urn:li:geo:103644278'] } }
const targetingCriteria = {
  include: { and: [place, { or: { [facet('interfaceLocales')]: ['urn:li:locale:en_US'] } }] },
}
const campaign = {
  account: 'urn:li:sponsoredAccount:512345678',
  campaignGroup: 'urn:li:sponsoredCampaignGroup:640118001',
  associatedEntity: organization,
  name: 'Wreaths',
  status: 'PAUSED',
  type: 'SPONSORED_UPDATES',
  format: 'STANDARD_UPDATE',
  objectiveType: 'WEBSITE_VISIT',
  costType: 'CPM',
  optimizationTargetType: 'MAX_CLICK',
  unitCost: { amount: '0', currencyCode: 'USD' },
  dailyBudget: { amount: '30.00', currencyCode: 'USD' },
  locale: { country: 'US', language: 'en' },
  runSchedule: { start: noon + hourMs },
  offsiteDeliveryEnabled: false,
  politicalIntent: 'NOT_POLITICAL',
  targetingCriteria,
}
const post = {
  adContext: { dscAdAccount: 'urn:li:sponsoredAccount:512345678', dscStatus: 'ACTIVE' },
  author: organization,
  commentary: 'Wreaths by the dozen',
  visibility: 'PUBLIC',
  lifecycleState: 'PUBLISHED',
  distribution: { feedDistribution: 'NONE' },
  isReshareDisabledByAuthor: false,
  contentLandingPage: 'https://fox-garden.example/wreaths',
  contentCallToActionLabel: 'LEARN_MORE',
}

async function newCampaign(change: object = {}): Promise<string> {
  const made = await create(`${account}/adCampaigns`, { ...campaign, ...change })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.headers.get('x-restli-id') ?? ''
}

async function newImage(): Promise<string> {
  const { body } = await create('/rest/images?action=initializeUpload', {
    initializeUploadRequest: { owner: organization },
  })
  const { value } = body as unknown as { value: { image: string; uploadUrl: string } }
  const picture = await (await fetch(`${sandbox.url}/_media/image/wreath-600x400.png`)).arrayBuffer()
  const sent = await fetch(value.uploadUrl, { method: 'PUT', body: picture })
  expect(sent.status).toBe(201)
  return value.image
}

const inline = (campaignId: string, change: object = {}, members: object = {}) =>
  create(`${account}/creatives?action=createInline`, {
    creative: {
      campaign: `urn:li:sponsoredCampaign:${campaignId}`,
      intendedStatus: 'ACTIVE',
      name: 'Dozen',
      inlineContent: { post: { ...post, ...change } },
      ...members,
    },
  })

test('createInline creates an ad and its post with an uploaded image and returns the ad id in the body', async () => {
  const id = await newCampaign()
  const image = await newImage()
  const strange = { content: { media: { id: 'urn:li:image:none', title: 'Wreaths' } } }
  expect((await inline(id, strange)).body.code).toBe('FIELD_INVALID')
  expect((await json(`/rest/images/${encoded(image)}`)).body).toMatchObject({ status: 'AVAILABLE' })
  const made = await inline(id, { content: { media: { id: image, title: 'Wreaths' } } })
  expect([made.status, made.headers.get('x-restli-id')]).toEqual([200, null])
  const { creative } = (made.body as unknown as { value: { creative: string } }).value
  const read = await json(`${account}/creatives/${encoded(creative)}`)
  expect(read.body).toMatchObject({ name: 'Dozen', intendedStatus: 'ACTIVE', review: { status: 'PENDING' } })
  const { content } = read.body as unknown as { content: { reference: string } }
  const shown = await json(`/rest/posts/${encoded(content.reference)}`)
  expect(shown.body).toMatchObject({ commentary: 'Wreaths by the dozen', adContext: { isDsc: true } })
})

test('campaign creation refuses a missing required field, an invalid value and a plural objective', async () => {
  for (const member of ['offsiteDeliveryEnabled', 'politicalIntent', 'runSchedule', 'locale']) {
    const { status, body } = await create(`${account}/adCampaigns`, { ...campaign, [member]: undefined })
    expect([status, body.message]).toEqual([422, expect.stringContaining(`/${member} :: field is required`)])
  }
  const plural = await create(`${account}/adCampaigns`, { ...campaign, objectiveType: 'WEBSITE_VISITS' })
  expect([plural.status, plural.body.message]).toEqual([422, expect.stringContaining('/objectiveType')])
  for (const [change, path] of [
    [{ targetingCriteria: undefined }, '/targetingCriteria'],
    [{ associatedEntity: undefined }, '/associatedEntity'],
    [
      { targetingCriteria: { include: { and: [{ or: { [facet('locations')]: ['urn:li:geo:1'] } }] } } },
      '/targetingCriteria',
    ],
    [{ runSchedule: { start: noon - hourMs } }, '/runSchedule/start'],
    [{ optimizationTargetType: 'MAX_LEAD' }, '/optimizationTargetType'],
    [{ costType: 'CPC' }, '/costType'],
  ] as const) {
    const { body } = await create(`${account}/adCampaigns`, { ...campaign, ...change })
    const { inputErrors, conditionalInputErrors } = body.errorDetails
    expect([...inputErrors, ...conditionalInputErrors][0]?.input.inputPath.fieldPath).toBe(path)
  }
})

test('campaign creation refuses conflicting targeting facets, an invalid exclusion and an unknown audience segment', async () => {
  const and = (...more: object[]) => ({ include: { and: [place, ...more] } })
  for (const criteria of [
    and(
      { or: { [facet('titles')]: ['urn:li:title:3'] } },
      { or: { [facet('seniorities')]: ['urn:li:seniority:6'] } },
    ),
    and(
      { or: { [facet('employers')]: ['urn:li:organization:1035'] } },
      { or: { [facet('industries')]: ['urn:li:industry:27'] } },
    ),
    { ...targetingCriteria, exclude: { or: { [facet('interfaceLocales')]: ['urn:li:locale:de_DE'] } } },
    and({ or: { [facet('audienceMatchingSegments')]: ['urn:li:adSegment:1'] } }),
  ]) {
    const { status } = await create(`${account}/adCampaigns`, { ...campaign, targetingCriteria: criteria })
    expect(status).toBe(400)
  }
})

test('targeting entities are found by facet, name and URN, and a small audience is counted as 0', async () => {
  const entities = (query: string) => json(`/rest/adTargetingEntities?${query}`)
  const seniorities = await entities(`q=adTargetingFacet&facet=${encoded(facet('seniorities'))}`)
  expect(seniorities.body.elements).toHaveLength(10)
  const austin = await entities(`q=typeahead&facet=${encoded(facet('locations'))}&query=austin`)
  expect(austin.body.elements[0]).toMatchObject({ urn: 'urn:li:geo:104472865', facetUrn: facet('locations') })
  const urns = await entities(
    `q=urns&urns=List(${encoded('urn:li:geo:103644278')},${encoded('urn:li:geo:1')})`,
  )
  expect(urns.body.elements).toHaveLength(1)
  const count = async (title: string) => {
    const or = (name: string, urn: string) => `(or:(${encoded(facet(name))}:List(${encoded(urn)})))`
    const criteria = `(include:(and:List(${or('locations', 'urn:li:geo:103644278')},${or('titles', title)})))`
    const { body } = await json(`/rest/audienceCounts?q=targetingCriteriaV2&targetingCriteria=${criteria}`)
    return body.elements[0]?.['total']
  }
  expect(await count('urn:li:title:3')).toBeGreaterThan(300)
  expect(await count('urn:li:title:1045')).toBe(0)
  const pricing = await json(
    `/rest/adBudgetPricing?q=criteriaV2&account=${encoded('urn:li:sponsoredAccount:512345678')}&bidType=CPC&campaignType=SPONSORED_UPDATES&matchType=EXACT&targetingCriteria=(include:(and:List((or:(${encoded(facet('locations'))}:List(${encoded('urn:li:geo:103644278')}))))))`,
  )
  expect(pricing.body.elements[0]).toMatchObject({
    bidLimits: { min: { amount: '2.00', currencyCode: 'USD' } },
    dailyBudgetLimits: { min: { amount: '10.00' } },
  })
})

test('a conversion campaign requires a conversion for its activation, and a lead campaign requires a published form in its ads', async () => {
  const id = await newCampaign({
    objectiveType: 'WEBSITE_CONVERSION',
    optimizationTargetType: 'MAX_CONVERSION',
  })
  const activate = () => patch(`${account}/adCampaigns/${id}`, { patch: { $set: { status: 'ACTIVE' } } })
  expect((await activate()).status).toBe(400)
  const key = `(campaign:${encoded(`urn:li:sponsoredCampaign:${id}`)},conversion:${encoded('urn:lla:llaPartnerConversion:70201')})`
  expect(
    (
      await call(`/rest/campaignConversions/${key}`, {
        method: 'PUT',
        body: '{}',
        headers: { 'content-type': 'application/json' },
      })
    ).status,
  ).toBe(204)
  expect((await json(`/rest/campaignConversions/${key}`)).body).toMatchObject({
    conversion: 'urn:lla:llaPartnerConversion:70201',
  })
  expect((await activate()).status).toBe(204)
  const leads = await newCampaign({ objectiveType: 'LEAD_GENERATION', optimizationTargetType: 'MAX_LEAD' })
  const form = (destination: string) => ({ leadgenCallToAction: { destination, label: 'SIGN_UP' } })
  expect((await inline(leads)).status).toBe(400)
  expect((await inline(leads, {}, form('urn:li:adForm:8100103'))).status).toBe(400)
  expect((await inline(leads, {}, form('urn:li:adForm:8100101'))).status).toBe(200)
})

test('a draft campaign can be deleted, and other campaigns can only be marked for deletion and then not changed', async () => {
  const draft = await newCampaign({ status: 'DRAFT' })
  expect((await call(`${account}/adCampaigns/${draft}`, { method: 'DELETE' })).status).toBe(204)
  expect((await json(`${account}/adCampaigns/${draft}`)).status).toBe(404)
  const id = await newCampaign()
  expect((await call(`${account}/adCampaigns/${id}`, { method: 'DELETE' })).status).toBe(400)
  const mark = { patch: { $set: { status: 'PENDING_DELETION' } } }
  expect((await patch(`${account}/adCampaigns/${id}`, mark)).status).toBe(204)
  expect((await patch(`${account}/adCampaigns/${id}`, { patch: { $set: { name: 'Again' } } })).status).toBe(
    400,
  )
})

test('a video upload requires all of its parts, and the video becomes available after processing', async () => {
  const fileSizeBytes = 5 * 1024 * 1024
  const { body } = await create('/rest/videos?action=initializeUpload', {
    initializeUploadRequest: {
      owner: organization,
      fileSizeBytes,
      uploadCaptions: false,
      uploadThumbnail: false,
    },
  })
  const { value } = body as unknown as {
    value: { video: string; uploadInstructions: { uploadUrl: string; firstByte: number; lastByte: number }[] }
  }
  const uploadedPartIds: string[] = []
  for (const { uploadUrl, firstByte, lastByte } of value.uploadInstructions) {
    const sent = await fetch(uploadUrl, { method: 'PUT', body: new Uint8Array(lastByte - firstByte + 1) })
    uploadedPartIds.push(sent.headers.get('etag') ?? '')
  }
  const finish = (parts: readonly string[]) =>
    create('/rest/videos?action=finalizeUpload', {
      finalizeUploadRequest: { video: value.video, uploadToken: '', uploadedPartIds: parts },
    })
  expect((await finish(uploadedPartIds.slice(1))).status).toBe(400)
  expect((await finish(uploadedPartIds)).status).toBe(200)
  const status = async () => (await json(`/rest/videos/${encoded(value.video)}`)).body.status
  expect(await status()).toBe('PROCESSING')
  sandbox.clock.advance(61_000)
  expect(await status()).toBe('AVAILABLE')
})

test('only a person who represents an organization can read its posts and create ads in its name', async () => {
  const posts = `/rest/posts?q=author&author=${encoded(organization)}&count=10`
  const finder = { headers: { 'x-restli-method': 'FINDER' } }
  const { body } = await json(posts, finder)
  expect(body.elements.map(({ id }) => id)).toEqual(
    [1, 2, 3, 4].map((index) => `urn:li:share:${7180100000 + index}`),
  )
  expect((await json(posts, { ...finder, person: 'otto' })).status).toBe(403)
  const id = await newCampaign()
  expect((await inline(id, { author: 'urn:li:organization:2520311' })).status).toBe(403)
})

test('campaign creation refuses a locale that LinkedIn does not support', async () => {
  const locale = { country: 'GB', language: 'en' }
  const refused = await create(`${account}/adCampaigns`, { ...campaign, locale })
  expect(refused.status).toBe(400)
  expect(JSON.stringify(refused.body)).toMatch(/en_GB.*targetingCriteria/)
})
