// The undo of a creation deletes the campaign with everything in it. adrail refuses the undo if anyone has
// changed a part since.

import { afterEach, describe, expect, test } from 'vitest'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { requestPro } from '../../../testing/pro.ts'
import { minimalProCampaign } from '../../../testing/proCampaign.ts'
import { createSandboxAdmin } from '../../../testing/sandbox.ts'
import { newProUser, newSearchUser, postToPlatform, querySearchRows } from '../../../testing/search.ts'
import { fullSearchCampaign } from '../../../testing/searchCampaign.ts'
import { changeAtPlatform, createAtPlatform, useSocial } from '../../../testing/social.ts'
import { minimalSocialCampaign } from '../../../testing/socialCampaign.ts'
import { valueAt } from '../../platforms/connector-kit/values.ts'

const social = useSocial()
const { service } = social

interface Made {
  readonly operationId: string
  readonly campaignId: string
  readonly adGroupId: string
  readonly adIds: readonly string[]
}

const undo = (operationId: string) => service.call('operation/undo_operation', { operationId })

/** Expects a refusal of the undo that reports the difference. */
async function expectRefused(made: Made, difference: RegExp): Promise<void> {
  const { error } = expectRefusal(await undo(made.operationId), 'UNDO_REFUSED')
  expect(error).toMatch(difference)
}

afterEach(async () => {
  await service.app.store.db.deleteFrom('raises').execute()
})

describe('the undo of social/create_campaign', () => {
  const create = async (): Promise<Made> =>
    expectSuccess(
      'social/create_campaign',
      await social.call('social/create_campaign', minimalSocialCampaign('Rye')),
    )
  const creativeOf = async (adId = '') => {
    const { url = '', social: own } = service.app.sandbox ?? {}
    const response = await fetch(`${url}/v26.0/${adId}?fields=creative&access_token=${own?.accessToken}`)
    const { creative } = (await response.json()) as { readonly creative: { readonly id: string } }
    return creative.id
  }

  test.each<readonly [string, (made: Made) => Promise<unknown>, RegExp]>([
    [
      'someone added an ad group',
      ({ campaignId }) =>
        createAtPlatform(social, 'adsets', {
          name: 'By a colleague',
          campaign_id: campaignId,
          optimization_goal: 'LINK_CLICKS',
          billing_event: 'IMPRESSIONS',
          destination_type: 'WEBSITE',
          status: 'PAUSED',
          targeting: { geo_locations: { countries: ['US'] } },
        }),
      /the ad group "By a colleague" \(\d+\) was added/,
    ],
    [
      'someone added an ad',
      async ({ adGroupId, adIds }) =>
        createAtPlatform(social, 'ads', {
          name: 'By a colleague',
          adset_id: adGroupId,
          status: 'PAUSED',
          creative: { creative_id: await creativeOf(adIds[0]) },
        }),
      /the ad "By a colleague" \(\d+\) was added/,
    ],
    [
      'someone renamed the campaign',
      ({ campaignId }) => changeAtPlatform(social, campaignId, { name: 'Spelt' }),
      /the name of the campaign \d+ has changed from "Rye" to "Spelt"/,
    ],
    [
      'someone renamed the ad group',
      ({ adGroupId }) => changeAtPlatform(social, adGroupId, { name: 'Spelt' }),
      /the name of the ad group \d+ has changed/,
    ],
    [
      'someone paused an ad',
      ({ adIds }) => changeAtPlatform(social, adIds[0] ?? '', { status: 'PAUSED' }),
      /the status of the ad \d+ has changed from "ACTIVE" to "PAUSED"/,
    ],
    [
      'someone deleted an ad',
      ({ adIds }) => changeAtPlatform(social, adIds[0] ?? '', { status: 'DELETED' }),
      /the ad "Rye 1" \(\d+\) was deleted/,
    ],
    [
      'someone changed the targeting',
      ({ adGroupId }) =>
        changeAtPlatform(social, adGroupId, { targeting: { geo_locations: { countries: ['DE'] } } }),
      /the targeting of the ad group \d+ has changed/,
    ],
    [
      'someone changed the schedule',
      ({ adGroupId }) =>
        changeAtPlatform(social, adGroupId, {
          end_time: Math.floor(service.clock.now() / 1000) + 30 * 86_400,
        }),
      /the schedule of the ad group \d+ has changed/,
    ],
    [
      'someone changed the budget',
      ({ campaignId }) => changeAtPlatform(social, campaignId, { daily_budget: 1300 }),
      /the budget of the campaign has changed/,
    ],
  ])('is refused when %s', async (_, change, difference) => {
    const made = await create()
    await change(made)
    await expectRefused(made, difference)
  })
})

