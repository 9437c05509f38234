// The professional network's starting world. Times are counted back from the moment the world is made, so it is never stale.

import type { State } from '../core/state.ts'
import {
  type AccountSeed,
  agencyAccounts,
  demoAccounts,
  fortyAccounts,
  singleAccounts,
} from './seedAccounts.ts'
import { demoCampaigns, demoCreatives, demoGroups } from './seedCampaigns.ts'
import { demoSegments, lookalikes, type SegmentSeed } from './seedSegments.ts'
import type { Campaign } from './state.ts'

const day = 86_400_000

export function seedPro(state: State): void {
  const accounts = [...demoAccounts, ...singleAccounts, ...fortyAccounts, ...agencyAccounts]
  for (const account of accounts) addAccount(state, account)
  seedDemo(state)
  for (const account of accounts)
    if (!account.test && account.id !== 512345678) addUsualCampaigns(state, account)
  addCrowd(state, agencyAccounts[0])
}

/** The world is made at some hour; its own events lie on whole hours before and after. */
const daysAgo = (state: State, days: number) =>
  Math.floor((state.seededAt - days * day) / 3_600_000) * 3_600_000

function addAccount(state: State, seed: AccountSeed): void {
  const { pro } = state
  const member = state.people[seed.person]?.ids.pro ?? ''
  const created = daysAgo(state, seed.ageDays ?? 700)
  const known = pro.accounts[seed.id]
  if (known === undefined) {
    const reference =
      seed.organization === undefined
        ? seed.personal
          ? { reference: `urn:li:person:${member}` }
          : {}
        : { reference: `urn:li:organization:${seed.organization.id}` }
    pro.accounts[seed.id] = {
      id: seed.id,
      name: seed.name,
      currency: seed.currency,
      type: seed.type ?? 'BUSINESS',
      status: seed.status ?? 'ACTIVE',
      holds: [...(seed.holds ?? [])],
      ...reference,
      test: seed.test ?? false,
      created,
      lastModified: daysAgo(state, (seed.ageDays ?? 700) / 5),
      versionTag: 14,
    }
  }
  pro.roles.push({ account: seed.id, member, role: seed.role ?? 'ACCOUNT_BILLING_ADMIN', created })
  if (seed.organization === undefined) return
  const { id, name, website } = seed.organization
  const page = pro.organizations[id]
  if (page !== undefined) {
    page.administrators.push(member)
    return
  }
  pro.organizations[id] = {
    id,
    name,
    vanityName: name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, ''),
    country: seed.country ?? 'US',
    language: seed.language ?? 'en',
    website,
    administrators: [member],
  }
}

function addSegment(state: State, account: number, id: number, adSegment: number, seed: SegmentSeed): void {
  const created = daysAgo(state, seed.ageDays)
  const phases = seed.phases.map(([status, daysAfterNow]) => ({
    status,
    from: daysAfterNow === 'created' ? created : daysAgo(state, -daysAfterNow),
  }))
  state.pro.segments[id] = {
    id,
    account,
    name: seed.name,
    ...(seed.description === undefined ? {} : { description: seed.description }),
    type: seed.type,
    sourcePlatform: seed.platform,
    ...(seed.source === undefined ? {} : { sourceSegmentId: seed.source }),
    created,
    inputCount: seed.input,
    matchedCount: seed.matched,
    audienceSize: seed.size,
    adSegment,
    phases,
  }
  state.pro.adSegments[adSegment] = {
    id: adSegment,
    account,
    name: seed.name,
    type: seed.type.endsWith('LIST_UPLOAD') ? 'BULK' : 'MARKET_AUTOMATION',
    dmpSegment: id,
    status: 'READY',
    approximateMemberCount: seed.size,
    created,
    lastModified: created,
  }
}

function seedDemo(state: State): void {
  const { pro } = state
  const account = 512345678
  for (const [index, segment] of demoSegments.entries()) {
    addSegment(state, account, 21400801 + index * 17, 19300401 + index * 13, segment)
  }
  for (const [index, segment] of lookalikes.entries()) {
    const id = 19310001 + index
    pro.adSegments[id] = {
      id,
      account,
      name: segment.name,
      description: segment.description,
      type: segment.type,
      status: segment.status,
      approximateMemberCount: segment.size,
      created: daysAgo(state, segment.ageDays),
      lastModified: daysAgo(state, segment.ageDays / 3),
    }
  }
  for (const group of demoGroups) {
    const start = daysAgo(state, group.startedDaysAgo)
    pro.groups[group.id] = {
      id: group.id,
      account,
      name: group.name,
      status: group.status,
      runSchedule: {
        start,
        ...(group.endsInDays === undefined ? {} : { end: daysAgo(state, -group.endsInDays) }),
      },
      ...(group.total === undefined ? {} : { totalBudget: { amount: group.total, currencyCode: 'USD' } }),
      test: false,
      created: daysAgo(state, group.startedDaysAgo + 3),
      lastModified: daysAgo(state, Math.max(0, group.startedDaysAgo / 4)),
      versionTag: 5,
    }
  }
  for (const campaign of demoCampaigns) {
    const start = daysAgo(state, campaign.startedDaysAgo)
    const schedule =
      campaign.endsInDays === undefined ? { start } : { start, end: daysAgo(state, -campaign.endsInDays) }
    pro.campaigns[campaign.id] = {
      ...campaignDefaults('USD'),
      ...campaign.shape,
      id: campaign.id,
      account,
      name: campaign.name,
      status: campaign.status,
      campaignGroup: campaign.group,
      associatedEntity: 'urn:li:organization:2414183',
      ...(campaign.daily === undefined
        ? {}
        : { dailyBudget: { amount: campaign.daily, currencyCode: 'USD' } }),
      ...(campaign.total === undefined
        ? {}
        : { totalBudget: { amount: campaign.total, currencyCode: 'USD' } }),
      runSchedule: schedule,
      holds: [...(campaign.holds ?? [])],
      created: daysAgo(state, campaign.startedDaysAgo + 2),
      lastModified: daysAgo(state, Math.max(0, campaign.startedDaysAgo / 4)),
      versionTag: 8,
    }
  }
  const member = state.people['ada']?.ids.pro ?? ''
  for (const [index, creative] of demoCreatives.entries()) {
    const created = daysAgo(state, creative.ageDays)
    const id = 295104001 + index
    pro.creatives[id] = {
      id,
      account,
      campaign: creative.campaign,
      name: creative.name,
      content: creative.textAd
        ? { textAd: creative.textAd }
        : { reference: `urn:li:share:${7180000000 + index}` },
      intendedStatus: creative.status ?? 'ACTIVE',
      created,
      createdBy: member,
      lastModified: created,
      lastModifiedBy: member,
      reviewedAt: created + day,
      ...(creative.rejected === undefined ? {} : { rejectionReasons: [...creative.rejected] }),
      test: false,
    }
  }
}

