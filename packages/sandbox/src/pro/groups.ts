// Campaign groups.

import type { Call } from '../core/exchange.ts'
import { nextNumber } from '../core/state.ts'
import { accountOf, campaignEditors, idOf, mustEdit, urn } from './access.ts'
import { accountServing, auditStamps } from './accounts.ts'
import { batchGet, batchUpdate } from './batch.ts'
import { searchFilter } from './criteria.ts'
import { type InputError, refusal, ruleRefusal } from './errors.ts'
import { type Members, membersOf, moneyMember, requireMembers, scheduleMember, textMember } from './fields.ts'
import { moneyProblems } from './money.ts'
import { cursorPage, cursorParams } from './paging.ts'
import { changeOf } from './patch.ts'
import { type RestRequest, restCall } from './request.ts'
import type { RestliValue } from './restli.ts'
import { type AdAccount, type CampaignGroup, groupStatuses, type RunSchedule } from './state.ts'
import { mustBeAlive, statusOf, transitionProblems } from './status.ts'

const page =
  'https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-campaign-groups'
const path = '/adAccounts/{account}/adCampaignGroups'
const resource = 'partnerApiAdCampaignGroups'
const readers = ['r_ads', 'rw_ads'] as const

const schema = {
  account: 'text',
  name: 'text',
  status: 'text',
  runSchedule: 'schedule',
  totalBudget: 'money',
  objectiveType: 'text',
} as const
const readOnly = ['id', 'account', 'servingStatuses', 'changeAuditStamps', 'version', 'test', 'backfilled']

export function groupServing(group: CampaignGroup, account: AdAccount, now: number): string[] {
  const holds: string[] = []
  if (group.status !== 'ACTIVE') holds.push('STOPPED')
  if (now < group.runSchedule.start) holds.push('CAMPAIGN_GROUP_START_DATE_HOLD')
  if (group.runSchedule.end !== undefined && now >= group.runSchedule.end) {
    holds.push('CAMPAIGN_GROUP_END_DATE_HOLD')
  }
  if (accountServing(account)[0] !== 'RUNNABLE') holds.push('ACCOUNT_SERVING_HOLD')
  return holds.length > 0 ? holds : ['RUNNABLE']
}

function groupWire(group: CampaignGroup, account: AdAccount, now: number) {
  return {
    runSchedule: group.runSchedule,
    test: group.test,
    ...(group.totalBudget === undefined ? {} : { totalBudget: group.totalBudget }),
    ...(group.objectiveType === undefined ? {} : { objectiveType: group.objectiveType }),
    changeAuditStamps: auditStamps(group.created, group.lastModified),
    name: group.name,
    servingStatuses: groupServing(group, account, now),
    backfilled: false,
    id: group.id,
    account: urn('sponsoredAccount', group.account),
    status: group.status,
    allowedCampaignTypes: ['TEXT_AD', 'SPONSORED_UPDATES', 'SPONSORED_INMAILS', 'DYNAMIC'],
    version: { versionTag: String(group.versionTag) },
  }
}

function findGroup(request: RestRequest, account: AdAccount, key: RestliValue | undefined) {
  const id = idOf('sponsoredCampaignGroup', key)
  const group = id === undefined ? undefined : request.exchange.state.pro.groups[id]
  return group?.account === account.id ? group : undefined
}

const accountKey = (request: RestRequest) => accountOf(request, request.keys['account'])

