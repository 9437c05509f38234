// The state of the social platform: plain records and arrays. A snapshot contains this state as JSON.

import type { ArrivalProgress } from '../../delivery/arrivals.ts'
import type { BudgetChange } from '../../delivery/delivery.ts'

declare module '../../core/state.ts' {
  interface PlatformStates {
    social: SocialState
  }
}

export interface SocialState {
  /** Roles of people, by the person's key. */
  members: Record<string, PersonRoles>
  businesses: Record<string, Business>
  /** Ad accounts by the digits of the id, without `act_`. */
  adAccounts: Record<string, AdAccount>
  pages: Record<string, Page>
  photoAccounts: Record<string, PhotoAccount>
  /** Posts by page, newest first. */
  posts: Record<string, Post[]>
  /** Media by photo account, newest first. */
  photoMedia: Record<string, PhotoMedia[]>
  /** Images by ad account, newest first. */
  images: Record<string, AdImage[]>
  videos: Record<string, AdVideo>
  campaigns: Record<string, Campaign>
  adSets: Record<string, AdSet>
  ads: Record<string, Ad>
  creatives: Record<string, Creative>
  pixels: Record<string, Pixel>
  customConversions: Record<string, CustomConversion>
  audiences: Record<string, Audience>
  leadForms: Record<string, LeadForm>
  /** Absent in worlds of an earlier release, like the next three properties. */
  leads?: Record<string, Lead>
  /** Progress of the leads that delivery created, by ad. */
  leadArrivals?: Record<string, ArrivalProgress>
  /** The fields of a page to which an application subscribes, by page and application. */
  subscribedApps?: Record<string, Record<string, string[]>>
  /** Webhook address of an application, by application. */
  callbacks?: Record<string, string>
  reportRuns: Record<string, ReportRun>
  /** Used points by bucket. They decay over time. */
  usage: Record<string, { points: number; at: number }>
  /** Points that a bucket holds. A tester can lower them to be throttled. */
  limits: { points: number; tier: 'standard_access' | 'development_access' }
  /** Number of next pages that are shorter than requested, or empty, although more follow. */
  oddPages: { short: number; empty: number }
  /** Number of next report runs that fail, and of reads of complete runs that fail. */
  reportTroubles?: { failed: number; unreadable: number }
  /** Maximum number of entries per page, regardless of the requested limit. */
  pageRows?: number
}

export interface PersonRoles {
  readonly adAccounts: readonly { readonly id: string; readonly tasks: readonly string[] }[]
  readonly pages: readonly PageRole[]
  readonly businesses: readonly string[]
}

export interface PageRole {
  readonly id: string
  readonly tasks: readonly string[]
  /** Whether the role exists only through a business. `me/accounts` does not list such a page. */
  readonly throughBusiness?: true
}

export interface Business {
  readonly id: string
  readonly name: string
  readonly verified: boolean
  readonly createdAt: number
}

export interface AdAccount {
  readonly id: string
  name: string
  readonly currency: string
  readonly timeZone: string
  readonly status: number
  readonly disableReason: number
  readonly createdAt: number
  readonly business?: string
  readonly pages: readonly string[]
  audienceTermsAccepted: boolean
  /** Number of people whom the account's ads can reach. Reach approaches this number and never exceeds it. */
  readonly audience: number
  /**
   * Default beneficiary and payer of the account's ads, where a law requires them and an ad set names none.
   */
  readonly advertiser?: string
}

export interface Page {
  readonly id: string
  readonly name: string
  readonly category: string
  readonly about: string
  readonly followers: number
  readonly business?: string
  readonly photoAccount?: string
  /** Name of the picture under `/_media/image/`. */
  readonly picture: string
  /** Whether the page has not yet accepted the terms of lead ads. */
  readonly leadTermsOpen?: true
}

