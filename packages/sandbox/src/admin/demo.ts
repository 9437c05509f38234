// The demo person's access to all three platforms, in the form in which `demoIds.json` provides it to new users.

import type { PlatformName } from '../core/exchange.ts'
import type { PeopleListing } from './listing.ts'

export interface DemoAccess {
  readonly url: string
  readonly social: AppCredentials & {
    readonly accessToken: string
    readonly adAccountId: string
    readonly pageId: string
    readonly campaignId: string
  }
  readonly search: AppCredentials & {
    readonly accessToken: string
    readonly refreshToken: string
    readonly customerId: string
    readonly loginCustomerId: string
  }
  readonly pro: AppCredentials & { readonly accessToken: string; readonly accountId: string }
}

interface AppCredentials {
  readonly clientId: string
  readonly clientSecret: string
}

/** Ids of the sandbox's seed data that the examples of the documentation use. */
const demoIds = {
  person: 'ada',
  adAccountId: '1001200300400',
  pageId: '104500000000001',
  campaignId: '120210000000000011',
  customerId: '4823109756',
  loginCustomerId: '7710000001',
  accountId: '512345678',
}

export function demoAccess({ url, apps, people }: PeopleListing): DemoAccess {
  const person = people.find(({ key }) => key === demoIds.person)
  if (!person) throw new Error('The starting world lacks its demo person.')
  const getAppCredentials = (platform: PlatformName): AppCredentials => {
    const [{ clientId, clientSecret } = { clientId: '', clientSecret: '' }] = apps[platform]
    return { clientId, clientSecret }
  }
  return {
    url,
    social: {
      ...getAppCredentials('social'),
      accessToken: person.social.accessToken,
      adAccountId: demoIds.adAccountId,
      pageId: demoIds.pageId,
      campaignId: demoIds.campaignId,
    },
    search: {
      ...getAppCredentials('search'),
      accessToken: person.search.accessToken,
      refreshToken: person.search.refreshToken ?? '',
      customerId: demoIds.customerId,
      loginCustomerId: demoIds.loginCustomerId,
    },
    pro: { ...getAppCredentials('pro'), accessToken: person.pro.accessToken, accountId: demoIds.accountId },
  }
}
