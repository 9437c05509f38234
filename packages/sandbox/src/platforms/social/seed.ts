// The starting world of the social platform. `data/social/world` contains the objects, and this code derives
// the rest.

import type { State } from '../../core/state.ts'
import { seedCampaigns } from './seed/campaigns.ts'
import { seedContent, seedVideos } from './seed/content.ts'
import { seedMeasurement } from './seed/measurement.ts'
import { seedAccounts, seedBusinesses, seedMembers, seedPages } from './seed/owners.ts'

export function seedSocial(state: State): void {
  seedBusinesses(state)
  seedPages(state)
  seedAccounts(state)
  seedMembers(state)
  seedContent(state)
  seedVideos(state)
  seedMeasurement(state)
  seedCampaigns(state)
}
