// Campaigns of the starting world: with ad sets, ads, and their history of changes.

import { readJson } from '../../../core/dataFiles.ts'
import { dayMs } from '../../../core/durations.ts'
import { nextNumber, type State } from '../../../core/state.ts'
import type { BudgetChange } from '../../../delivery/delivery.ts'
import { hashText } from '../../../delivery/seededRandom.ts'
import { unitsPerEuro } from '../money.ts'
import type { Ad, AdSet, Campaign, Creative, ObjectStatus, StatusChange } from '../state.ts'
import { audienceName, seedTargeting } from './targeting.ts'
import { type CampaignIdea, findTheme, type Theme } from './themes.ts'

interface CampaignPlan {
  readonly id?: string
  readonly account: string
  readonly theme: string
  readonly idea: number
  readonly name?: string
  readonly objective?: string
  /** The level of the budget, and its amount in euros: per day, or in total. */
  readonly budget: { readonly on: 'campaign' | 'adsets'; readonly daily?: number; readonly lifetime?: number }
  /** Days before the start of the world. Negative for instants in the future. */
  readonly startDaysAgo: number
  readonly endDaysAgo?: number
  readonly statuses?: readonly { readonly daysAgo: number; readonly status: ObjectStatus }[]
  readonly budgets?: readonly { readonly daysAgo: number; readonly daily: number }[]
  readonly adSets: number
  readonly adsPerSet: number
  readonly issues?: true
  readonly disapproved?: true
  readonly specialAdCategories?: readonly string[]
}

const goalByObjective: Readonly<Record<string, string>> = {
  OUTCOME_TRAFFIC: 'LINK_CLICKS',
  OUTCOME_SALES: 'OFFSITE_CONVERSIONS',
  OUTCOME_LEADS: 'LEAD_GENERATION',
  OUTCOME_ENGAGEMENT: 'POST_ENGAGEMENT',
  OUTCOME_AWARENESS: 'REACH',
  OUTCOME_APP_PROMOTION: 'APP_INSTALLS',
}

const actionByObjective: Readonly<Record<string, string>> = {
  OUTCOME_LEADS: 'SIGN_UP',
  OUTCOME_SALES: 'SHOP_NOW',
  OUTCOME_TRAFFIC: 'LEARN_MORE',
}

export function seedCampaigns(state: State): void {
  for (const plan of readJson<CampaignPlan[]>('social/world/campaigns.json')) seedCampaign(state, plan)
}

function seedCampaign(state: State, plan: CampaignPlan): void {
  const { social, seededAt } = state
  const theme = findTheme(plan.theme)
  const idea = theme.ideas[plan.idea % theme.ideas.length]
  const account = social.adAccounts[plan.account]
  if (idea === undefined || account === undefined) throw new Error(`No such idea or account: ${plan.account}`)
  const number = nextNumber(state, 'social.seed.campaign')
  // A campaign starts on the hour plus whole minutes, as people schedule it.
  const toInstant = (daysAgo: number) =>
    Math.floor((seededAt - daysAgo * dayMs) / 3_600_000) * 3_600_000 + (number % 50) * 60_000
  const startAt = toInstant(plan.startDaysAgo)
  const endAt = plan.endDaysAgo === undefined ? undefined : toInstant(plan.endDaysAgo)
  const createdAt = Math.min(startAt, seededAt) - 2 * 3_600_000
  const toUnits = (euros: number) => Math.round(euros * unitsPerEuro(account.currency))
  const buildBudget = (share: number): BudgetChange[] => {
    const { daily, lifetime } = plan.budget
    if (lifetime !== undefined) {
      return [
        {
          at: createdAt,
          lifetime: Math.floor(toUnits(lifetime) / share),
          ...(endAt === undefined ? {} : { end: endAt }),
        },
      ]
    }
    const first = { at: createdAt, daily: Math.floor(toUnits(daily ?? 10) / share) }
    return [
      first,
      ...(plan.budgets ?? []).map((each) => ({
        at: toInstant(each.daysAgo),
        daily: Math.floor(toUnits(each.daily) / share),
      })),
    ]
  }
  const statuses: StatusChange[] = [
    { at: createdAt, status: 'ACTIVE' },
    ...(plan.statuses ?? []).map(({ daysAgo, status }) => ({ at: toInstant(daysAgo), status })),
  ]
  const isCampaignBudget = plan.budget.on === 'campaign'
  const objective = plan.objective ?? idea.objective
  const campaign: Campaign = {
    id: plan.id ?? String(120_210_000_000_000_100n + BigInt(number) * 10n),
    account: account.id,
    name: plan.name ?? idea.campaign,
    objective,
    createdAt,
    updatedAt: Math.max(
      ...statuses.map(({ at }) => at),
      ...(isCampaignBudget ? buildBudget(1) : []).map(({ at }) => at),
    ),
    startAt,
    ...(endAt !== undefined && isCampaignBudget ? { stopAt: endAt } : {}),
    statuses,
    budget: isCampaignBudget ? buildBudget(1) : [],
    ...(isCampaignBudget ? { bidStrategy: 'LOWEST_COST_WITHOUT_CAP' } : {}),
    specialAdCategories: [...(plan.specialAdCategories ?? [])],
    ...(plan.issues ? { issues: plan.issues } : {}),
  }
  social.campaigns[campaign.id] = campaign
  const creatives = seedCreatives(state, theme, idea, campaign, number)
  for (let setIndex = 0; setIndex < plan.adSets; setIndex++) {
    const adSet: AdSet = {
      id: String(120_210_100_000_000_000n + BigInt(number) * 1_000n + BigInt(setIndex)),
      account: account.id,
      campaign: campaign.id,
      name: audienceName(setIndex + number),
      createdAt,
      updatedAt: createdAt,
      startAt,
      ...(endAt === undefined ? {} : { endAt }),
      statuses: [{ at: createdAt, status: 'ACTIVE' }],
      budget: isCampaignBudget ? [] : buildBudget(plan.adSets),
      budgetEdits: [],
      optimizationGoal: goalByObjective[objective] ?? 'LINK_CLICKS',
      billingEvent: 'IMPRESSIONS',
      targeting: seedTargeting(social, account, setIndex + number),
    }
    social.adSets[adSet.id] = adSet
    for (let index = 0; index < plan.adsPerSet; index++) {
      const serial = BigInt(number) * 100_000n + BigInt(setIndex * 1_000 + index)
      seedAd(state, plan, campaign, adSet, creatives, serial, index)
    }
  }
}

