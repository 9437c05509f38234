// Tests of ads and of the campaign and group of a new ad.

import { expect, test } from 'vitest'
import { usePro } from '../../../testing/pro.ts'
import { noon } from '../../../testing/sandbox.ts'
import { hourMs } from '../../core/durations.ts'

const { sandbox, call, json, patch, create } = usePro()

const campaigns = '/rest/adAccounts/512345678/adCampaigns'
const groups = '/rest/adAccounts/512345678/adCampaignGroups'
const creatives = '/rest/adAccounts/512345678/creatives'
const dollars = (amount: string) => ({ amount, currencyCode: 'USD' })

test('a new group, campaign and ad are linked, and the ad serves after its review and the campaign start', async () => {
  const group = await create(groups, {
    account: 'urn:li:sponsoredAccount:512345678',
    name: 'Winter',
    status: 'ACTIVE',
    runSchedule: { start: noon },
  })
  expect(group.status).toBe(201)
  const groupId = group.headers.get('x-restli-id')
  const entity = {
    account: 'urn:li:sponsoredAccount:512345678',
    campaignGroup: `urn:li:sponsoredCampaignGroup:${groupId}`,
    name: 'Wreaths',
    status: 'ACTIVE',
    associatedEntity: 'urn:li:organization:2414183',
    type: 'SPONSORED_UPDATES',
    objectiveType: 'ENGAGEMENT',
    costType: 'CPM',
    dailyBudget: dollars('30.00'),
    locale: { country: 'US', language: 'en' },
    runSchedule: { start: noon + 24 * hourMs },
    offsiteDeliveryEnabled: false,
    politicalIntent: 'NOT_POLITICAL',
    targetingCriteria: {
      include: { and: [{ or: { 'urn:li:adTargetingFacet:locations': ['urn:li:geo:103644278'] } }] },
    },
  }
  const campaign = await create(campaigns, entity)
  expect(campaign.status).toBe(201)
  const id = campaign.headers.get('x-restli-id')
  const ad = await create(creatives, {
    campaign: `urn:li:sponsoredCampaign:${id}`,
    content: { reference: 'urn:li:share:7180100003' },
    intendedStatus: 'ACTIVE',
  })
  const adKey = ad.headers.get('x-restli-id')
  expect(adKey).toMatch(/^urn%3Ali%3AsponsoredCreative%3A\d+$/)
  const read = async () =>
    (await json(`${creatives}/${adKey}?fields=isServing,servingHoldReasons,review`)).body
  expect(await read()).toEqual({
    isServing: false,
    servingHoldReasons: ['UNDER_REVIEW', 'CAMPAIGN_STOPPED'],
    review: { status: 'PENDING' },
  })
  sandbox.clock.advance(25 * hourMs)
  expect(await read()).toEqual({ isServing: true, review: { status: 'APPROVED' } })
  expect(sandbox.requests.effects().map(({ kind }) => kind)).toEqual([
    'adCampaignGroup.created',
    'adCampaign.created',
    'creative.created',
  ])
  const later = { ...entity, runSchedule: { start: noon + 48 * hourMs } }
  const cheap = await create(campaigns, { ...later, dailyBudget: dollars('1.00') })
  expect(cheap.body.code).toBe('FIELD_VALUE_TOO_LOW')
  const budgetless = await create(campaigns, { ...later, dailyBudget: undefined })
  expect(budgetless.body.code).toBe('MISSING_FIELD')
})

test('a creative search requires the finder header, and a creative under review cannot be paused', async () => {
  const finder = { headers: { 'x-restli-method': 'FINDER' } }
  const campaign = 'urn%3Ali%3AsponsoredCampaign%3A361084726'
  const query = `${creatives}?q=criteria&campaigns=List(${campaign})&sortOrder=ASCENDING&pageSize=100`
  expect((await call(query)).status).toBe(400)
  const { body } = await json(query, finder)
  expect(body.elements.map(({ name, review }) => [name, review])).toEqual([
    ['Pallets of boxwood, delivered', { status: 'APPROVED' }],
    ['Your yard, our nursery', { status: 'APPROVED' }],
    ['Quote in one working day', { status: 'PENDING' }],
  ])
  const drafts = await json(
    `${creatives}?q=criteria&intendedStatuses=List(DRAFT,ARCHIVED)&isTotalIncluded=true`,
    finder,
  )
  expect(drafts.body.elements).toHaveLength(2)
  expect(drafts.body.paging.total).toBe(2)
  const pause = { patch: { $set: { intendedStatus: 'PAUSED' } } }
  const key = (id: number) => `${creatives}/urn%3Ali%3AsponsoredCreative%3A${id}`
  expect((await patch(key(295104003), pause)).status).toBe(400)
  expect((await patch(key(295104001), pause)).status).toBe(204)
  expect((await json(`${key(295104001)}?fields=intendedStatus,isServing,servingHoldReasons`)).body).toEqual({
    intendedStatus: 'PAUSED',
    isServing: false,
    servingHoldReasons: ['STOPPED'],
  })
})
