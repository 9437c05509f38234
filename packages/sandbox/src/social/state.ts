// What the sandbox remembers of the social platform. Plain records and arrays: the snapshot is this, as JSON.

import type { Arrived } from '../delivery/arrivals.ts'
import type { BudgetChange } from '../delivery/delivery.ts'

declare module '../core/state.ts' {
  interface State {
    social: SocialState
  }
}

export interface SocialState {
  /** By the person's key. */
  members: Record<string, Member>
  businesses: Record<string, Business>
  /** By the digits of the id, without `act_`. */
  adAccounts: Record<string, AdAccount>
  pages: Record<string, Page>
  photoAccounts: Record<string, PhotoAccount>
  /** By page, newest first. */
  posts: Record<string, Post[]>
  /** By photo account, newest first. */
  photoMedia: Record<string, PhotoMedia[]>
  /** By ad account, newest first. */
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
  /** Absent in worlds of an earlier release, as the next three are. */
  leads?: Record<string, Lead>
  /** How far the leads of an ad have been made, by ad. */
  leadArrivals?: Record<string, Arrived>
  /** The fields of a page that an application wants to be told of, by page and application. */
  subscribedApps?: Record<string, Record<string, string[]>>
  /** Where an application is told, by application. */
  callbacks?: Record<string, string>
  reportRuns: Record<string, ReportRun>
  /** Points used up, by bucket; they decay with time. */
  usage: Record<string, { points: number; at: number }>
  /** Points a bucket holds. Meant to be turned down by somebody who wants to be throttled. */
  limits: { points: number; tier: 'standard_access' | 'development_access' }
  /** How many of the next pages come out shorter than asked for, or empty, although more follow. */
  oddPages: { short: number; empty: number }
  /** How many of the next report runs fail, and how many reads of complete ones. */
  reportTroubles?: { failed: number; unreadable: number }
  /** How many entries a page has at most, whatever is asked for. */
  pageRows?: number
}

export interface Member {
  readonly adAccounts: readonly { readonly id: string; readonly tasks: readonly string[] }[]
  readonly pages: readonly PageRole[]
  readonly businesses: readonly string[]
}

export interface PageRole {
  readonly id: string
  readonly tasks: readonly string[]
  /** The role comes through a business alone: `me/accounts` does not list the page. */
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
  /** People its ads can reach: what reach approaches and never passes. */
  readonly audience: number
  /** Who benefits from its ads and pays for them, where a law asks and an ad set does not say. */
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
  /** The terms of lead ads are still to be accepted. */
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
  /** `page_number` */
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
  /** The owner does not allow downloads, or the sound is licensed: no `media_url`. */
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
  /** How its bytes arrive: fetched from an address, or sent in pieces that `finish` closes. */
  readonly arrival: 'fetched' | 'sent'
  readonly bytes: number
  received: number
  /** When everything was there and processing began; absent while a session is open. */
  finishedAt?: number
  readonly bad: boolean
}

export interface StatusChange {
  readonly at: number
  readonly status: ObjectStatus
}

export type ObjectStatus = 'ACTIVE' | 'PAUSED' | 'ARCHIVED' | 'DELETED'

/** What campaigns, ad sets and ads have in common. The last entry of `statuses` is the present status. */
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
  /** Empty when the ad sets hold the budgets; the last entry holds now. */
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

/** What callers file campaigns under; one name is one label of the account. */
export interface Label {
  readonly id: string
  readonly name: string
}

/** Time after an end that was later moved: nothing ran in it, whatever the status says. */
export interface Gap {
  readonly from: number
  readonly to: number
}

export interface AdSet extends AdObject {
  readonly campaign: string
  startAt: number
  endAt?: number
  readonly budget: BudgetChange[]
  /** When its budget was changed, as far as the last hour goes. */
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
  /** What will be found wrong with it when it has been processed. */
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
  /** The lead form that it opens. */
  readonly form?: string
  /** What a caller wrote of it, as it was written. */
  readonly given?: Readonly<Record<string, unknown>>
  deleted?: true
}

export interface Pixel {
  readonly id: string
  readonly account: string
  readonly name: string
  readonly createdAt: number
  readonly unavailable?: true
  /** Events and roughly how many come in an hour. */
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
  /** Name and e-mail address when absent. */
  readonly questions?: readonly LeadQuestion[]
  readonly followUpUrl?: string
  /** Parameters that Meta adds to the answers of each lead. */
  readonly tracking?: Readonly<Record<string, string>>
}

export interface LeadQuestion {
  /** What its answers go by. */
  readonly key: string
  readonly label: string
  readonly type: string
  readonly options?: readonly { readonly key: string; readonly value: string }[]
}

export interface Lead {
  readonly id: string
  readonly form: string
  readonly createdAt: number
  /** The ad that it came by; absent when it came without one. */
  readonly ad?: string
  readonly test?: true
  /** By the question's key, where somebody said what to answer. */
  readonly answers?: Readonly<Record<string, string>>
  /** Which checkboxes of the form's disclaimer were ticked, by key. */
  readonly disclaimers?: Readonly<Record<string, boolean>>
}

export interface ReportRun {
  readonly id: string
  readonly account: string
  readonly node: string
  readonly createdAt: number
  /** The parameters it was ordered with, as text. */
  readonly params: Readonly<Record<string, string>>
  readonly fails?: true
}

export function emptySocial(): SocialState {
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

export function statusOf(object: { readonly statuses: readonly StatusChange[] }): ObjectStatus {
  return object.statuses.at(-1)?.status ?? 'PAUSED'
}
