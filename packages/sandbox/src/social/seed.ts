// The starting world of the social platform.

import type { State } from '../core/state.ts'
import { seedAda } from './seed/ada.ts'
import { seedOthers } from './seed/others.ts'

export function seedSocial(state: State): void {
  seedAda(state)
  seedOthers(state)
}
