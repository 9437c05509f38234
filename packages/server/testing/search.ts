// Linked users and the sandbox for tests of the search and pro operations.

import type { RequestRecord } from '@adrail/sandbox'
import { beforeEach } from 'vitest'
import { asList, type JsonObject, valueAt } from '../src/platforms/connector-kit/values.ts'
import { newLinkedUser, useLinkedUser } from './linked.ts'
import { createSandboxAdmin, unvariedHeaders } from './sandbox.ts'
import { type TestService, useService } from './service.ts'

/** Customer id of Fox Garden Shop, the demo person's account. */
export const gardenShop = '4823109756'

/** A valid lead form without its name. */
export const leadForm = {
  headline: 'Ask for an offer',
  description: 'We call you back within a day.',
  privacy_policy_url: 'https://shop.example/privacy',
  call_to_action_type: 'LEARN_MORE',
  call_to_action_description: 'Tell us what you need',
  input_fields: ['FULL_NAME', 'EMAIL'],
}

export function newSearchUser(
  service: TestService,
  { person = 'ada', accountId = gardenShop, apiKey = service.apiKey } = {},
): Promise<string> {
  return newLinkedUser(service, { platform: 'SEARCH', person, accountId, pageId: '', apiKey })
}

export function newProUser(
  service: TestService,
  { person = 'ada', accountId = '512345678', apiKey = service.apiKey } = {},
): Promise<string> {
  return newLinkedUser(service, { platform: 'PROFESSIONAL', person, accountId, pageId: '', apiKey })
}

/** Posts to the platform directly as the demo person, bypassing the service. */
export async function postToPlatform(
  service: TestService,
  path: string,
  body: JsonObject,
  accountId = gardenShop,
): Promise<unknown> {
  const { url = '', search } = service.app.sandbox ?? {}
  const response = await fetch(`${url}/v25/customers/${accountId}/${path}`, {
    method: 'POST',
    headers: {
      ...unvariedHeaders,
      authorization: `Bearer ${search?.accessToken}`,
      'content-type': 'application/json',
      'login-customer-id': search?.loginCustomerId ?? '',
    },
    body: JSON.stringify(body),
  })
  const data: unknown = await response.json()
  if (!response.ok) throw new Error(JSON.stringify(data))
  return data
}

/** Runs a query directly at the platform and returns its rows. */
export async function querySearchRows(
  service: TestService,
  query: string,
  accountId = gardenShop,
): Promise<JsonObject[]> {
  const data = await postToPlatform(service, 'googleAds:search', { query }, accountId)
  return asList(valueAt(data, 'results')) as JsonObject[]
}

/** Returns the sandbox admin client for the search platform. */
export function searchSandbox(service: TestService) {
  const sandbox = createSandboxAdmin(service, 'search')
  const { requests, effects } = sandbox
  const isMutate = ({ call, body }: RequestRecord) =>
    call === 'googleAds:mutate' && !body.includes('"validateOnly":true')
  return Object.assign(sandbox, {
    /** Lists changes in ad accounts only, without consents and tokens. */
    effects: async () => (await effects()).filter(({ call }) => call.endsWith(':mutate')),
    /** Lists requests that changed something or tried to. */
    writes: async () => (await requests()).filter(isMutate),
  })
}

/**
 * Starts a service for the tests of a file and links a user to a search account. Each test starts without
 * faults and recorded requests.
 */
export function useSearch() {
  const service = useService()
  const sandbox = searchSandbox(service)
  const linkedUser = useLinkedUser(() => newSearchUser(service))
  beforeEach(async () => {
    await sandbox.clearFaults()
    await sandbox.clearRequests()
  })
  return {
    service,
    sandbox,
    get userId() {
      return linkedUser.userId
    },
  }
}

/** Creates two paused campaigns that share a budget of 9 a day. Returns their ids. */
export async function createSharedBudgetCampaigns(service: TestService, userId: string): Promise<string[]> {
  const toResourceName = (collection: string, id: number) => `customers/${gardenShop}/${collection}/${id}`
  const campaignNames = ['Sharing one', 'Sharing two']
  const campaigns = campaignNames.map((campaignName, index) => ({
    campaignOperation: {
      create: {
        resourceName: toResourceName('campaigns', -2 - index),
        name: campaignName,
        status: 'PAUSED',
        advertisingChannelType: 'SEARCH',
        campaignBudget: toResourceName('campaignBudgets', -1),
        targetSpend: {},
        containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
      },
    },
  }))
  const create = {
    resourceName: toResourceName('campaignBudgets', -1),
    name: 'Shared',
    amountMicros: '9000000',
    explicitlyShared: true,
  }
  const mutateOperations = [{ campaignBudgetOperation: { create } }, ...campaigns]
  await postToPlatform(service, 'googleAds:mutate', { mutateOperations })
  const { results } = await service.call('search/get_campaigns', { userId })
  return campaignNames.map(
    (campaignName) => results.campaigns.find((campaign) => campaign.name === campaignName)?.id ?? '',
  )
}

/** Creates numbered campaigns directly at the platform. */
export async function addCampaigns(service: TestService, count: number): Promise<void> {
  const { url = '', search } = service.app.sandbox ?? {}
  const toResourceName = (collection: string, id: number) => `customers/4823109764/${collection}/${id}`
  const mutateOperations = Array.from({ length: count }, (_, index) => [
    {
      campaignBudgetOperation: {
        create: {
          resourceName: toResourceName('campaignBudgets', -1 - 2 * index),
          amountMicros: '5000000',
          explicitlyShared: false,
        },
      },
    },
    {
      campaignOperation: {
        create: {
          resourceName: toResourceName('campaigns', -2 - 2 * index),
          name: `Row ${index}`,
          status: 'PAUSED',
          advertisingChannelType: 'SEARCH',
          campaignBudget: toResourceName('campaignBudgets', -1 - 2 * index),
          targetSpend: {},
          containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
        },
      },
    },
  ]).flat()
  const response = await fetch(`${url}/v25/customers/4823109764/googleAds:mutate`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${search?.accessToken}`,
      'login-customer-id': '7710000001',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ mutateOperations }),
  })
  if (!response.ok) throw new Error(await response.text())
}
