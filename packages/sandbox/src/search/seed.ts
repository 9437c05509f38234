// The starting world of this platform.

import type { State } from '../state.ts'

export function seedSearch(_state: State): void {}
