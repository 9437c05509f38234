// Campaign groups.

import type { Call } from '../../core/exchange.ts'
import { campaignEditors, toUrn } from './access.ts'
import { accountServingStatuses, auditStamps } from './accounts.ts'
import { type ChangeTable, changeCalls, platformFields } from './changes.ts'
import { ruleError } from './errors.ts'
import { moneyField, scheduleField, textField } from './fields.ts'
import { accountResource, listRows, readCalls, searchFinder, testCriterion } from './resource.ts'
import { type CampaignGroup, groupStatuses, type ProAdAccount } from './state.ts'
import { parseStatus, startProblem, statusLifecycle } from './status.ts'

export function groupServingStatuses(group: CampaignGroup, account: ProAdAccount, now: number): string[] {
  const holds: string[] = []
  if (group.status !== 'ACTIVE') holds.push('STOPPED')
  if (now < group.runSchedule.start) holds.push('CAMPAIGN_GROUP_START_DATE_HOLD')
  if (group.runSchedule.end !== undefined && now >= group.runSchedule.end) {
    holds.push('CAMPAIGN_GROUP_END_DATE_HOLD')
  }
  if (accountServingStatuses(account)[0] !== 'RUNNABLE') holds.push('ACCOUNT_SERVING_HOLD')
  return holds.length > 0 ? holds : ['RUNNABLE']
}

function serializeGroup(group: CampaignGroup, account: ProAdAccount, now: number) {
  return {
    runSchedule: group.runSchedule,
    test: group.test,
    ...(group.totalBudget === undefined ? {} : { totalBudget: group.totalBudget }),
    ...(group.objectiveType === undefined ? {} : { objectiveType: group.objectiveType }),
    changeAuditStamps: auditStamps(group.created, group.lastModified),
    name: group.name,
    servingStatuses: groupServingStatuses(group, account, now),
    backfilled: false,
    id: group.id,
    account: toUrn('sponsoredAccount', group.account),
    status: group.status,
    allowedCampaignTypes: ['TEXT_AD', 'SPONSORED_UPDATES', 'SPONSORED_INMAILS', 'DYNAMIC'],
    version: { versionTag: String(group.versionTag) },
  }
}

const groupResource = accountResource<CampaignGroup>({
  name: 'adCampaignGroups',
  key: 'group',
  resource: 'partnerApiAdCampaignGroups',
  source:
    'https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-campaign-groups',
  urnKind: 'sponsoredCampaignGroup',
  rows: (pro) => pro.groups,
  serialize: (request, group, account) => serializeGroup(group, account, request.now),
})

const groupChanges: ChangeTable<Omit<CampaignGroup, 'id'>> = {
  fields: {
    ...platformFields('id', 'servingStatuses', 'changeAuditStamps', 'version', 'test', 'backfilled'),
    account: { by: 'creator', kind: 'text', required: true },
    name: { by: 'editor', kind: 'text', required: true },
    status: { by: 'editor', kind: 'text', required: true },
    totalBudget: { by: 'editor', kind: 'money', minimum: 'daily', removable: true },
    runSchedule: { by: 'editor', kind: 'schedule', required: true },
    objectiveType: { by: 'editor', kind: 'text' },
  },
  editors: campaignEditors,
  firstId: 640_900_000,
  effectPrefix: 'adCampaignGroup',
  batchUpdates: true,
  status: statusLifecycle(groupStatuses),
  createDraft({ now, exchange }, account, fields) {
    if (fields['status'] === 'PAUSED' && exchange.state.switches.pro.pausedGroupsRefused)
      throw ruleError([
        {
          code: 'FIELD_INVALID',
          fieldPath: '/status',
          description: 'A campaign group cannot be created PAUSED',
        },
      ])
    const totalBudget = moneyField(fields, 'totalBudget')
    const objectiveType = textField(fields, 'objectiveType')
    const startError = startProblem(scheduleField(fields, 'runSchedule') ?? { start: now }, now)
    if (startError) throw ruleError([startError])
    return {
      account: account.id,
      name: textField(fields, 'name') ?? '',
      status: parseStatus(textField(fields, 'status') ?? '', groupStatuses),
      runSchedule: scheduleField(fields, 'runSchedule') ?? { start: now },
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
    conditionalErrors: [],
  }),
  describeCreation: ({ account, name }) => ({ account, name }),
}

export const groupCalls: readonly Call[] = [
  ...readCalls(
    groupResource,
    searchFinder<CampaignGroup, ProAdAccount>(listRows(groupResource), {
      status: { readValue: ({ status }) => status, allowedValues: groupStatuses },
      name: { readValue: ({ name }) => name },
      id: { readValue: ({ id }) => String(id), urnKind: 'sponsoredCampaignGroup' },
      test: testCriterion,
    }),
  ),
  ...changeCalls(groupResource, groupChanges),
]