function campaignDefaults(currencyCode: string) {
  return {
    type: 'SPONSORED_UPDATES',
    format: 'STANDARD_UPDATE',
    objectiveType: 'WEBSITE_VISIT',
    costType: 'CPM',
    optimizationTargetType: 'MAX_CLICK',
    creativeSelection: 'OPTIMIZED',
    pacingStrategy: 'LIFETIME',
    unitCost: { amount: '0', currencyCode },
    locale: { country: 'US', language: 'en' },
    offsiteDeliveryEnabled: false,
    audienceExpansionEnabled: false,
    test: false,
  } satisfies Partial<Campaign>
}

/** What every other account has: a group, a campaign in the account's own currency, an ad, an audience. */
function addUsualCampaigns(state: State, { id, name, currency, person }: AccountSeed): void {
  const { pro } = state
  if (pro.groups[id] !== undefined) return
  const member = state.people[person]?.ids.pro ?? ''
  const stamps = { created: daysAgo(state, 120), lastModified: daysAgo(state, 20), versionTag: 3 }
  const group = id
  pro.groups[group] = {
    id: group,
    account: id,
    name: `${name}: always on`,
    status: 'ACTIVE',
    runSchedule: { start: daysAgo(state, 118) },
    test: false,
    ...stamps,
  }
  const daily = { amount: currency === 'JPY' ? '12000' : '45.00', currencyCode: currency }
  pro.campaigns[id] = {
    ...campaignDefaults(currency),
    id,
    account: id,
    name: `${name}: visitors`,
    status: 'ACTIVE',
    campaignGroup: group,
    dailyBudget: daily,
    runSchedule: { start: daysAgo(state, 118) },
    holds: [],
    ...stamps,
  }
  pro.creatives[id] = {
    id,
    account: id,
    campaign: id,
    name: `${name}: post`,
    content: { reference: `urn:li:share:${7200000000 + (id % 1_000_000)}` },
    intendedStatus: 'ACTIVE',
    created: stamps.created,
    createdBy: member,
    lastModified: stamps.lastModified,
    lastModifiedBy: member,
    reviewedAt: stamps.created + day,
    test: false,
  }
  addSegment(state, id, 22000000 + (id % 100_000_000), 20000000 + (id % 100_000_000), {
    name: `${name}: customers`,
    type: 'USER_LIST_UPLOAD',
    platform: 'LIST_UPLOAD',
    ageDays: 90,
    input: 4200,
    matched: 2710,
    size: 2600,
    phases: [
      ['BUILDING', 'created'],
      ['READY', -88],
    ],
  })
}

const regions = ['North', 'South', 'East', 'West', 'Coast', 'Lakes', 'Hills', 'City', 'Valley', 'Islands']
const lines = [
  'Jackets',
  'Boots',
  'Tents',
  'Packs',
  'Climbing',
  'Camp kitchen',
  'Kids',
  'Running',
  'Ski',
  'Outlet',
]

/** One client has 230 campaigns and 230 audiences: several pages of each, one campaign damaged. */
function addCrowd(state: State, account: AccountSeed | undefined): void {
  if (account === undefined) return
  const { id: accountId, currency } = account
  for (let index = 0; index < 229; index++) {
    const region = regions[index % regions.length] ?? ''
    const line = lines[Math.floor(index / regions.length) % lines.length] ?? ''
    const wave = Math.floor(index / 100) + 1
    const id = 361084001 + index
    const created = daysAgo(state, 200 - (index % 90))
    state.pro.campaigns[id] = {
      ...campaignDefaults(currency),
      id,
      account: accountId,
      name: `${line}, ${region}, wave ${wave}`,
      status: index % 7 === 3 ? 'PAUSED' : 'ACTIVE',
      campaignGroup: accountId,
      dailyBudget: { amount: `${20 + (index % 9) * 5}.00`, currencyCode: currency },
      runSchedule: { start: created },
      holds: [],
      created,
      lastModified: created,
      versionTag: 2,
      ...(index === 41 ? { broken: true } : {}),
    }
    const input = 900 + ((index * 7919) % 24000)
    addSegment(state, accountId, 21500001 + index, 19400001 + index, {
      name: `${line} buyers, ${region}, wave ${wave}`,
      type: index % 3 === 0 ? 'COMPANY_LIST_UPLOAD' : 'USER_LIST_UPLOAD',
      platform: 'LIST_UPLOAD',
      ageDays: 200 - (index % 90),
      input,
      matched: Math.floor(input * 0.62),
      size: Math.floor(input * 0.58),
      phases: [
        ['BUILDING', 'created'],
        ['READY', -100],
      ],
    })
  }
}
