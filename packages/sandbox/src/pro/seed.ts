// The starting world of this platform.

import type { State } from '../state.ts'

export function seedPro(_state: State): void {}