function seedAd(
  state: State,
  plan: CampaignPlan,
  campaign: Campaign,
  adSet: AdSet,
  creatives: readonly Creative[],
  serial: bigint,
  index: number,
): void {
  const creative = creatives[index % creatives.length]
  if (creative === undefined) return
  const repetition = Math.floor(index / creatives.length)
  const ad: Ad = {
    id: String(120_210_200_000_000_000n + serial),
    account: campaign.account,
    campaign: campaign.id,
    adSet: adSet.id,
    name: `${creative.title}${creative.video === undefined ? '' : ' (video)'}${repetition === 0 ? '' : ` ${repetition + 1}`}`,
    createdAt: adSet.createdAt,
    updatedAt: adSet.createdAt,
    statuses: adSet.statuses.map((change) => ({ ...change })),
    creative: creative.id,
    ...(plan.disapproved && serial % 1_000n === 0n ? { disapproved: plan.disapproved } : {}),
  }
  state.social.ads[ad.id] = ad
}

/** Creates the pictures and texts that the ads of a campaign share. */
function seedCreatives(
  state: State,
  theme: Theme,
  idea: CampaignIdea,
  campaign: Campaign,
  number: number,
): Creative[] {
  const count = Math.max(idea.titles.length, idea.bodies.length) + 1
  const form = campaign.objective === 'OUTCOME_LEADS' ? findLeadForm(state, campaign) : undefined
  return Array.from({ length: count }, (_, index) => {
    const hash = hashText(`${campaign.id}/${index}`)
    const isVideo = campaign.objective === 'OUTCOME_ENGAGEMENT' || hash % 3 === 0
    const creative: Creative = {
      id: String(120_210_300_000_000_000n + BigInt(number) * 100n + BigInt(index)),
      account: campaign.account,
      title: idea.titles[index % idea.titles.length] ?? idea.campaign,
      body: idea.bodies[index % idea.bodies.length] ?? '',
      link: `${theme.site}/${idea.campaign.toLowerCase().replaceAll(' ', '-')}`,
      callToAction: actionByObjective[campaign.objective] ?? 'LEARN_MORE',
      picture: theme.pictures[hash % theme.pictures.length] ?? 'picture',
      ...(isVideo ? { video: '990011' } : {}),
      ...(form === undefined ? {} : { form }),
    }
    state.social.creatives[creative.id] = creative
    return creative
  })
}

/** Returns the lead form that ads for leads open: the first active form of the account's pages. */
function findLeadForm({ social }: State, { account }: Campaign): string | undefined {
  const pages = social.adAccounts[account]?.pages ?? []
  return Object.values(social.leadForms).find(
    ({ page, status }) => pages.includes(page) && status === 'ACTIVE',
  )?.id
}
