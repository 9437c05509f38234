// Campaign groups.

import type { Call } from '../core/exchange.ts'
import { campaignEditors, urn } from './access.ts'
import { accountServing, auditStamps } from './accounts.ts'
import { byPlatform, type ChangeTable, changeCalls } from './changes.ts'
import { ruleRefusal } from './errors.ts'
import { moneyMember, scheduleMember, textMember } from './fields.ts'
import { accountResource, readCalls, rowsOf, searchFinder, testCriterion } from './resource.ts'
import { type AdAccount, type CampaignGroup, groupStatuses } from './state.ts'
import { lifeOf, startProblem, statusOf } from './status.ts'

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

const groups = accountResource<CampaignGroup>({
  name: 'adCampaignGroups',
  key: 'group',
  resource: 'partnerApiAdCampaignGroups',
  source:
    'https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-campaign-groups',
  urnKind: 'sponsoredCampaignGroup',
  rows: (pro) => pro.groups,
  wire: (request, group, account) => groupWire(group, account, request.now),
})

const changes: ChangeTable<Omit<CampaignGroup, 'id'>> = {
  fields: {
    ...byPlatform('id', 'servingStatuses', 'changeAuditStamps', 'version', 'test', 'backfilled'),
    account: { by: 'creator', kind: 'text', required: true },
    name: { by: 'editor', kind: 'text', required: true },
    status: { by: 'editor', kind: 'text', required: true },
    totalBudget: { by: 'editor', kind: 'money', lowest: 'daily', removable: true },
    runSchedule: { by: 'editor', kind: 'schedule', required: true },
    objectiveType: { by: 'editor', kind: 'text' },
  },
  editors: campaignEditors,
  firstId: 640_900_000,
  effect: 'adCampaignGroup',
  batchUpdates: true,
  status: lifeOf(groupStatuses),
  begin({ now, exchange }, account, given) {
    if (given['status'] === 'PAUSED' && exchange.state.switches.pro.pausedGroupsRefused)
      throw ruleRefusal([
        {
          code: 'FIELD_INVALID',
          fieldPath: '/status',
          description: 'A campaign group cannot be created PAUSED',
        },
      ])
    const totalBudget = moneyMember(given, 'totalBudget')
    const objectiveType = textMember(given, 'objectiveType')
    const early = startProblem(scheduleMember(given, 'runSchedule') ?? { start: now }, now)
    if (early) throw ruleRefusal([early])
    return {
      account: account.id,
      name: textMember(given, 'name') ?? '',
      status: statusOf(textMember(given, 'status') ?? '', groupStatuses),
      runSchedule: scheduleMember(given, 'runSchedule') ?? { start: now },
      ...(totalBudget && { totalBudget }),
      ...(objectiveType && { objectiveType }),
      test: account.test,
      created: now,
      lastModified: now,
      versionTag: 1,
    }
  },
  stamp: ({ now }, { versionTag }) => ({ lastModified: now, versionTag: versionTag + 1 }),
  rules: (_request, { name }) => ({
    errors:
      name.length <= 100
        ? []
        : [
            {
              code: 'FIELD_INVALID',
              fieldPath: '/name',
              description: 'name may have at most 100 characters',
            },
          ],
    pairs: [],
  }),
  createdDetail: ({ account, name }) => ({ account, name }),
}

export const groupCalls: readonly Call[] = [
  ...readCalls(
    groups,
    searchFinder<CampaignGroup, AdAccount>(rowsOf(groups), {
      status: { of: ({ status }) => status, words: groupStatuses },
      name: { of: ({ name }) => name },
      id: { of: ({ id }) => String(id), urnKind: 'sponsoredCampaignGroup' },
      test: testCriterion,
    }),
  ),
  ...changeCalls(groups, changes),
]
