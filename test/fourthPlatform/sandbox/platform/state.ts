// The sandbox's state of Town Board, and its starting world.

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
}

export interface TownAccount {
  readonly id: string
  readonly name: string
  readonly currency: string
  readonly timeZone: string
  /** Key of the person who owns the account. */
  readonly owner: string
}

export interface TownCampaign {
  readonly id: string
  readonly account: string
  readonly name: string
  /** In cents. */
  dailyBudget: number
  status: string
  /** Text of the client, by which the client finds the campaign. */
  readonly reference: string
}

export const emptyTownState = (): TownState => ({ accounts: {}, campaigns: {} })

export function seedTown({ town }: State): void {
  const account = { id: '7001', name: 'Fox Bakery', currency: 'EUR', timeZone: 'Europe/Berlin', owner: 'ada' }
  town.accounts[account.id] = account
  for (const [index, name] of ['Bread', 'Cakes', 'Rolls'].entries()) {
    const id = String(900 + index)
    town.campaigns[id] = { id, account: account.id, name, dailyBudget: 500, status: 'PAUSED', reference: '' }
  }
}