export interface PhotoAccount {
  readonly id: string
  readonly username: string
  readonly name: string
  readonly biography: string
  readonly followers: number
  readonly picture: string
  readonly business?: string
  readonly page: string
}

export type Attachment =
  | { readonly kind: 'photo'; readonly picture: string; readonly width: number; readonly height: number }
  | {
      readonly kind: 'album'
      readonly pictures: readonly string[]
      readonly width: number
      readonly height: number
    }
  | {
      readonly kind: 'video'
      readonly video: string
      readonly picture: string
      readonly width: number
      readonly height: number
    }
  | { readonly kind: 'link'; readonly url: string; readonly title: string; readonly picture: string }

export interface Post {
  /** Id of the form `page_number`. */
  readonly id: string
  readonly createdAt: number
  readonly message?: string
  readonly story?: string
  readonly attachment?: Attachment
}

export interface PhotoMedia {
  readonly id: string
  readonly createdAt: number
  readonly caption?: string
  readonly type: 'IMAGE' | 'VIDEO' | 'CAROUSEL_ALBUM'
  readonly product: 'FEED' | 'REELS'
  readonly code: string
  readonly picture: string
  readonly width: number
  readonly height: number
  /** The owner does not allow downloads, or the sound is licensed. Such media have no `media_url`. */
  readonly withheld?: true
  readonly children?: readonly {
    readonly id: string
    readonly type: 'IMAGE' | 'VIDEO'
    readonly picture: string
  }[]
}

export interface AdImage {
  readonly hash: string
  readonly name: string
  readonly picture: string
  readonly width: number
  readonly height: number
  readonly createdAt: number
  status: 'ACTIVE' | 'DELETED' | 'INTERNAL'
}

export interface AdVideo {
  readonly id: string
  readonly account?: string
  readonly page?: string
  title: string
  readonly description?: string
  readonly picture: string
  readonly width: number
  readonly height: number
  readonly seconds: number
  readonly createdAt: number
  /** How the bytes arrive: fetched from an address, or sent in chunks that `finish` completes. */
  readonly arrival: 'fetched' | 'sent'
  readonly bytes: number
  received: number
  /** Instant at which all bytes were there and processing began. Absent while a session is open. */
  finishedAt?: number
  readonly bad: boolean
}

export interface StatusChange {
  readonly at: number
  readonly status: ObjectStatus
}

export type ObjectStatus = 'ACTIVE' | 'PAUSED' | 'ARCHIVED' | 'DELETED'

/**
 * The properties that campaigns, ad sets and ads share. The last entry of `statuses` is the current status.
 */
export interface AdObject {
  readonly id: string
  readonly account: string
  name: string
  readonly createdAt: number
  updatedAt: number
  readonly statuses: StatusChange[]
}

export interface Campaign extends AdObject {
  readonly objective: string
  startAt: number
  stopAt?: number
  /** Empty when the ad sets have the budgets. The last entry is the current budget. */
  readonly budget: BudgetChange[]
  bidStrategy?: string
  spendCap?: number
  specialAdCategories: string[]
  readonly specialAdCountries?: readonly string[]
  readonly labels?: readonly Label[]
  readonly budgetSharing?: boolean
  readonly issues?: true
  gaps?: Gap[]
}

/** Label under which callers file campaigns. A name identifies one label of the account. */
export interface Label {
  readonly id: string
  readonly name: string
}

/** Time between an end and the later change of that end. Nothing ran in a gap, regardless of the status. */
export interface Gap {
  readonly from: number
  readonly to: number
}

export interface AdSet extends AdObject {
  readonly campaign: string
  startAt: number
  endAt?: number
  readonly budget: BudgetChange[]
  /** Instants of the budget changes of the last hour. */
  budgetEdits: number[]
  readonly optimizationGoal: string
  readonly billingEvent: string
  bidAmount?: number
  targeting: Record<string, unknown>
  readonly promotedObject?: Record<string, string>
  readonly destination?: string
  readonly advertiser?: { readonly beneficiary?: string; readonly payor?: string }
  gaps?: Gap[]
}

