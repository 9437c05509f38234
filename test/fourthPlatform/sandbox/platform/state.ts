// The sandbox's state of Town Board, and its starting world.

import { dayMs } from '../../core/durations.ts'
import type { State } from '../../core/state.ts'

declare module '../../core/state.ts' {
  interface PlatformStates {
    town: TownState
  }
  interface Switches {
    town: TownSwitches
  }
}

/** Town Board has no optional behaviors. */
export type TownSwitches = Record<string, never>

export interface TownState {
  accounts: Record<string, TownAccount>
  campaigns: Record<string, TownCampaign>
  /** Oldest first. */
  replies: TownReply[]
}

export interface TownAccount {
  readonly id: string
  readonly name: string
  readonly currency: string
  readonly timeZone: string
  /** Key of the person who owns the account. */
  readonly owner: string
  /** Receives notices about replies. Absent before an application sets the URL. */
  callback?: { readonly url: string; readonly clientId: string }
}

export type TownStatus = 'DRAFT' | 'ACTIVE' | 'PAUSED' | 'DELETED'

export interface TownCampaign {
  readonly id: string
  readonly account: string
  readonly name: string
  /** In cents. */
  dailyBudget: number
  status: TownStatus
  /** Text of the client, by which the client finds the campaign. */
  readonly reference: string
  /** Status and budget since the creation, oldest first. Delivery follows from these changes. */
  readonly changes: { readonly at: number; readonly status: TownStatus; readonly dailyBudget: number }[]
}

/** A reader's reply to an ad. */
export interface TownReply {
  readonly id: string
  readonly campaign: string
  readonly submittedAt: number
}

export const emptyTownState = (): TownState => ({ accounts: {}, campaigns: {}, replies: [] })

/** Appends the campaign's present status and budget to its changes. */
export function recordTownChange({ changes, status, dailyBudget }: TownCampaign, at: number): void {
  changes.push({ at, status, dailyBudget })
}

const accounts: readonly TownAccount[] = [
  { id: '7001', name: 'Fox Bakery', currency: 'EUR', timeZone: 'Europe/Berlin', owner: 'ada' },
  { id: '7002', name: 'Single Joinery', currency: 'EUR', timeZone: 'Europe/Berlin', owner: 'ben' },
]

/** `Bread` has run for thirty days. */
const campaigns = [
  { id: '900', account: '7001', name: 'Bread', status: 'ACTIVE' },
  { id: '901', account: '7001', name: 'Cakes', status: 'PAUSED' },
  { id: '902', account: '7001', name: 'Rolls', status: 'PAUSED' },
  { id: '903', account: '7002', name: 'Doors', status: 'PAUSED' },
] as const

export function seedTown({ town, seededAt }: State): void {
  for (const account of accounts) town.accounts[account.id] = { ...account }
  for (const campaign of campaigns) {
    const seeded: TownCampaign = { ...campaign, dailyBudget: 500, reference: '', changes: [] }
    recordTownChange(seeded, seededAt - 30 * dayMs)
    town.campaigns[campaign.id] = seeded
  }
}
