// Campaigns: search, read, create and partial update with the platform's rules for budgets and states.

import type { Call } from '../core/exchange.ts'
import { nextNumber } from '../core/state.ts'
import { accountOf, campaignEditors, idOf, mustEdit, urn } from './access.ts'
import { auditStamps } from './accounts.ts'
import { batchGet, batchUpdate } from './batch.ts'
import { searchFilter } from './criteria.ts'
import { type InputError, refusal } from './errors.ts'
import { membersOf, requireMembers } from './fields.ts'
import { groupServing, refuseIfAny, scheduleProblem } from './groups.ts'
import { atMost, moneyProblems } from './money.ts'
import { cursorPage, cursorParams } from './paging.ts'
import { changeOf } from './patch.ts'
import { type RestRequest, restCall } from './request.ts'
import type { RestliValue } from './restli.ts'
import { type AdAccount, type Campaign, campaignStatuses } from './state.ts'
import { mustBeAlive, statusOf, transitionProblems } from './status.ts'

const page =
  'https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-campaigns'
const path = '/adAccounts/{account}/adCampaigns'
const resource = 'partnerApiAdCampaigns'
const readers = ['r_ads', 'rw_ads'] as const

const schema = {
  account: 'text',
  campaignGroup: 'text',
  associatedEntity: 'text',
  name: 'text',
  status: 'text',
  type: 'text',
  format: 'text',
  objectiveType: 'text',
  costType: 'text',
  optimizationTargetType: 'text',
  creativeSelection: 'text',
  pacingStrategy: 'text',
  dailyBudget: 'money',
  totalBudget: 'money',
  unitCost: 'money',
  runSchedule: 'schedule',
  locale: 'record',
  offsiteDeliveryEnabled: 'boolean',
  audienceExpansionEnabled: 'boolean',
  targetingCriteria: 'record',
  politicalIntent: 'text',
} as const
const readOnly = [
  'id',
  'account',
  'type',
  'campaignGroup',
  'servingStatuses',
  'changeAuditStamps',
  'version',
  'test',
]

/** Why it does not run, or `RUNNABLE`. */
export function campaignServing(request: RestRequest, campaign: Campaign, account: AdAccount): string[] {
  const { now } = request
  const group = request.exchange.state.pro.groups[campaign.campaignGroup]
  const holds: string[] = []
  if (campaign.status !== 'ACTIVE') holds.push('STOPPED')
  if (now < campaign.runSchedule.start) holds.push('CAMPAIGN_START_DATE_HOLD')
  if (campaign.runSchedule.end !== undefined && now >= campaign.runSchedule.end) {
    holds.push('CAMPAIGN_END_DATE_HOLD')
  }
  for (const hold of group === undefined ? [] : groupServing(group, account, now)) {
    if (hold !== 'RUNNABLE') holds.push(hold === 'STOPPED' ? 'CAMPAIGN_GROUP_STATUS_HOLD' : hold)
  }
  holds.push(...campaign.holds)
  return holds.length > 0 ? holds : ['RUNNABLE']
}

function campaignWire(request: RestRequest, campaign: Campaign, account: AdAccount) {
  const { campaignGroup, created, lastModified, versionTag, holds: _, broken: __, ...plain } = campaign
  return {
    ...plain,
    account: urn('sponsoredAccount', campaign.account),
    campaignGroup: urn('sponsoredCampaignGroup', campaignGroup),
    storyDeliveryEnabled: false,
    servingStatuses: campaignServing(request, campaign, account),
    changeAuditStamps: auditStamps(created, lastModified),
    version: { versionTag: String(versionTag) },
  }
}

export function findCampaign(request: RestRequest, account: AdAccount, key: RestliValue | undefined) {
  const id = idOf('sponsoredCampaign', key)
  const campaign = id === undefined ? undefined : request.exchange.state.pro.campaigns[id]
  return campaign?.account === account.id ? campaign : undefined
}