describe('the undo of search/create_search_campaign', () => {
  const create = async (name: string): Promise<Made> => {
    const body = fullSearchCampaign(await newSearchUser(service), name, service.app.sandbox?.url ?? '')
    const { images: _, ...wanted } = body
    return expectSuccess(
      'search/create_search_campaign',
      await service.call('search/create_search_campaign', wanted),
    )
  }
  const mutate = (...mutateOperations: object[]) =>
    postToPlatform(service, 'googleAds:mutate', { mutateOperations } as never)
  const nameOf = (collection: string, id: string) => `customers/4823109756/${collection}/${id}`
  const removeCriterion = async (campaignId: string, where: string) => {
    const query = `SELECT campaign_criterion.resource_name FROM campaign_criterion WHERE campaign.id = ${campaignId} AND ${where}`
    const [row] = await querySearchRows(service, query)
    await mutate({
      campaignCriterionOperation: { remove: valueAt(row, 'campaignCriterion', 'resourceName') },
    })
  }
  const removeAsset = async (campaignId: string, fieldType: string) => {
    const query = `SELECT campaign_asset.resource_name FROM campaign_asset WHERE campaign.id = ${campaignId} AND campaign_asset.field_type = '${fieldType}'`
    const [row] = await querySearchRows(service, query)
    await mutate({ campaignAssetOperation: { remove: valueAt(row, 'campaignAsset', 'resourceName') } })
  }

  const sitelink = { finalUrls: ['https://shop.example/'], sitelinkAsset: { linkText: 'By a colleague' } }
  const linkAsset = async (campaignId: string, fieldType: string, values: object) => {
    const asset = nameOf('assets', '-1')
    const create = { campaign: nameOf('campaigns', campaignId), asset, fieldType }
    await mutate(
      { assetOperation: { create: { resourceName: asset, ...values } } },
      { campaignAssetOperation: { create } },
    )
  }

  test.each<readonly [string, (made: Made) => Promise<unknown>, RegExp]>([
    [
      'someone added an ad group',
      ({ campaignId }) =>
        mutate({
          adGroupOperation: {
            create: {
              name: 'By a colleague',
              campaign: nameOf('campaigns', campaignId),
              status: 'PAUSED',
              type: 'SEARCH_STANDARD',
            },
          },
        }),
      /the ad group "By a colleague" \(\d+\) was added/,
    ],
    [
      'someone added a keyword',
      ({ adGroupId }) =>
        mutate({
          adGroupCriterionOperation: {
            create: {
              adGroup: nameOf('adGroups', adGroupId),
              status: 'ENABLED',
              keyword: { text: 'teak bench', matchType: 'EXACT' },
            },
          },
        }),
      /the keyword "teak bench \(EXACT\)" was added/,
    ],
    [
      'someone added a negative keyword',
      ({ campaignId }) =>
        mutate({
          campaignCriterionOperation: {
            create: {
              campaign: nameOf('campaigns', campaignId),
              negative: true,
              keyword: { text: 'second hand', matchType: 'PHRASE' },
            },
          },
        }),
      /the negative keyword "second hand \(PHRASE\)" was added/,
    ],
    [
      'someone added an ad',
      ({ adGroupId }) =>
        mutate({
          adGroupAdOperation: {
            create: {
              adGroup: nameOf('adGroups', adGroupId),
              status: 'PAUSED',
              ad: {
                finalUrls: ['https://shop.example/'],
                responsiveSearchAd: {
                  headlines: [{ text: 'One' }, { text: 'Two' }, { text: 'Three' }],
                  descriptions: [{ text: 'First' }, { text: 'Second' }],
                },
              },
            },
          },
        }),
      /the ad "\d+" was added/,
    ],
    [
      'someone renamed the campaign',
      ({ campaignId }) =>
        mutate({
          campaignOperation: {
            updateMask: 'name',
            update: { resourceName: nameOf('campaigns', campaignId), name: `Renamed ${campaignId}` },
          },
        }),
      /the name of the campaign \d+ has changed/,
    ],
    [
      'someone paused the ad group',
      ({ adGroupId }) =>
        mutate({
          adGroupOperation: {
            updateMask: 'status',
            update: { resourceName: nameOf('adGroups', adGroupId), status: 'PAUSED' },
          },
        }),
      /the status of the ad group \d+ has changed from "ENABLED" to "PAUSED"/,
    ],
    [
      'someone added a location',
      ({ campaignId }) =>
        mutate({
          campaignCriterionOperation: {
            create: {
              campaign: nameOf('campaigns', campaignId),
              location: { geoTargetConstant: 'geoTargetConstants/2276' },
            },
          },
        }),
      /the criterion "location 2276" was added/,
    ],
    [
      'someone excluded a location',
      ({ campaignId }) =>
        mutate({
          campaignCriterionOperation: {
            create: {
              campaign: nameOf('campaigns', campaignId),
              negative: true,
              location: { geoTargetConstant: 'geoTargetConstants/2276' },
            },
          },
        }),
      /the criterion "excluded location 2276" was added/,
    ],
    [
      'someone added an IP address',
      ({ campaignId }) =>
        mutate({
          campaignCriterionOperation: {
            create: {
              campaign: nameOf('campaigns', campaignId),
              negative: true,
              ipBlock: { ipAddress: '203.0.113.7' },
            },
          },
        }),
      /the criterion "excluded ip_block \d+" was added/,
    ],
    [
      'someone removed a location',
      ({ campaignId }) => removeCriterion(campaignId, "campaign_criterion.type = 'LOCATION'"),
      /the criterion "(excluded )?location \d+" was deleted/,
    ],
    [
      'someone removed a language',
      ({ campaignId }) => removeCriterion(campaignId, "campaign_criterion.type = 'LANGUAGE'"),
      /the criterion "language \d+" was deleted/,
    ],
    [
      'someone removed a radius',
      ({ campaignId }) => removeCriterion(campaignId, "campaign_criterion.type = 'PROXIMITY'"),
      /the criterion "[\d.]+ (miles|kilometers) around [-\d., ]+" was deleted/,
    ],
    [
      'someone removed a negative keyword',
      ({ campaignId }) => removeCriterion(campaignId, "campaign_criterion.type = 'KEYWORD'"),
      /the negative keyword "[^"]+" was deleted/,
    ],
    [
      'someone linked a callout',
      ({ campaignId }) =>
        linkAsset(campaignId, 'CALLOUT', { calloutAsset: { calloutText: 'By a colleague' } }),
      /the asset "CALLOUT \d+" was added/,
    ],
    ...['CALLOUT', 'CALL', 'LEAD_FORM'].map(
      (fieldType) =>
        [
          `someone unlinked an asset: ${fieldType}`,
          ({ campaignId }: Made) => removeAsset(campaignId, fieldType),
          new RegExp(`the asset "${fieldType} \\d+" was deleted`),
        ] as const,
    ),
    [
      'someone unlinked the location group',
      ({ campaignId }) =>
        mutate({
          campaignAssetSetOperation: { remove: nameOf('campaignAssetSets', `${campaignId}~77001`) },
        }),
      /the location group "77001" was deleted/,
    ],
    [
      'someone removed an ad',
      ({ adGroupId, adIds }) =>
        mutate({ adGroupAdOperation: { remove: nameOf('adGroupAds', `${adGroupId}~${adIds[0]}`) } }),
      /the ad "\d+" was deleted/,
    ],
  ])('is refused when %s', async (what, change, difference) => {
    const made = await create(what)
    await change(made)
    await expectRefused(made, difference)
  })

  test('succeeds when the campaign has parts and assets of every kind and nothing changed', async () => {
    const body = fullSearchCampaign(await newSearchUser(service), 'Untouched', service.app.sandbox?.url ?? '')
    const made = await service.call('search/create_search_campaign', body)
    const { operationId } = expectSuccess('search/create_search_campaign', made)
    expectSuccess('operation/undo_operation', await undo(operationId))
  })

  /** Deletes the recorded assets, because an earlier release recorded no assets. */
  async function eraseRecordedAssets({ operationId }: Made): Promise<void> {
    const { db } = service.app.store
    const ofCreation = db.selectFrom('operation_steps').select('outcome').where('name', '=', 'create')
    const { outcome } = await ofCreation.where('operation_id', '=', operationId).executeTakeFirstOrThrow()
    const { data, ...otherFields } = JSON.parse(outcome ?? '')
    const { assets, ...recorded } = data
    expect(assets).toHaveLength(5)
    await db
      .updateTable('operation_steps')
      .set({ outcome: JSON.stringify({ ...otherFields, data: recorded }) })
      .where('operation_id', '=', operationId)
      .where('name', '=', 'create')
      .execute()
  }

  test.each<readonly [string, (made: Made) => Promise<unknown>, RegExp]>([
    [
      'unlinked a callout',
      ({ campaignId }) => removeAsset(campaignId, 'CALLOUT'),
      /the asset "CALLOUT" was deleted/,
    ],
    [
      'linked a sitelink',
      ({ campaignId }) => linkAsset(campaignId, 'SITELINK', sitelink),
      /the asset "SITELINK \d+" was added/,
    ],
  ])('is refused when someone %s in a campaign of an earlier release', async (what, change, difference) => {
    const made = await create(`Earlier release: ${what}`)
    await eraseRecordedAssets(made)
    await change(made)
    await expectRefused(made, difference)
  })

  test('succeeds when nothing changed in a campaign of an earlier release', async () => {
    const made = await create('Earlier release')
    await eraseRecordedAssets(made)
    expectSuccess('operation/undo_operation', await undo(made.operationId))
  })

  test('is refused when someone unlinked a callout of a campaign that adrail found after a lost response', async () => {
    await createSandboxAdmin(service, 'search').injectFault({
      call: 'googleAds:mutate',
      kind: 'reset',
      when: 'after',
    })
    const made = await create('Lost and found')
    await removeAsset(made.campaignId, 'CALLOUT')
    await expectRefused(made, /the asset "CALLOUT \d+" was deleted/)
  })
})

