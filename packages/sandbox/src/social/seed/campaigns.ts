// Campaigns of the starting world: with ad sets, ads, and their history of changes.

import { readTree } from '../../core/dataFiles.ts'
import { nextNumber, type State } from '../../core/state.ts'
import { textHash } from '../../delivery/chance.ts'
import type { BudgetChange } from '../../delivery/delivery.ts'
import { unitsPerEuro } from '../money.ts'
import type { Ad, AdSet, Campaign, Creative, ObjectStatus, StatusChange } from '../state.ts'
import { type Idea, type Theme, themeOf } from './themes.ts'

export const dayMs = 86_400_000

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

const goals: Readonly<Record<string, string>> = {
  OUTCOME_TRAFFIC: 'LINK_CLICKS',
  OUTCOME_SALES: 'OFFSITE_CONVERSIONS',
  OUTCOME_LEADS: 'LEAD_GENERATION',
  OUTCOME_ENGAGEMENT: 'POST_ENGAGEMENT',
  OUTCOME_AWARENESS: 'REACH',
  OUTCOME_APP_PROMOTION: 'APP_INSTALLS',
}

const audiencesOfSets = [
  'Near the shop',
  'Fans and friends',
  'Past customers',
  'Interested in it',
  'Whole city',
  'Visitors of the site',
  'Weekend people',
  'Commuters',
  'Newcomers in town',
  'Lookalikes',
]

const actions: Readonly<Record<string, string>> = {
  OUTCOME_LEADS: 'SIGN_UP',
  OUTCOME_SALES: 'SHOP_NOW',
  OUTCOME_TRAFFIC: 'LEARN_MORE',
}

export function seedCampaigns(state: State): void {
  for (const plan of readTree<CampaignPlan[]>('social/world/campaigns.json')) addPlannedCampaign(state, plan)
}

function addPlannedCampaign(state: State, plan: CampaignPlan): void {
  const { social, seededAt } = state
  const theme = themeOf(plan.theme)
  const idea = theme.ideas[plan.idea % theme.ideas.length]
  const account = social.adAccounts[plan.account]
  if (idea === undefined || account === undefined) throw new Error(`No such idea or account: ${plan.account}`)
  const number = nextNumber(state, 'social.seed.campaign')
  // A campaign starts on the hour plus whole minutes, as people schedule it.
  const instant = (daysAgo: number) =>
    Math.floor((seededAt - daysAgo * dayMs) / 3_600_000) * 3_600_000 + (number % 50) * 60_000
  const startAt = instant(plan.startDaysAgo)
  const endAt = plan.endDaysAgo === undefined ? undefined : instant(plan.endDaysAgo)
  const createdAt = Math.min(startAt, seededAt) - 2 * 3_600_000
  const units = (euros: number) => Math.round(euros * unitsPerEuro(account.currency))
  const money = (share: number): BudgetChange[] => {
    const { daily, lifetime } = plan.budget
    if (lifetime !== undefined) {
      return [
        {
          at: createdAt,
          lifetime: Math.floor(units(lifetime) / share),
          ...(endAt === undefined ? {} : { end: endAt }),
        },
      ]
    }
    const first = { at: createdAt, daily: Math.floor(units(daily ?? 10) / share) }
    return [
      first,
      ...(plan.budgets ?? []).map((each) => ({
        at: instant(each.daysAgo),
        daily: Math.floor(units(each.daily) / share),
      })),
    ]
  }
  const statuses: StatusChange[] = [
    { at: createdAt, status: 'ACTIVE' },
    ...(plan.statuses ?? []).map(({ daysAgo, status }) => ({ at: instant(daysAgo), status })),
  ]
  const onCampaign = plan.budget.on === 'campaign'
  const objective = plan.objective ?? idea.objective
  const campaign: Campaign = {
    id: plan.id ?? String(120_210_000_000_000_100n + BigInt(number) * 10n),
    account: account.id,
    name: plan.name ?? idea.campaign,
    objective,
    createdAt,
    updatedAt: Math.max(...statuses.map(({ at }) => at), ...(onCampaign ? money(1) : []).map(({ at }) => at)),
    startAt,
    ...(endAt !== undefined && onCampaign ? { stopAt: endAt } : {}),
    statuses,
    budget: onCampaign ? money(1) : [],
    ...(onCampaign ? { bidStrategy: 'LOWEST_COST_WITHOUT_CAP' } : {}),
    specialAdCategories: [...(plan.specialAdCategories ?? [])],
    ...(plan.issues ? { issues: plan.issues } : {}),
  }
  social.campaigns[campaign.id] = campaign
  const creatives = creativesOf(state, theme, idea, campaign, number)
  for (let set = 0; set < plan.adSets; set++) {
    const adSet: AdSet = {
      id: String(120_210_100_000_000_000n + BigInt(number) * 1_000n + BigInt(set)),
      account: account.id,
      campaign: campaign.id,
      name: audiencesOfSets[(set + number) % audiencesOfSets.length] ?? 'Everybody',
      createdAt,
      updatedAt: createdAt,
      startAt,
      ...(endAt === undefined ? {} : { endAt }),
      statuses: [{ at: createdAt, status: 'ACTIVE' }],
      budget: onCampaign ? [] : money(plan.adSets),
      budgetEdits: [],
      optimizationGoal: goals[objective] ?? 'LINK_CLICKS',
      billingEvent: 'IMPRESSIONS',
      targeting: { age_min: 18, age_max: 65, geo_locations: { countries: [countryOf(account.timeZone)] } },
    }
    social.adSets[adSet.id] = adSet
    for (let index = 0; index < plan.adsPerSet; index++) {
      const place = BigInt(number) * 100_000n + BigInt(set * 1_000 + index)
      addAdTo(state, plan, campaign, adSet, creatives, place, index)
    }
  }
}

