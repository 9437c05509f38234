// Campaigns, with the platform's rules for budgets and statuses.

import type { Call, Exchange } from '../../core/exchange.ts'
import { campaignEditors, parseUrnId, toUrn } from './access.ts'
import { auditStamps } from './accounts.ts'
import { assertEnumValues, biddingProblems } from './campaignEnums.ts'
import { type ChangeTable, changeCalls, platformFields } from './changes.ts'
import { type InputError, proError, ruleError } from './errors.ts'
import type { JsonRecord } from './fields.ts'
import { groupServingStatuses } from './groups.ts'
import { hasCampaignConversion } from './library/conversions.ts'
import { isAtMost } from './money.ts'
import type { RestRequest } from './request.ts'
import { accountResource, listRows, readCalls, searchFinder, testCriterion } from './resource.ts'
import { campaignStatuses, type ProAdAccount, type ProCampaign } from './state.ts'
import { parseStatus, startProblem, statusLifecycle } from './status.ts'
import { findEntity } from './targeting/catalog.ts'
import { targetingProblems } from './targeting/criteria.ts'

/** Returns the reasons why a campaign does not run, or `RUNNABLE`. */
export function campaignServingStatuses(
  request: RestRequest,
  campaign: ProCampaign,
  account: ProAdAccount,
): string[] {
  const { now } = request
  const group = request.exchange.state.pro.groups[campaign.campaignGroup]
  const holds: string[] = []
  if (campaign.status !== 'ACTIVE') holds.push('STOPPED')
  if (now < campaign.runSchedule.start) holds.push('CAMPAIGN_START_DATE_HOLD')
  if (campaign.runSchedule.end !== undefined && now >= campaign.runSchedule.end) {
    holds.push('CAMPAIGN_END_DATE_HOLD')
  }
  for (const hold of group === undefined ? [] : groupServingStatuses(group, account, now)) {
    if (hold !== 'RUNNABLE') holds.push(hold === 'STOPPED' ? 'CAMPAIGN_GROUP_STATUS_HOLD' : hold)
  }
  holds.push(...campaign.holds)
  return holds.length > 0 ? holds : ['RUNNABLE']
}

function serializeCampaign(request: RestRequest, campaign: ProCampaign, account: ProAdAccount) {
  const {
    campaignGroup,
    created,
    lastModified,
    versionTag,
    holds: _,
    broken: __,
    past: ___,
    ...fields
  } = campaign
  return {
    ...fields,
    account: toUrn('sponsoredAccount', campaign.account),
    campaignGroup: toUrn('sponsoredCampaignGroup', campaignGroup),
    storyDeliveryEnabled: false,
    servingStatuses: campaignServingStatuses(request, campaign, account),
    changeAuditStamps: auditStamps(created, lastModified),
    version: { versionTag: String(versionTag) },
  }
}

export const campaignResource = accountResource<ProCampaign>({
  name: 'adCampaigns',
  key: 'campaign',
  resource: 'partnerApiAdCampaigns',
  source:
    'https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-campaigns',
  urnKind: 'sponsoredCampaign',
  rows: (pro) => pro.campaigns,
  serialize: serializeCampaign,
})

const draftDefaults = {
  costType: 'CPM',
  optimizationTargetType: 'NONE',
  pacingStrategy: 'LIFETIME',
  audienceExpansionEnabled: false,
} as const

type CampaignDraft = Omit<ProCampaign, 'id'>

