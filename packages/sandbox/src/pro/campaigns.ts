// Campaigns, with the platform's rules for budgets and states.

import type { Call, Exchange } from '../core/exchange.ts'
import { campaignEditors, idOf, urn } from './access.ts'
import { auditStamps } from './accounts.ts'
import { biddingProblems, requireKnownWords } from './campaignWords.ts'
import { byPlatform, type ChangeTable, changeCalls } from './changes.ts'
import { type InputError, refusal, ruleRefusal } from './errors.ts'
import type { Members } from './fields.ts'
import { groupServing } from './groups.ts'
import { countsConversions } from './library/conversions.ts'
import { atMost } from './money.ts'
import type { RestRequest } from './request.ts'
import { accountResource, readCalls, rowsOf, searchFinder, testCriterion } from './resource.ts'
import { type AdAccount, type Campaign, campaignStatuses } from './state.ts'
import { lifeOf, startProblem, statusOf } from './status.ts'
import { entityIn } from './targeting/catalogue.ts'
import { aimProblems } from './targeting/criteria.ts'

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
  const {
    campaignGroup,
    created,
    lastModified,
    versionTag,
    holds: _,
    broken: __,
    past: ___,
    ...plain
  } = campaign
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

export const campaigns = accountResource<Campaign>({
  name: 'adCampaigns',
  key: 'campaign',
  resource: 'partnerApiAdCampaigns',
  source:
    'https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-campaigns',
  urnKind: 'sponsoredCampaign',
  rows: (pro) => pro.campaigns,
  wire: campaignWire,
})

const withDefaults = {
  costType: 'CPM',
  optimizationTargetType: 'NONE',
  pacingStrategy: 'LIFETIME',
  audienceExpansionEnabled: false,
} as const

type CampaignDraft = Omit<Campaign, 'id'>

const changes: ChangeTable<CampaignDraft> = {
  fields: {
    ...byPlatform('id', 'servingStatuses', 'changeAuditStamps', 'version', 'test'),
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
    dailyBudget: { by: 'editor', kind: 'money', lowest: 'daily', removable: true },
    totalBudget: { by: 'editor', kind: 'money', lowest: 'daily', removable: true },
    unitCost: { by: 'editor', kind: 'money', lowest: 'none' },
    locale: { by: 'editor', kind: 'record', required: true },
    runSchedule: { by: 'editor', kind: 'schedule', required: true },
    // No default: who creates a campaign has to say it.
    offsiteDeliveryEnabled: { by: 'editor', kind: 'boolean', required: true },
    audienceExpansionEnabled: { by: 'editor', kind: 'boolean' },
    targetingCriteria: { by: 'editor', kind: 'record', removable: true },
    politicalIntent: { by: 'editor', kind: 'text', required: true },
  },
  editors: campaignEditors,
  firstId: 361_900_000,
  effect: 'adCampaign',
  batchUpdates: true,
  status: lifeOf(campaignStatuses),
  begin({ exchange, now }, account, given) {
    requireKnownWords(given)
    const groupId = idOf('sponsoredCampaignGroup', String(given['campaignGroup']))
    // Every member was checked against the fields, the required ones for presence.
    const draft = {
      ...withDefaults,
      creativeSelection: usualSelection(exchange, given),
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
    } as unknown as CampaignDraft
    const group = exchange.state.pro.groups[draft.campaignGroup]
    if (group?.account !== account.id) throw refusal('NO_PERMISSION_ON_ENTITY')
    const early = startProblem(draft.runSchedule, now)
    if (early) throw ruleRefusal([early])
    return draft
  },
  stamp: ({ now }, { versionTag }) => ({ lastModified: now, versionTag: versionTag + 1 }),
  rules(request, next, sound, before) {
    requireKnownWords({ ...next })
    const { errors, pairs } = budgetRules(request, next, sound)
    // Seeds of before and drafts need not say everything; what is there has to be right.
    const isNew = before === undefined
    return {
      errors: [
        ...errors,
        ...wholeProblems(request, next, isNew),
        ...activationProblems(request, next, before),
      ],
      pairs: [...pairs, ...(isNew ? biddingProblems(next) : [])],
    }
  },
  createdDetail: ({ account, name }) => ({ account, name }),
  beforeDetail: ({ dailyBudget, status }) => ({ dailyBudget, status }),
}

