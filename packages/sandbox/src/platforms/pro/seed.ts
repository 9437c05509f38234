// Seeds the professional network.

import type { State } from '../../core/state.ts'
import { addProAccounts } from './seed/accounts.ts'
import { addDemoAudiences } from './seed/audiences.ts'
import { addDefaultCampaigns, addManyCampaigns } from './seed/defaultCampaigns.ts'
import { addDemoCampaigns } from './seed/demo.ts'
import { addDemoLibrary } from './seed/library.ts'

/** The account of Ada's shop, whose campaigns and audiences are listed individually in the data files. */
const demoAccount = 512345678

/** An agency's client with several pages of campaigns and audiences. */
const crowdedAccount = 515000101

export function seedPro(state: State): void {
  addProAccounts(state)
  addDemoAudiences(state, demoAccount)
  addDemoCampaigns(state, demoAccount)
  for (const account of Object.values(state.pro.accounts)) {
    if (!account.test && account.id !== demoAccount) addDefaultCampaigns(state, account)
  }
  addManyCampaigns(state, crowdedAccount)
  addDemoLibrary(state, demoAccount)
}