const campaignChanges: ChangeTable<CampaignDraft> = {
  fields: {
    ...platformFields('id', 'servingStatuses', 'changeAuditStamps', 'version', 'test'),
    account: { by: 'creator', kind: 'text', required: true },
    campaignGroup: { by: 'creator', kind: 'text', required: true },
    associatedEntity: { by: 'editor', kind: 'text' },
    name: { by: 'editor', kind: 'text', required: true },
    status: { by: 'editor', kind: 'text', required: true },
    type: { by: 'creator', kind: 'text', required: true },
    format: { by: 'editor', kind: 'text' },
    objectiveType: { by: 'editor', kind: 'text' },
    costType: { by: 'editor', kind: 'text', required: true },
    optimizationTargetType: { by: 'editor', kind: 'text' },
    creativeSelection: { by: 'editor', kind: 'text' },
    pacingStrategy: { by: 'editor', kind: 'text' },
    dailyBudget: { by: 'editor', kind: 'money', minimum: 'daily', removable: true },
    totalBudget: { by: 'editor', kind: 'money', minimum: 'daily', removable: true },
    unitCost: { by: 'editor', kind: 'money', minimum: 'none' },
    locale: { by: 'editor', kind: 'record', required: true },
    runSchedule: { by: 'editor', kind: 'schedule', required: true },
    // The field has no default: the request must contain it.
    offsiteDeliveryEnabled: { by: 'editor', kind: 'boolean', required: true },
    audienceExpansionEnabled: { by: 'editor', kind: 'boolean' },
    targetingCriteria: { by: 'editor', kind: 'record', removable: true },
    politicalIntent: { by: 'editor', kind: 'text', required: true },
  },
  editors: campaignEditors,
  firstId: 361_900_000,
  effectPrefix: 'adCampaign',
  batchUpdates: true,
  status: statusLifecycle(campaignStatuses),
  createDraft({ exchange, now }, account, fields) {
    assertEnumValues(fields)
    const groupId = parseUrnId('sponsoredCampaignGroup', String(fields['campaignGroup']))
    // The schema has checked every field, and the required fields are present.
    const draft = {
      ...draftDefaults,
      creativeSelection: defaultCreativeSelection(exchange, fields),
      unitCost: { amount: '0', currencyCode: account.currency },
      ...fields,
      account: account.id,
      campaignGroup: Number(groupId ?? 0),
      status: parseStatus(String(fields['status']), campaignStatuses),
      holds: [],
      test: account.test,
      created: now,
      lastModified: now,
      versionTag: 1,
    } as unknown as CampaignDraft
    const group = exchange.state.pro.groups[draft.campaignGroup]
    if (group?.account !== account.id) throw proError('NO_PERMISSION_ON_ENTITY')
    const startError = startProblem(draft.runSchedule, now)
    if (startError) throw ruleError([startError])
    return draft
  },
  stamp: ({ now }, { versionTag }) => ({ lastModified: now, versionTag: versionTag + 1 }),
  rules(request, next, areFieldsValid, previous) {
    assertEnumValues({ ...next })
    const { errors, conditionalErrors } = budgetRules(request, next, areFieldsValid)
    // Seeded campaigns and drafts may be incomplete, but the fields that they have must be valid.
    const isNew = previous === undefined
    return {
      errors: [
        ...errors,
        ...completenessProblems(request, next, isNew),
        ...activationProblems(request, next, previous),
      ],
      conditionalErrors: [...conditionalErrors, ...(isNew ? biddingProblems(next) : [])],
    }
  },
  describeCreation: ({ account, name }) => ({ account, name }),
  describePrevious: ({ dailyBudget, status }) => ({ dailyBudget, status }),
}

/**
 * Message campaigns rotate their ads. Since version 202607, lead generation campaigns optimize delivery as
 * other campaigns do. https://learn.microsoft.com/en-us/linkedin/marketing/integrations/recent-changes
 */
function defaultCreativeSelection({ headers }: Exchange, { type, objectiveType }: JsonRecord): string {
  if (type !== 'SPONSORED_INMAILS') return 'OPTIMIZED'
  const isNewerVersion = (headers['linkedin-version'] ?? '') >= '202607'
  return isNewerVersion && objectiveType === 'LEAD_GENERATION' ? 'OPTIMIZED' : 'ROUND_ROBIN'
}

const invalidField = (field: string, description: string): InputError => ({
  code: 'FIELD_INVALID',
  fieldPath: `/${field}`,
  description,
})