export const groupCalls: readonly Call[] = [
  restCall({
    name: 'adCampaignGroups.search',
    path,
    method: 'FINDER',
    finder: 'search',
    resource,
    scopes: readers,
    params: ['search', 'sortOrder', ...cursorParams],
    source: page,
    answer(request) {
      const account = accountKey(request)
      const matches = searchFilter<CampaignGroup>(request, {
        status: { of: ({ status }) => status, words: groupStatuses },
        name: { of: ({ name }) => name },
        id: { of: ({ id }) => String(id), urnKind: 'sponsoredCampaignGroup' },
        test: { of: ({ test }) => String(test), words: ['true', 'false'], scalar: true },
      })
      const rows = Object.values(request.exchange.state.pro.groups).filter(
        (group) => group.account === account.id && matches(group),
      )
      return { body: cursorPage(request, rows, (group) => groupWire(group, account, request.now)) }
    },
  }),
  restCall({
    name: 'adCampaignGroups.batchGet',
    path,
    method: 'BATCH_GET',
    resource,
    scopes: readers,
    source: page,
    answer(request) {
      const account = accountKey(request)
      return {
        body: batchGet(request, (key) => {
          const group = findGroup(request, account, key)
          return group && groupWire(group, account, request.now)
        }),
      }
    },
  }),
  restCall({
    name: 'adCampaignGroups.get',
    path: `${path}/{group}`,
    method: 'GET',
    resource,
    scopes: readers,
    source: page,
    answer(request) {
      const account = accountKey(request)
      const group = findGroup(request, account, request.keys['group'])
      if (group === undefined) throw refusal('NOT_FOUND')
      return { body: request.projected(groupWire(group, account, request.now)) }
    },
  }),
  restCall({
    name: 'adCampaignGroups.create',
    path,
    method: 'CREATE',
    resource,
    scopes: ['rw_ads'],
    source: page,
    answer(request) {
      const account = accountKey(request)
      mustEdit(request, account, campaignEditors)
      const given = membersOf(request.json(), schema)
      requireMembers(given, ['account', 'name', 'status', 'runSchedule'])
      const status = statusOf(textMember(given, 'status') ?? '', groupStatuses)
      refuseIfAny(groupProblems(given, account))
      const { exchange, now } = request
      const id = 640_900_000 + nextNumber(exchange.state, 'pro.group')
      const totalBudget = moneyMember(given, 'totalBudget')
      const objectiveType = textMember(given, 'objectiveType')
      exchange.state.pro.groups[id] = {
        id,
        account: account.id,
        name: textMember(given, 'name') ?? '',
        status,
        runSchedule: scheduleMember(given, 'runSchedule') ?? { start: now },
        ...(totalBudget && { totalBudget }),
        ...(objectiveType && { objectiveType }),
        test: account.test,
        created: now,
        lastModified: now,
        versionTag: 1,
      }
      exchange.effect('adCampaignGroup.created', String(id), { account: account.id, name: given['name'] })
      return { status: 201, id: String(id) }
    },
  }),
  restCall({
    name: 'adCampaignGroups.update',
    path: `${path}/{group}`,
    method: 'PARTIAL_UPDATE',
    resource,
    scopes: ['rw_ads'],
    source: page,
    answer(request) {
      updateGroup(request, accountKey(request), request.keys['group'], request.json())
      return { status: 204 }
    },
  }),
  restCall({
    name: 'adCampaignGroups.batchUpdate',
    path,
    method: 'BATCH_PARTIAL_UPDATE',
    resource,
    scopes: ['rw_ads'],
    source: page,
    answer(request) {
      const account = accountKey(request)
      return { body: batchUpdate(request, (key, body) => updateGroup(request, account, key, body)) }
    },
  }),
]

function updateGroup(request: RestRequest, account: AdAccount, key: RestliValue | undefined, body: unknown) {
  const { exchange, now } = request
  const group = findGroup(request, account, key)
  if (group === undefined) throw refusal('NOT_FOUND')
  mustEdit(request, account, campaignEditors)
  const { set, removed } = changeOf(body, { ...group }, schema, readOnly)
  mustBeAlive(group.status)
  const wantedStatus = textMember(set, 'status')
  const status = wantedStatus === undefined ? group.status : statusOf(wantedStatus, groupStatuses)
  refuseIfAny([...transitionProblems(group.status, status), ...groupProblems(set, account)])
  const { status: _, ...rest } = set
  Object.assign(group, rest, { status, lastModified: now, versionTag: group.versionTag + 1 })
  if (removed.includes('totalBudget')) delete group.totalBudget
  exchange.effect('adCampaignGroup.updated', String(group.id), { set, removed })
}

function groupProblems(set: Members, account: AdAccount): InputError[] {
  const budget = moneyMember(set, 'totalBudget')
  return [
    ...(budget === undefined ? [] : moneyProblems('totalBudget', budget, account.currency, 'daily')),
    ...scheduleProblem(scheduleMember(set, 'runSchedule')),
  ]
}

export function scheduleProblem(schedule: RunSchedule | undefined): InputError[] {
  if (schedule?.end === undefined || schedule.end > schedule.start) return []
  return [
    {
      code: 'MISMATCH_FIELDS',
      fieldPath: '/runSchedule/end',
      description: 'runSchedule end must be after runSchedule start',
    },
  ]
}

export function refuseIfAny(errors: readonly InputError[], pairs: readonly InputError[] = []): void {
  if (errors.length + pairs.length > 0) throw ruleRefusal(errors, pairs)
}