const accountKey = (request: RestRequest) => accountOf(request, request.keys['account'])

export const campaignCalls: readonly Call[] = [
  restCall({
    name: 'adCampaigns.search',
    path,
    method: 'FINDER',
    finder: 'search',
    resource,
    scopes: readers,
    params: ['search', 'sortOrder', ...cursorParams],
    source: page,
    answer(request) {
      const account = accountKey(request)
      const matches = searchFilter<Campaign>(request, {
        campaignGroup: {
          of: ({ campaignGroup }) => String(campaignGroup),
          urnKind: 'sponsoredCampaignGroup',
        },
        associatedEntity: { of: ({ associatedEntity }) => associatedEntity },
        id: { of: ({ id }) => String(id), urnKind: 'sponsoredCampaign' },
        name: { of: ({ name }) => name },
        status: { of: ({ status }) => status, words: campaignStatuses },
        type: { of: ({ type }) => type },
        test: { of: ({ test }) => String(test), words: ['true', 'false'], scalar: true },
      })
      const rows = Object.values(request.exchange.state.pro.campaigns).filter(
        (campaign) => campaign.account === account.id && matches(campaign),
      )
      return { body: cursorPage(request, rows, (campaign) => campaignWire(request, campaign, account)) }
    },
  }),
  restCall({
    name: 'adCampaigns.batchGet',
    path,
    method: 'BATCH_GET',
    resource,
    scopes: readers,
    source: page,
    answer(request) {
      const account = accountKey(request)
      return {
        body: batchGet(request, (key) => {
          const campaign = findCampaign(request, account, key)
          return campaign && campaignWire(request, campaign, account)
        }),
      }
    },
  }),
  restCall({
    name: 'adCampaigns.get',
    path: `${path}/{campaign}`,
    method: 'GET',
    resource,
    scopes: readers,
    source: page,
    answer(request) {
      const account = accountKey(request)
      const campaign = findCampaign(request, account, request.keys['campaign'])
      if (campaign === undefined) throw refusal('NOT_FOUND')
      return { body: request.projected(campaignWire(request, campaign, account)) }
    },
  }),
  restCall({
    name: 'adCampaigns.create',
    path,
    method: 'CREATE',
    resource,
    scopes: ['rw_ads'],
    source: page,
    answer: (request) => ({ status: 201, id: String(createCampaign(request, accountKey(request))) }),
  }),
  restCall({
    name: 'adCampaigns.update',
    path: `${path}/{campaign}`,
    method: 'PARTIAL_UPDATE',
    resource,
    scopes: ['rw_ads'],
    source: page,
    answer(request) {
      updateCampaign(request, accountKey(request), request.keys['campaign'], request.json())
      return { status: 204 }
    },
  }),
  restCall({
    name: 'adCampaigns.batchUpdate',
    path,
    method: 'BATCH_PARTIAL_UPDATE',
    resource,
    scopes: ['rw_ads'],
    source: page,
    answer(request) {
      const account = accountKey(request)
      return { body: batchUpdate(request, (key, body) => updateCampaign(request, account, key, body)) }
    },
  }),
]

const withDefaults = {
  costType: 'CPM',
  optimizationTargetType: 'NONE',
  creativeSelection: 'OPTIMIZED',
  pacingStrategy: 'LIFETIME',
  offsiteDeliveryEnabled: false,
  audienceExpansionEnabled: false,
} as const

