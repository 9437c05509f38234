// The sandbox's state of the professional network. Plain data: values that depend on the time are derived on
// read.

import type { ArrivalProgress } from '../../delivery/arrivals.ts'

declare module '../../core/state.ts' {
  interface PlatformStates {
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
  /** The content of ads. Absent in states of earlier releases. */
  library?: Library
  /** Absent in states of an earlier release, like the next two fields. */
  leads?: Record<string, ProLead>
  /** Progress of lead creation, by campaign. */
  leadArrivals?: Record<string, ArrivalProgress>
  leadNotifications?: Record<string, LeadNotification>
  limits: CallLimits
  /** Analytics limits that a simulation has set. Absent while the platform's limits apply. */
  analyticsBounds?: { readonly mostElements: number; readonly mostValues: number }
  /** The delay of finders for groups, campaigns and creatives, when a simulation has set one. */
  findersLagMs?: number
}

/** Posts, media, lead forms and conversions, and the associations between campaigns and conversions. */
export interface Library {
  posts: Record<string, ProPost>
  media: Record<string, Medium>
  leadForms: Record<string, ProLeadForm>
  conversions: Record<string, Conversion>
  /** The time of association, by campaign id and conversion id, separated by a space. */
  campaignConversions: Record<string, number>
}

export interface ProPost {
  /** `urn:li:share:7180000001` */
  readonly urn: string
  readonly author: string
  readonly created: number
  /** The fields of the create request. */
  readonly members: Readonly<Record<string, unknown>>
}

export interface Medium {
  /** `urn:li:image:C5622AQ…` or `urn:li:video:…` */
  readonly urn: string
  readonly owner: string
  readonly created: number
  /** The announced number of bytes. 0 for an image. */
  readonly announced: number
  /** Sizes of the uploaded parts, by part number. */
  readonly parts: Record<string, number>
  /** The time at which processing ends. Absent while the upload is incomplete. */
  availableAt?: number
  failed?: true
}

export interface ProLeadForm {
  readonly id: number
  readonly account: number
  readonly name: string
  readonly state: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED'
  readonly created: number
  /** Absent in states of an earlier release. */
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

export function getContentLibrary(pro: ProState): Library {
  pro.library ??= emptyLibrary()
  return pro.library
}

export interface ProLeadQuestion {
  readonly id: number
  /** The name in the language of the form's author. */
  readonly name: string
  readonly question: string
  /** The platform's predefined field that the question requests, if it requests one. */
  readonly predefinedField?: string
  /** The texts of the options. Option numbers start at 1. */
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

/** A webhook subscription of an application to the leads of an account. */
export interface LeadNotification {
  readonly id: number
  readonly account: number
  readonly clientId: string
  readonly webhook: string
  /** The number of failed challenges in a row. */
  failures: number
  /** Only a webhook that has passed its challenge receives notifications. */
  validated: boolean
}

export interface Organization {
  readonly id: number
  readonly name: string
  readonly vanityName: string
  readonly country: string
  readonly language: string
  readonly website: string
  /** Members who administer the organization's page. */
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
  /** Serving holds in addition to those that follow from the status, such as `BILLING_HOLD`. */
  readonly holds: string[]
  /** The URN of an organization or a person. Some accounts have none. */
  readonly reference?: string
  readonly test: boolean
  /** Notification settings that differ from the defaults. */
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
  /** The member id, which is the last part of the person's URN. */
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
  /** The targeting segment that mirrors this segment. */
  readonly adSegment: number
  /** The statuses of the segment with their start times, oldest first. */
  readonly phases: { readonly status: SegmentStatus; readonly from: number }[]
}

export interface AdSegment {
  readonly id: number
  readonly account: number
  readonly name: string
  readonly description?: string
  readonly type: 'BULK' | 'MARKET_AUTOMATION' | 'RETARGETING' | 'LOOKALIKE'
  /** The DMP segment that this segment mirrors. Its status and size then apply. */
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

/** The state of an entity until an instant, as far as delivery depends on it. */
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
  /** A damaged entity. Lists omit it silently, as the platform does. */
  readonly broken?: boolean
  /** Past versions, oldest first. The entity itself is the current version. */
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
  /** The lead form that the button of the ad opens. */
  leadgenCallToAction?: Readonly<Record<string, unknown>>
  intendedStatus: (typeof creativeStatuses)[number]
  readonly created: number
  readonly createdBy: string
  lastModified: number
  lastModifiedBy: string
  /** The time at which the review ends. */
  reviewedAt: number
  rejectionReasons?: string[]
  readonly test: boolean
  readonly past?: readonly PastVersion[]
}

/**
 * Daily call quotas per endpoint. The platform does not publish its numbers, so none apply until a simulation
 * sets them.
 */
export interface CallLimits {
  perMember: number | null
  perApp: number | null
  /** The current day, and its calls by endpoint and member or application. */
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
