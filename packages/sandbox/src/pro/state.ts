// What the sandbox remembers of the professional network. Plain data; what depends on the hour is worked out when asked.

import type { ArrivalProgress } from '../delivery/arrivals.ts'

declare module '../core/state.ts' {
  interface State {
    pro: ProState
  }
}

export interface ProState {
  organizations: Record<string, Organization>
  accounts: Record<string, ProAdAccount>
  roles: AccountRole[]
  segments: Record<string, DmpSegment>
  adSegments: Record<string, AdSegment>
  groups: Record<string, CampaignGroup>
  campaigns: Record<string, ProCampaign>
  creatives: Record<string, ProCreative>
  /** What ads are made of. Worlds of before have none. */
  library?: Library
  /** Absent in worlds of an earlier release, as the next two are. */
  leads?: Record<string, ProLead>
  /** How far the leads of a campaign have been made, by campaign. */
  leadArrivals?: Record<string, ArrivalProgress>
  leadNotifications?: Record<string, LeadNotification>
  limits: CallLimits
  /** Where somebody set the bounds of analytics otherwise than the platform does. */
  analyticsBounds?: { readonly mostElements: number; readonly mostValues: number }
  /** How far finders of groups, campaigns and creatives are behind, where somebody ordered it. */
  findersLagMs?: number
}

/** Posts, media, lead forms and conversions, and which campaigns count which conversions. */
export interface Library {
  posts: Record<string, ProPost>
  media: Record<string, Medium>
  leadForms: Record<string, ProLeadForm>
  conversions: Record<string, Conversion>
  /** `campaign conversion`, and since when. */
  campaignConversions: Record<string, number>
}

export interface ProPost {
  /** `urn:li:share:7180000001` */
  readonly urn: string
  readonly author: string
  readonly created: number
  /** As it was sent, whole. */
  readonly members: Readonly<Record<string, unknown>>
}

export interface Medium {
  /** `urn:li:image:C5622AQ…` or `urn:li:video:…` */
  readonly urn: string
  readonly owner: string
  readonly created: number
  /** Bytes that were announced; 0 for an image. */
  readonly announced: number
  /** Sizes of the parts that came, by their place. */
  readonly parts: Record<string, number>
  /** When the platform has worked on it; absent while it waits for its bytes. */
  availableAt?: number
  failed?: true
}

export interface ProLeadForm {
  readonly id: number
  readonly account: number
  readonly name: string
  readonly state: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED'
  readonly created: number
  /** Absent in worlds of an earlier release. */
  readonly questions?: readonly ProLeadQuestion[]
}

export interface Conversion {
  readonly id: number
  readonly account: number
  readonly name: string
  readonly type: string
  readonly enabled: boolean
  readonly created: number
}

export const emptyLibrary = (): Library => ({
  posts: {},
  media: {},
  leadForms: {},
  conversions: {},
  campaignConversions: {},
})

export function getLibrary(pro: ProState): Library {
  pro.library ??= emptyLibrary()
  return pro.library
}

export interface ProLeadQuestion {
  readonly id: number
  /** In the language of whoever made the form. */
  readonly name: string
  readonly question: string
  /** What it asks for, where that is one of the platform's own fields. */
  readonly predefinedField?: string
  /** The texts to choose from, by their numbers from 1. */
  readonly options?: readonly string[]
}

export interface ProLead {
  readonly id: string
  readonly form: number
  readonly account: number
  readonly submittedAt: number
  readonly campaign?: number
  readonly creative?: number
  readonly test: boolean
}

/** Where an application wants to be told of an account's leads. */
export interface LeadNotification {
  readonly id: number
  readonly account: number
  readonly clientId: string
  readonly webhook: string
  /** Challenges in a row that were not answered. */
  failures: number
  /** Only an address that answered its challenge is told anything. */
  validated: boolean
}

export interface Organization {
  readonly id: number
  readonly name: string
  readonly vanityName: string
  readonly country: string
  readonly language: string
  readonly website: string
  /** Members who administer the page. */
  readonly administrators: string[]
}

export const accountStatuses = ['ACTIVE', 'CANCELED', 'DRAFT', 'PENDING_DELETION', 'REMOVED'] as const
export const accountTypes = ['BUSINESS', 'ENTERPRISE'] as const

export interface ProAdAccount {
  readonly id: number
  name: string
  readonly currency: string
  readonly type: (typeof accountTypes)[number]
  status: (typeof accountStatuses)[number]
  /** Beside what follows from the status: `BILLING_HOLD` and its kind. */
  readonly holds: string[]
  /** An organization's or a person's URN; some accounts have none. */
  readonly reference?: string
  readonly test: boolean
  /** What its contacts are told, where somebody chose otherwise than usual. */
  notices?: Record<string, boolean>
  readonly created: number
  lastModified: number
  versionTag: number
}