describe('the undo of pro/create_campaign', () => {
  const sandbox = createSandboxAdmin(service, 'pro')
  const root = 'adAccounts/512345678'
  const create = async (name: string): Promise<Made> =>
    expectSuccess(
      'pro/create_campaign',
      await service.call('pro/create_campaign', {
        ...minimalProCampaign(name),
        userId: await newProUser(service),
      }),
    )
  const patch = (kind: string, id: string, set: object) =>
    requestPro(sandbox.url, `${root}/${kind}/${id}`, { method: 'POST', body: { patch: { $set: set } } })
  /** Creates a copy of the last ad group or ad that adrail created. */
  const copy = async (kind: 'adCampaigns' | 'creatives') => {
    const sent = (await sandbox.requests(`${kind}.create`)).at(-1)
    const entity = JSON.parse(String(sent?.body)) as object
    const body = { ...entity, name: 'By a colleague' }
    await requestPro(sandbox.url, `${root}/${kind}`, { method: 'POST', isCreation: true, body })
  }

  test.each<readonly [string, (made: Made) => Promise<unknown>, RegExp]>([
    [
      'someone added an ad group',
      () => copy('adCampaigns'),
      /the ad group "By a colleague" \(\d+\) was added/,
    ],
    ['someone added an ad', () => copy('creatives'), /the ad "By a colleague" \(\d+\) was added/],
    [
      'someone renamed the campaign',
      ({ campaignId }) => patch('adCampaignGroups', campaignId, { name: 'Renamed' }),
      /the name of the campaign \d+ has changed from "someone renamed the campaign" to "Renamed"/,
    ],
    [
      'someone renamed the ad group',
      ({ adGroupId }) => patch('adCampaigns', adGroupId, { name: 'Renamed' }),
      /the name of the ad group \d+ has changed/,
    ],
    [
      'someone paused the ad group',
      ({ adGroupId }) => patch('adCampaigns', adGroupId, { status: 'PAUSED' }),
      /the status of the ad group \d+ has changed from "ACTIVE" to "PAUSED"/,
    ],
    [
      'someone changed the targeting',
      ({ adGroupId }) => {
        const geo = { or: { 'urn:li:adTargetingFacet:locations': ['urn:li:geo:101282230'] } }
        const locale = { or: { 'urn:li:adTargetingFacet:interfaceLocales': ['urn:li:locale:en_US'] } }
        return patch('adCampaigns', adGroupId, { targetingCriteria: { include: { and: [geo, locale] } } })
      },
      /the targeting of the ad group \d+ has changed/,
    ],
    [
      'someone changed the schedule',
      ({ adGroupId }) =>
        patch('adCampaigns', adGroupId, {
          runSchedule: { start: Date.parse('2030-03-02'), end: Date.parse('2030-04-02') },
        }),
      /the schedule of the ad group \d+ has changed/,
    ],
    [
      'someone changed the budget',
      ({ adGroupId }) =>
        patch('adCampaigns', adGroupId, { dailyBudget: { amount: '26.00', currencyCode: 'USD' } }),
      /the budget of the campaign has changed/,
    ],
  ])('is refused when %s', async (what, change, difference) => {
    const made = await create(what)
    await change(made)
    await expectRefused(made, difference)
  })
})
