// What the sandbox remembers of this platform.

import type { ArrivalProgress } from '../delivery/arrivals.ts'
import type { WireObject } from './wire.ts'

declare module '../core/state.ts' {
  interface State {
    search: SearchState
  }
}

/** What the platform lets a project do; https://developers.google.com/google-ads/api/docs/access-levels */
export const accessLevels = ['test', 'explorer', 'basic', 'standard'] as const

export interface SearchState {
  /** Of the project to which the registered application belongs. */
  accessLevel: (typeof accessLevels)[number]
  /** Ads accounts, managers among them, by their ten digits. */
  accounts: Record<string, AdsAccount>
  /** Which accounts a person reaches without a manager in between, by the person's key. */
  access: Record<string, CustomerAccess[]>
  /** Rows on a page of a search; the platform's ten thousand unless a test asks for fewer. */
  pageRows: number
  /** The operations of a day for the whole project, and those of the last day; uncounted without a limit. */
  limits?: { operationsPerDay: number; spent: (readonly [at: number, amount: number])[] }
  /** Instant of the last planning call, by customer: those are limited to one a second. */
  planningCalls: Record<string, number>
}

export interface CustomerAccess {
  readonly customer: string
  readonly role: 'ADMIN' | 'STANDARD' | 'READ_ONLY'
}

export interface AdsAccount {
  customer: WireObject
  /** A manager's direct clients. */
  clients: string[]
  /** Whether the account is old and busy enough to use image assets. */
  imagesEligible: boolean
  /** Characters of a lead form's call to action, where fewer are taken than the documents say. */
  mostCallToAction?: number
  /** By kind of resource (`campaign`), then by resource name; in order of creation. */
  resources: Record<string, Record<string, WireObject>>
  /** What delivery depends on, over time: statuses of campaigns, ad groups and ads, amounts of budgets. */
  history: Record<string, HistoryEntry[]>
  /** Names of assets by what they contain: the platform keeps equal ones once. */
  fingerprints: Record<string, string>
  /** How far the leads of an ad have been made, by the ad's name; absent before the first look. */
  leadArrivals?: Record<string, ArrivalProgress>
  /** Counts the changes, so that what is derived from the account knows when it is stale. */
  revision: number
}

/** The value that holds from an instant on. */
export type HistoryEntry = readonly [at: number, value: string]

export function emptySearchState(): SearchState {
  return {
    accessLevel: 'basic',
    accounts: {},
    access: {},
    pageRows: 10_000,
    planningCalls: {},
  }
}

export function emptyAccount(customer: WireObject): AdsAccount {
  return {
    customer,
    clients: [],
    imagesEligible: true,
    resources: {},
    history: {},
    fingerprints: {},
    revision: 0,
  }
}