export const accountRoles = [
  'ACCOUNT_BILLING_ADMIN',
  'ACCOUNT_MANAGER',
  'CAMPAIGN_MANAGER',
  'CREATIVE_MANAGER',
  'VIEWER',
] as const

export interface AccountRole {
  readonly account: number
  /** Member id, the last part of the person's URN. */
  readonly member: string
  readonly role: (typeof accountRoles)[number]
  readonly created: number
}

export type Money = { readonly amount: string; readonly currencyCode: string }

export const segmentTypes = ['USER', 'COMPANY', 'USER_LIST_UPLOAD', 'COMPANY_LIST_UPLOAD'] as const

export type SegmentStatus = 'BUILDING' | 'UPDATING' | 'READY' | 'ARCHIVED' | 'EXPIRED' | 'FAILED' | 'ERROR'

export interface DmpSegment {
  readonly id: number
  readonly account: number
  name: string
  description?: string
  readonly type: (typeof segmentTypes)[number]
  readonly sourcePlatform: string
  readonly sourceSegmentId?: string
  readonly created: number
  readonly inputCount: number
  readonly matchedCount: number
  readonly audienceSize: number
  /** The targeting segment that mirrors it. */
  readonly adSegment: number
  /** What the segment is from which instant on, oldest first. */
  readonly phases: { readonly status: SegmentStatus; readonly from: number }[]
}

export interface AdSegment {
  readonly id: number
  readonly account: number
  readonly name: string
  readonly description?: string
  readonly type: 'BULK' | 'MARKET_AUTOMATION' | 'RETARGETING' | 'LOOKALIKE'
  /** Set when it mirrors a DMP segment, whose state and size it then shows. */
  readonly dmpSegment?: number
  readonly status: SegmentStatus
  readonly approximateMemberCount: number
  readonly created: number
  readonly lastModified: number
}

export const groupStatuses = [
  'ACTIVE',
  'PAUSED',
  'ARCHIVED',
  'CANCELED',
  'DRAFT',
  'PENDING_DELETION',
  'REMOVED',
] as const
export const campaignStatuses = [...groupStatuses, 'COMPLETED'] as const

export interface RunSchedule {
  readonly start: number
  readonly end?: number
}

/** What an entity was like until an instant, as far as delivery follows from it. */
export interface PastVersion {
  readonly until: number
  readonly status: string
  readonly runSchedule?: RunSchedule
  readonly dailyBudget?: Money
  readonly totalBudget?: Money
}

interface EntityBase {
  readonly id: number
  readonly account: number
  created: number
  lastModified: number
  versionTag: number
  readonly test: boolean
  /** A damaged entity: lists leave it out of its page without a word, as the platform does. */
  readonly broken?: boolean
  /** Oldest first; what came after the last of them holds now. */
  readonly past?: readonly PastVersion[]
}

export interface CampaignGroup extends EntityBase {
  name: string
  status: (typeof groupStatuses)[number]
  runSchedule: RunSchedule
  totalBudget?: Money
  objectiveType?: string
}

export interface ProCampaign extends EntityBase {
  name: string
  status: (typeof campaignStatuses)[number]
  campaignGroup: number
  associatedEntity?: string
  type: string
  format?: string
  objectiveType?: string
  costType: string
  optimizationTargetType: string
  creativeSelection: string
  pacingStrategy: string
  dailyBudget?: Money
  totalBudget?: Money
  unitCost: Money
  runSchedule: RunSchedule
  locale: { readonly country: string; readonly language: string }
  offsiteDeliveryEnabled: boolean
  audienceExpansionEnabled: boolean
  targetingCriteria?: Readonly<Record<string, unknown>>
  politicalIntent?: string
  holds: string[]
}

export const creativeStatuses = [...groupStatuses] as const

export interface ProCreative {
  readonly id: number
  readonly account: number
  readonly campaign: number
  name?: string
  readonly content: Readonly<Record<string, unknown>>
  /** Which lead form its button opens. */
  leadgenCallToAction?: Readonly<Record<string, unknown>>
  intendedStatus: (typeof creativeStatuses)[number]
  readonly created: number
  readonly createdBy: string
  lastModified: number
  lastModifiedBy: string
  /** When review ends, and how. */
  reviewedAt: number
  rejectionReasons?: string[]
  readonly test: boolean
  readonly past?: readonly PastVersion[]
}

/** Calls a day per endpoint; the platform does not publish its numbers, so none are enforced until somebody sets them. */
export interface CallLimits {
  perMember: number | null
  perApp: number | null
  /** The day counted, and the calls made on it by endpoint and member or application. */
  day: string
  used: Record<string, number>
}

export function emptyProState(): ProState {
  return {
    organizations: {},
    accounts: {},
    roles: [],
    segments: {},
    adSegments: {},
    groups: {},
    campaigns: {},
    creatives: {},
    library: emptyLibrary(),
    limits: { perMember: null, perApp: null, day: '', used: {} },
  }
}