/**
 * Messages take turns among the ads of a campaign; since version 202607 those of lead generation go to the better ones, as all
 * other ads do. https://learn.microsoft.com/en-us/linkedin/marketing/integrations/recent-changes
 */
function usualSelection({ headers }: Exchange, { type, objectiveType }: Members): string {
  if (type !== 'SPONSORED_INMAILS') return 'OPTIMIZED'
  const isLater = (headers['linkedin-version'] ?? '') >= '202607'
  return isLater && objectiveType === 'LEAD_GENERATION' ? 'OPTIMIZED' : 'ROUND_ROBIN'
}

const invalid = (member: string, description: string): InputError => ({
  code: 'FIELD_INVALID',
  fieldPath: `/${member}`,
  description,
})

/** What a campaign that is no draft must say. Drafts are looked at when they become something else. */
function wholeProblems(request: RestRequest, next: CampaignDraft, isNew: boolean): InputError[] {
  if (!isNew || next.status === 'DRAFT') return []
  const { pro } = request.exchange.state
  const isSponsored = next.type === 'SPONSORED_UPDATES'
  return [
    ...(isSponsored && next.associatedEntity === undefined
      ? [invalid('associatedEntity', 'associatedEntity is required for sponsored content')]
      : []),
    ...(next.objectiveType === undefined ? [invalid('objectiveType', 'objectiveType is required')] : []),
    ...aimProblems(pro, next.account, next.targetingCriteria).map((problem) =>
      invalid('targetingCriteria', problem),
    ),
    ...localeProblems(next),
    ...(next.name.length > 255 ? [invalid('name', 'name may have at most 255 characters')] : []),
  ]
}

/**
 * LinkedIn has one locale for most languages: there is en_US and no en_GB. The refusal names the targeting, not the locale.
 * https://learn.microsoft.com/en-us/linkedin/shared/references/reference-tables/language-codes
 */
function localeProblems({ locale }: CampaignDraft): InputError[] {
  const name = `${locale.language}_${locale.country}`
  if (entityIn('interfaceLocales', `urn:li:locale:${name}`) !== undefined) return []
  return [invalid('targetingCriteria', `The locale ${name} is not supported`)]
}

/** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/campaign-objectives */
function activationProblems(
  request: RestRequest,
  next: CampaignDraft,
  before: Campaign | undefined,
): InputError[] {
  const isActivated = next.status === 'ACTIVE' && before?.status !== 'ACTIVE'
  if (!isActivated || next.optimizationTargetType !== 'MAX_CONVERSION') return []
  if (before !== undefined && countsConversions(request, before.id)) return []
  return [invalid('status', 'A campaign for conversions needs a conversion before it can be activated')]
}

/** The platform's rules over the budgets of the campaign as it would be. */
function budgetRules(
  request: RestRequest,
  { dailyBudget, totalBudget, campaignGroup }: CampaignDraft,
  sound: boolean,
) {
  const errors: InputError[] = []
  const pairs: InputError[] = []
  if (dailyBudget === undefined && totalBudget === undefined) {
    const description = 'A campaign needs a dailyBudget or a totalBudget'
    errors.push({ code: 'MISSING_FIELD', fieldPath: '/dailyBudget', description })
  }
  if (!sound || dailyBudget === undefined) return { errors, pairs }
  if (totalBudget !== undefined && !atMost(dailyBudget, totalBudget)) {
    pairs.push({
      code: 'CONDITIONAL_VALUE_TOO_LOW',
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
  return { errors, pairs }
}

export const campaignCalls: readonly Call[] = [
  ...readCalls(
    campaigns,
    searchFinder<Campaign, AdAccount>(rowsOf(campaigns), {
      campaignGroup: {
        of: ({ campaignGroup }) => String(campaignGroup),
        urnKind: 'sponsoredCampaignGroup',
      },
      associatedEntity: { of: ({ associatedEntity }) => associatedEntity },
      id: { of: ({ id }) => String(id), urnKind: 'sponsoredCampaign' },
      name: { of: ({ name }) => name },
      status: { of: ({ status }) => status, words: campaignStatuses },
      type: { of: ({ type }) => type },
      test: testCriterion,
    }),
  ),
  ...changeCalls(campaigns, changes),
]