/** Returns what a new campaign lacks. Drafts pass until their status changes. */
function completenessProblems(request: RestRequest, next: CampaignDraft, isNew: boolean): InputError[] {
  if (!isNew || next.status === 'DRAFT') return []
  const { pro } = request.exchange.state
  const isSponsored = next.type === 'SPONSORED_UPDATES'
  return [
    ...(isSponsored && next.associatedEntity === undefined
      ? [invalidField('associatedEntity', 'associatedEntity is required for sponsored content')]
      : []),
    ...(next.objectiveType === undefined ? [invalidField('objectiveType', 'objectiveType is required')] : []),
    ...targetingProblems(pro, next.account, next.targetingCriteria).map((problem) =>
      invalidField('targetingCriteria', problem),
    ),
    ...localeProblems(next),
    ...(next.name.length > 255 ? [invalidField('name', 'name may have at most 255 characters')] : []),
  ]
}

/**
 * LinkedIn has one locale for most languages: en_US exists, en_GB does not. The error names the targeting,
 * not the locale.
 * https://learn.microsoft.com/en-us/linkedin/shared/references/reference-tables/language-codes
 */
function localeProblems({ locale }: CampaignDraft): InputError[] {
  const name = `${locale.language}_${locale.country}`
  if (findEntity('interfaceLocales', `urn:li:locale:${name}`) !== undefined) return []
  return [invalidField('targetingCriteria', `The locale ${name} is not supported`)]
}

/** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/campaign-objectives */
function activationProblems(
  request: RestRequest,
  next: CampaignDraft,
  previous: ProCampaign | undefined,
): InputError[] {
  const isActivated = next.status === 'ACTIVE' && previous?.status !== 'ACTIVE'
  if (!isActivated || next.optimizationTargetType !== 'MAX_CONVERSION') return []
  if (previous !== undefined && hasCampaignConversion(request, previous.id)) return []
  return [invalidField('status', 'A campaign for conversions needs a conversion before it can be activated')]
}

/** Checks the platform's budget rules on the resulting campaign. */
function budgetRules(
  request: RestRequest,
  { dailyBudget, totalBudget, campaignGroup }: CampaignDraft,
  areFieldsValid: boolean,
) {
  const errors: InputError[] = []
  const conditionalErrors: InputError[] = []
  if (dailyBudget === undefined && totalBudget === undefined) {
    const description = 'A campaign needs a dailyBudget or a totalBudget'
    errors.push({ code: 'MISSING_FIELD', fieldPath: '/dailyBudget', description })
  }
  if (!areFieldsValid || dailyBudget === undefined) return { errors, conditionalErrors }
  if (totalBudget !== undefined && !isAtMost(dailyBudget, totalBudget)) {
    conditionalErrors.push({
      code: 'CONDITIONAL_VALUE_TOO_LOW',
      fieldPath: '/totalBudget/amount',
      description: `totalBudget value ${totalBudget.amount} can't be lower than dailyBudget value ${dailyBudget.amount}`,
    })
  }
  const groupBudget = request.exchange.state.pro.groups[campaignGroup]?.totalBudget
  if (groupBudget !== undefined && !isAtMost(dailyBudget, groupBudget)) {
    errors.push({
      code: 'INSUFFICIENT_CAMPAIGN_GROUP_BUDGET',
      fieldPath: '/dailyBudget/amount',
      description: `dailyBudget value ${dailyBudget.amount} exceeds the campaign group budget ${groupBudget.amount}`,
    })
  }
  return { errors, conditionalErrors }
}

export const campaignCalls: readonly Call[] = [
  ...readCalls(
    campaignResource,
    searchFinder<ProCampaign, ProAdAccount>(listRows(campaignResource), {
      campaignGroup: {
        readValue: ({ campaignGroup }) => String(campaignGroup),
        urnKind: 'sponsoredCampaignGroup',
      },
      associatedEntity: { readValue: ({ associatedEntity }) => associatedEntity },
      id: { readValue: ({ id }) => String(id), urnKind: 'sponsoredCampaign' },
      name: { readValue: ({ name }) => name },
      status: { readValue: ({ status }) => status, allowedValues: campaignStatuses },
      type: { readValue: ({ type }) => type },
      test: testCriterion,
    }),
  ),
  ...changeCalls(campaignResource, campaignChanges),
]
