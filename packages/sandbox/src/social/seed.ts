// The starting world of this platform.

import type { State } from '../state.ts'

export function seedSocial(_state: State): void {}