function createCampaign(request: RestRequest, account: AdAccount): number {
  const { exchange, now } = request
  mustEdit(request, account, campaignEditors)
  const given = membersOf(request.json(), schema)
  requireMembers(given, [
    'account',
    'campaignGroup',
    'name',
    'status',
    'type',
    'costType',
    'locale',
    'runSchedule',
  ])
  const groupId = idOf('sponsoredCampaignGroup', String(given['campaignGroup']))
  // Every member was checked against the schema above, the required ones for presence.
  const draft = {
    ...withDefaults,
    unitCost: { amount: '0', currencyCode: account.currency },
    ...given,
    account: account.id,
    campaignGroup: Number(groupId ?? 0),
    status: statusOf(String(given['status']), campaignStatuses),
    holds: [],
    test: account.test,
    created: now,
    lastModified: now,
    versionTag: 1,
  } as unknown as Campaign
  const group = exchange.state.pro.groups[draft.campaignGroup]
  if (group?.account !== account.id) throw refusal('NO_PERMISSION_ON_ENTITY')
  refuseUnlessSound(request, draft, account, [])
  const id = 361_900_000 + nextNumber(exchange.state, 'pro.campaign')
  exchange.state.pro.campaigns[id] = { ...draft, id }
  exchange.effect('adCampaign.created', String(id), { account: account.id, name: draft.name })
  return id
}

function updateCampaign(
  request: RestRequest,
  account: AdAccount,
  key: RestliValue | undefined,
  body: unknown,
): void {
  const { exchange, now } = request
  const campaign = findCampaign(request, account, key)
  if (campaign === undefined) throw refusal('NOT_FOUND')
  mustEdit(request, account, campaignEditors)
  const { set, removed } = changeOf(body, { ...campaign }, schema, readOnly)
  mustBeAlive(campaign.status)
  const status =
    set['status'] === undefined ? campaign.status : statusOf(String(set['status']), campaignStatuses)
  // The schema has vouched for the kinds of all members that are set.
  const next = {
    ...campaign,
    ...set,
    status,
    lastModified: now,
    versionTag: campaign.versionTag + 1,
  } as Campaign
  for (const name of removed) {
    if (name === 'dailyBudget' || name === 'totalBudget' || name === 'targetingCriteria') delete next[name]
  }
  refuseUnlessSound(request, next, account, transitionProblems(campaign.status, status))
  const before = { dailyBudget: campaign.dailyBudget, status: campaign.status }
  exchange.state.pro.campaigns[campaign.id] = next
  exchange.effect('adCampaign.updated', String(campaign.id), { set, removed, before })
}

/** The platform's rules over the campaign as it would be. */
function refuseUnlessSound(
  request: RestRequest,
  { dailyBudget, totalBudget, unitCost, runSchedule, campaignGroup }: Campaign,
  account: AdAccount,
  earlier: readonly InputError[],
): void {
  const errors = [
    ...earlier,
    ...(dailyBudget === undefined
      ? []
      : moneyProblems('dailyBudget', dailyBudget, account.currency, 'daily')),
    ...(totalBudget === undefined
      ? []
      : moneyProblems('totalBudget', totalBudget, account.currency, 'daily')),
    ...moneyProblems('unitCost', unitCost, account.currency, 'none'),
    ...scheduleProblem(runSchedule),
  ]
  if (dailyBudget === undefined && totalBudget === undefined) {
    const description = 'A campaign needs a dailyBudget or a totalBudget'
    errors.push({ code: 'FIELD_INVALID', fieldPath: '/dailyBudget', description })
  }
  const pairs: InputError[] = []
  if (errors.length === 0 && dailyBudget !== undefined) {
    if (totalBudget !== undefined && !atMost(dailyBudget, totalBudget)) {
      pairs.push({
        code: 'MISMATCH_FIELDS',
        fieldPath: '/totalBudget/amount',
        description: `totalBudget value ${totalBudget.amount} can't be lower than dailyBudget value ${dailyBudget.amount}`,
      })
    }
    const groupBudget = request.exchange.state.pro.groups[campaignGroup]?.totalBudget
    if (groupBudget !== undefined && !atMost(dailyBudget, groupBudget)) {
      errors.push({
        code: 'INSUFFICIENT_CAMPAIGN_GROUP_BUDGET',
        fieldPath: '/dailyBudget/amount',
        description: `dailyBudget value ${dailyBudget.amount} exceeds the campaign group budget ${groupBudget.amount}`,
      })
    }
  }
  refuseIfAny(errors, pairs)
}
