// The starting world: the people, the registered applications, and what each platform adds to them.

import type { PlatformName } from './core/exchange.ts'
import type { State } from './core/state.ts'
import { issueStandingTokens } from './oauth/grants.ts'
import type { Person, RegisteredApp } from './oauth/people.ts'
import { defaultSwitches } from './oauth/switches.ts'
import { seedPro } from './pro/seed.ts'
import { emptyPro } from './pro/state.ts'
import { seedSearch } from './search/seed.ts'
import { emptySearch } from './search/state.ts'
import { seedSocial } from './social/seed.ts'
import { emptySocial } from './social/state.ts'

export const defaultSeed = 'adrail'

export function seedState(seed: string, now: number): State {
  const state: State = {
    seed,
    seededAt: now,
    counters: {},
    people: Object.fromEntries(people.map((person) => [person.key, person])),
    apps: { social: appsOf('social'), search: appsOf('search'), pro: appsOf('pro') },
    redirectUris: [],
    grants: {},
    tokens: {},
    codes: {},
    switches: defaultSwitches(),
    social: emptySocial(),
    search: emptySearch(),
    pro: emptyPro(),
  }
  for (const { key } of people) issueStandingTokens(state, key, now)
  seedSocial(state)
  seedSearch(state)
  seedPro(state)
  return state
}

const people: readonly Person[] = [
  person(
    'ada',
    'Ada',
    'Fox',
    'ada@fox-bakery.example',
    'en_US',
    'the demo person: one small business, everywhere',
    {
      social: '102200000000101',
      search: '104800000000000000101',
      pro: 'aD4f0xK2p1',
    },
  ),
  person('ben', 'Ben', 'Single', 'ben@single.example', 'en_US', 'one account everywhere, nothing to choose', {
    social: '102200000000102',
    search: '104800000000000000102',
    pro: 'bE7s1nG3q2',
  }),
  person('nora', 'Nora', 'None', 'nora@none.example', 'en_GB', 'no ad account anywhere', {
    social: '102200000000103',
    search: '104800000000000000103',
    pro: 'nO2n0nE5r3',
  }),
  person('otto', 'Otto', 'Forty', 'otto@forty.example', 'de_DE', 'forty accounts, so that lists have pages', {
    social: '102200000000104',
    search: '104800000000000000104',
    pro: 'oT9f4rT1s4',
  }),
  person(
    'agnes',
    'Agnes',
    'Agency',
    'agnes@agency.example',
    'en_US',
    'an agency: managers above managers, pages under a business',
    {
      social: '102200000000105',
      search: '104800000000000000105',
      pro: 'aG3n5cY8t5',
    },
  ),
  person('greta', 'Greta', 'Long', 'greta@long.example', 'en_US', 'an ad account id of seventeen digits', {
    social: '10158012345678901',
    search: '104800000000000000106',
    pro: 'gR6l0nG4u6',
  }),
  person('yuki', 'Yuki', 'Yen', 'yuki@yen.example', 'ja_JP', 'accounts in yen, a currency without decimals', {
    social: '102200000000107',
    search: '104800000000000000107',
    pro: 'yU1k1yE9v7',
  }),
]

function person(
  key: string,
  givenName: string,
  familyName: string,
  email: string,
  locale: string,
  purpose: string,
  ids: Readonly<Record<PlatformName, string>>,
): Person {
  return { key, name: `${givenName} ${familyName}`, givenName, familyName, email, locale, purpose, ids }
}

export const socialScopes = [
  'public_profile',
  'email',
  'ads_management',
  'ads_read',
  'business_management',
  'pages_show_list',
  'pages_read_engagement',
  'pages_read_user_content',
  'pages_manage_ads',
  'pages_manage_metadata',
  'leads_retrieval',
  'instagram_basic',
  'instagram_manage_insights',
  'catalog_management',
] as const

export const searchScopes = [
  'openid',
  'https://www.googleapis.com/auth/userinfo.email',
  'https://www.googleapis.com/auth/userinfo.profile',
  'https://www.googleapis.com/auth/adwords',
] as const

const proAdvertisingScopes = [
  'r_1st_connections_size',
  'r_ads_reporting',
  'r_basicprofile',
  'r_organization_admin',
  'r_organization_social',
  'r_ads',
  'rw_ads',
  'rw_organization_admin',
  'w_member_social',
  'w_organization_social',
  'openid',
  'profile',
  'email',
] as const

const apps: readonly RegisteredApp[] = [
  {
    platform: 'social',
    clientId: '1234567890123456',
    clientSecret: 'sandbox-social-secret',
    name: 'adrail sandbox',
    scopes: socialScopes,
  },
  {
    platform: 'search',
    clientId: 'sandbox-search.apps.googleusercontent.com',
    clientSecret: 'sandbox-search-secret',
    name: 'adrail sandbox',
    scopes: searchScopes,
  },
  {
    platform: 'pro',
    clientId: 'sandboxpro0001',
    clientSecret: 'sandbox-pro-secret',
    name: 'adrail sandbox',
    scopes: [...proAdvertisingScopes, 'rw_dmp_segments'],
  },
  {
    platform: 'pro',
    clientId: 'sandboxpro0002',
    clientSecret: 'sandbox-pro-secret-2',
    name: 'adrail sandbox without segments',
    scopes: proAdvertisingScopes,
  },
]

function appsOf(platform: PlatformName): Record<string, RegisteredApp> {
  return Object.fromEntries(apps.filter((app) => app.platform === platform).map((app) => [app.clientId, app]))
}
