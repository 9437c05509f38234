// The sandbox's state of the search platform.

import type { ArrivalProgress } from '../../delivery/arrivals.ts'
import type { WireObject } from './wire.ts'

declare module '../../core/state.ts' {
  interface PlatformStates {
    search: SearchState
  }
}

/** The access levels of a project: https://developers.google.com/google-ads/api/docs/access-levels */
export const accessLevels = ['test', 'explorer', 'basic', 'standard'] as const

export interface SearchState {
  /** Access level of the project that owns the registered application. */
  accessLevel: (typeof accessLevels)[number]
  /** Ads accounts, including managers, by their ten-digit customer id. */
  accounts: Record<string, AdsAccount>
  /** The accounts with direct access, by the key of the person. */
  access: Record<string, CustomerAccess[]>
  /** Rows per page of a search. The platform returns 10,000, and a test can set a lower number. */
  pageRows: number
  /** The daily quota of the project and the operations of the last day. Absent when no quota applies. */
  limits?: { operationsPerDay: number; spent: (readonly [at: number, amount: number])[] }
  /** Instant of the last planning call by customer. The platform permits one call per second. */
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
  /** Maximum length of a lead form's call to action, when the account's limit is below the documented one. */
  mostCallToAction?: number
  /** Resources by kind (`campaign`), then by resource name, in order of creation. */
  resources: Record<string, Record<string, WireObject>>
  /** Past values on which delivery depends: statuses of campaigns, ad groups and ads, amounts of budgets. */
  history: Record<string, HistoryEntry[]>
  /** Asset names by content fingerprint. The platform stores equal assets once. */
  fingerprints: Record<string, string>
  /** Progress of lead creation by the ad's name. Absent before the first collection. */
  leadArrivals?: Record<string, ArrivalProgress>
  /** Incremented on every change, so that caches can detect stale data. */
  revision: number
}

/** A value and the instant from which the value applies. */
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
