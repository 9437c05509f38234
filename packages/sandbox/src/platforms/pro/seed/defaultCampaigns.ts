// Seeds the accounts other than the demo account.

import { readJson } from '../../../core/dataFiles.ts'
import { dayMs } from '../../../core/durations.ts'
import type { State } from '../../../core/state.ts'
import type { ProAdAccount, ProCampaign } from '../state.ts'
import { addSegment } from './audiences.ts'
import { daysAgo } from './times.ts'

export function campaignDefaults(currencyCode: string) {
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
  } satisfies Partial<ProCampaign>
}

/** Adds a group, a campaign in the account's currency, an ad and an audience. */
export function addDefaultCampaigns(state: State, { id, name, currency }: ProAdAccount): void {
  const { pro } = state
  const member = pro.roles.find(({ account }) => account === id)?.member ?? ''
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
    reviewedAt: stamps.created + dayMs,
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

/** Adds 230 campaigns and 230 audiences to one client: several pages of each, with one damaged campaign. */
export function addManyCampaigns(state: State, accountId: number): void {
  const currency = state.pro.accounts[accountId]?.currency ?? 'USD'
  const { regions, lines } = readJson<Record<'regions' | 'lines', string[]>>('pro/world/crowd.json')
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