export interface Ad extends AdObject {
  readonly campaign: string
  readonly adSet: string
  /** The creative's id. */
  readonly creative: string
  readonly disapproved?: true
  readonly conversionDomain?: string
  /** The problem that appears after the ad was processed. */
  readonly issue?: AdIssue
}

export interface AdIssue {
  readonly summary: string
  readonly message: string
  readonly isHard: boolean
}

export interface Creative {
  readonly id: string
  readonly account: string
  readonly name?: string
  readonly title: string
  readonly body: string
  readonly link: string
  readonly callToAction: string
  readonly picture: string
  readonly video?: string
  /** The lead form that the creative opens. */
  readonly form?: string
  /** The creative as the caller wrote it. */
  readonly given?: Readonly<Record<string, unknown>>
  deleted?: true
}

export interface Pixel {
  readonly id: string
  readonly account: string
  readonly name: string
  readonly createdAt: number
  readonly unavailable?: true
  /** Events and their approximate number per hour. */
  readonly events: Readonly<Record<string, number>>
}

export interface CustomConversion {
  readonly id: string
  readonly account: string
  readonly name: string
  readonly eventType: string
  readonly pixel: string
  /** Older rows name their pixel only among the data sources. */
  readonly pixelHidden?: true
  readonly archived: boolean
  readonly unavailable: boolean
  readonly createdAt: number
}

export interface Audience {
  readonly id: string
  readonly account: string
  name: string
  description: string
  readonly subtype: string
  readonly rule?: string
  readonly prefill?: boolean
  readonly createdAt: number
  updatedAt: number
  readonly retentionDays?: number
}

export interface LeadForm {
  readonly id: string
  readonly page: string
  readonly name: string
  readonly status: 'ACTIVE' | 'ARCHIVED' | 'DELETED' | 'DRAFT'
  readonly locale: string
  readonly createdAt: number
  readonly leads: number
  /** Defaults to name and email address. */
  readonly questions?: readonly LeadQuestion[]
  readonly followUpUrl?: string
  /** Parameters that Meta adds to the answers of each lead. */
  readonly tracking?: Readonly<Record<string, string>>
}

export interface LeadQuestion {
  /** Key of the question's answers. */
  readonly key: string
  readonly label: string
  readonly type: string
  readonly options?: readonly { readonly key: string; readonly value: string }[]
}

export interface Lead {
  readonly id: string
  readonly form: string
  readonly createdAt: number
  /** The ad that showed the form. Absent for organic leads. */
  readonly ad?: string
  readonly test?: true
  /** Explicit answers by the question's key. Other answers are generated. */
  readonly answers?: Readonly<Record<string, string>>
  /** Ticked checkboxes of the form's disclaimer, by key. */
  readonly disclaimers?: Readonly<Record<string, boolean>>
}

export interface ReportRun {
  readonly id: string
  readonly account: string
  readonly node: string
  readonly createdAt: number
  /** The parameters of the request that created the run, as text. */
  readonly params: Readonly<Record<string, string>>
  readonly fails?: true
}

export function createEmptySocialState(): SocialState {
  return {
    members: {},
    businesses: {},
    adAccounts: {},
    pages: {},
    photoAccounts: {},
    posts: {},
    photoMedia: {},
    images: {},
    videos: {},
    campaigns: {},
    adSets: {},
    ads: {},
    creatives: {},
    pixels: {},
    customConversions: {},
    audiences: {},
    leadForms: {},
    reportRuns: {},
    usage: {},
    limits: { points: 1_000_000, tier: 'standard_access' },
    oddPages: { short: 0, empty: 0 },
  }
}

export function currentStatus(object: { readonly statuses: readonly StatusChange[] }): ObjectStatus {
  return object.statuses.at(-1)?.status ?? 'PAUSED'
}
