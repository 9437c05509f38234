// The demo account's campaign groups, campaigns and ads.

import type { Campaign, CampaignGroup, Creative } from './state.ts'

interface GroupSeed {
  readonly id: number
  readonly name: string
  readonly status: CampaignGroup['status']
  readonly startedDaysAgo: number
  readonly endsInDays?: number
  readonly total?: string
}

export const demoGroups: readonly GroupSeed[] = [
  { id: 640118001, name: 'Trade customers', status: 'ACTIVE', startedDaysAgo: 240 },
  {
    id: 640118012,
    name: 'Spring season',
    status: 'ACTIVE',
    startedDaysAgo: 45,
    endsInDays: 60,
    total: '6000.00',
  },
  { id: 640118023, name: 'Hiring', status: 'PAUSED', startedDaysAgo: 130 },
  { id: 640118034, name: 'Ideas for autumn', status: 'DRAFT', startedDaysAgo: -20 },
  { id: 640118045, name: 'Last year', status: 'ARCHIVED', startedDaysAgo: 600, endsInDays: -240 },
]

interface CampaignSeed {
  readonly id: number
  readonly group: number
  readonly name: string
  readonly status: Campaign['status']
  readonly startedDaysAgo: number
  readonly endsInDays?: number
  readonly daily?: string
  readonly total?: string
  readonly holds?: readonly string[]
  readonly shape?: Partial<Campaign>
}

const leads = { objectiveType: 'LEAD_GENERATION', optimizationTargetType: 'MAX_LEAD' } as const
const brand = { objectiveType: 'BRAND_AWARENESS', optimizationTargetType: 'MAX_REACH' } as const
const message = {
  type: 'SPONSORED_INMAILS',
  format: 'SPONSORED_MESSAGE',
  objectiveType: 'WEBSITE_VISIT',
  optimizationTargetType: 'MAX_IMPRESSION',
  creativeSelection: 'ROUND_ROBIN',
} as const
const targeting = {
  targetingCriteria: {
    include: {
      and: [
        { or: { 'urn:li:adTargetingFacet:locations': ['urn:li:geo:103644278'] } },
        { or: { 'urn:li:adTargetingFacet:audienceMatchingSegments': ['urn:li:adSegment:19300401'] } },
      ],
    },
  },
} as const

export const demoCampaigns: readonly CampaignSeed[] = [
  {
    id: 361084726,
    group: 640118001,
    name: 'Bulk plants for landscapers',
    status: 'ACTIVE',
    startedDaysAgo: 235,
    daily: '60.00',
    shape: { ...leads, ...targeting },
  },
  {
    id: 361084737,
    group: 640118001,
    name: 'Wholesale price list',
    status: 'ACTIVE',
    startedDaysAgo: 140,
    daily: '35.00',
    total: '9000.00',
  },
  {
    id: 361084748,
    group: 640118001,
    name: 'Facility managers, personal message',
    status: 'PAUSED',
    startedDaysAgo: 90,
    daily: '25',
    shape: message,
  },
  {
    id: 361084759,
    group: 640118012,
    name: 'Seedlings are in',
    status: 'ACTIVE',
    startedDaysAgo: 40,
    endsInDays: 30,
    daily: '62.73',
    shape: brand,
  },
  {
    id: 361084760,
    group: 640118012,
    name: 'Planting workshops',
    status: 'ACTIVE',
    startedDaysAgo: 30,
    endsInDays: 10,
    total: '1200.00',
    shape: leads,
  },
  {
    id: 361084771,
    group: 640118012,
    name: 'Bonsai evening',
    status: 'ACTIVE',
    startedDaysAgo: 12,
    daily: '15.00',
    holds: ['CAMPAIGN_AUDIENCE_COUNT_HOLD'],
  },
  {
    id: 361084782,
    group: 640118012,
    name: 'Opening weekend',
    status: 'ACTIVE',
    startedDaysAgo: -5,
    endsInDays: 8,
    daily: '80.00',
    shape: brand,
  },
  {
    id: 361084793,
    group: 640118023,
    name: 'Greenhouse assistants wanted',
    status: 'ACTIVE',
    startedDaysAgo: 120,
    daily: '20.00',
  },
  {
    id: 361084804,
    group: 640118034,
    name: 'Autumn bulbs',
    status: 'DRAFT',
    startedDaysAgo: -20,
    daily: '30.00',
  },
  {
    id: 361084815,
    group: 640118045,
    name: 'Garden fair',
    status: 'COMPLETED',
    startedDaysAgo: 320,
    endsInDays: -260,
    total: '2500.00',
  },
  {
    id: 361084826,
    group: 640118045,
    name: 'Clearance',
    status: 'ARCHIVED',
    startedDaysAgo: 500,
    daily: '40.00',
  },
  {
    id: 361084837,
    group: 640118045,
    name: 'Old shop opening',
    status: 'CANCELED',
    startedDaysAgo: 590,
    daily: '50.00',
  },
]

interface CreativeSeed {
  readonly campaign: number
  readonly name: string
  readonly ageDays: number
  readonly status?: Creative['intendedStatus']
  readonly rejected?: readonly string[]
  readonly textAd?: { readonly headline: string; readonly description: string; readonly landingPage: string }
}

export const demoCreatives: readonly CreativeSeed[] = [
  { campaign: 361084726, name: 'Pallets of boxwood, delivered', ageDays: 230 },
  { campaign: 361084726, name: 'Your yard, our nursery', ageDays: 160 },
  { campaign: 361084726, name: 'Quote in one working day', ageDays: 0.3 },
  {
    campaign: 361084737,
    name: 'Price list',
    ageDays: 139,
    textAd: {
      headline: 'Wholesale plants',
      description: 'The whole price list, no sign-up.',
      landingPage: 'https://fox-garden.example/wholesale',
    },
  },
  { campaign: 361084737, name: 'Price list, second try', ageDays: 100, status: 'PAUSED' },
  { campaign: 361084748, name: 'A note from Ada', ageDays: 88 },
  { campaign: 361084759, name: 'Tomatoes, twelve kinds', ageDays: 40 },
  {
    campaign: 361084759,
    name: 'Free soil for the first hundred',
    ageDays: 35,
    rejected: ['MISLEADING_CLAIM'],
  },
  { campaign: 361084760, name: 'Learn to graft', ageDays: 29 },
  { campaign: 361084771, name: 'Small trees, big evening', ageDays: 11 },
  { campaign: 361084782, name: 'Doors open Saturday', ageDays: 4 },
  { campaign: 361084793, name: 'Work among plants', ageDays: 118 },
  { campaign: 361084804, name: 'Bulbs, first draft', ageDays: 2, status: 'DRAFT' },
  { campaign: 361084826, name: 'Everything must go', ageDays: 499, status: 'ARCHIVED' },
]