function addAdTo(
  state: State,
  plan: CampaignPlan,
  campaign: Campaign,
  adSet: AdSet,
  creatives: readonly Creative[],
  place: bigint,
  index: number,
): void {
  const creative = creatives[index % creatives.length]
  if (creative === undefined) return
  const round = Math.floor(index / creatives.length)
  const ad: Ad = {
    id: String(120_210_200_000_000_000n + place),
    account: campaign.account,
    campaign: campaign.id,
    adSet: adSet.id,
    name: `${creative.title}${creative.video === undefined ? '' : ' (video)'}${round === 0 ? '' : ` ${round + 1}`}`,
    createdAt: adSet.createdAt,
    updatedAt: adSet.createdAt,
    statuses: adSet.statuses.map((change) => ({ ...change })),
    creative: creative.id,
    ...(plan.disapproved && place % 1_000n === 0n ? { disapproved: plan.disapproved } : {}),
  }
  state.social.ads[ad.id] = ad
}

/** Creates the pictures and texts that the ads of a campaign share. */
function creativesOf(state: State, theme: Theme, idea: Idea, campaign: Campaign, number: number): Creative[] {
  const count = Math.max(idea.titles.length, idea.bodies.length) + 1
  const form = campaign.objective === 'OUTCOME_LEADS' ? formFor(state, campaign) : undefined
  return Array.from({ length: count }, (_, index) => {
    const hash = textHash(`${campaign.id}/${index}`)
    const isVideo = campaign.objective === 'OUTCOME_ENGAGEMENT' || hash % 3 === 0
    const creative: Creative = {
      id: String(120_210_300_000_000_000n + BigInt(number) * 100n + BigInt(index)),
      account: campaign.account,
      title: idea.titles[index % idea.titles.length] ?? idea.campaign,
      body: idea.bodies[index % idea.bodies.length] ?? '',
      link: `${theme.site}/${idea.campaign.toLowerCase().replaceAll(' ', '-')}`,
      callToAction: actions[campaign.objective] ?? 'LEARN_MORE',
      picture: theme.pictures[hash % theme.pictures.length] ?? 'picture',
      ...(isVideo ? { video: '990011' } : {}),
      ...(form === undefined ? {} : { form }),
    }
    state.social.creatives[creative.id] = creative
    return creative
  })
}

/** Returns the lead form that ads for leads open: the first active form of the account's pages. */
function formFor({ social }: State, { account }: Campaign): string | undefined {
  const pages = social.adAccounts[account]?.pages ?? []
  return Object.values(social.leadForms).find(
    ({ page, status }) => pages.includes(page) && status === 'ACTIVE',
  )?.id
}

const countries: Readonly<Record<string, string>> = {
  America: 'US',
  'Asia/Tokyo': 'JP',
  'Asia/Taipei': 'TW',
  'Europe/London': 'GB',
  'Europe/Amsterdam': 'NL',
}

function countryOf(zone: string): string {
  return countries[zone] ?? countries[zone.split('/')[0] ?? ''] ?? 'DE'
}
