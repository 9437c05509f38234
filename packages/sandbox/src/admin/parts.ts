// What the admin surface is given of a running sandbox.

import type { Clock, World } from '../core/clock.ts'
import type { Platform } from '../core/exchange.ts'
import type { Faults } from '../core/faults.ts'
import type { Ledger } from '../core/ledger.ts'
import type { Snapshot } from '../core/persistence.ts'
import type { State } from '../core/state.ts'
import type { Variation } from '../variation/vary.ts'

/** The parts of a running sandbox that can be looked at and turned from outside. */
export interface SandboxParts {
  readonly platforms: readonly Platform[]
  readonly clock: Clock
  readonly faults: Faults
  readonly ledger: Ledger
  state(): State
  world(): World
  reset(seed?: string): void
  restore(snapshot: Snapshot): void
  /** The state was changed by hand. */
  changed(): void
  variation(): Variation | undefined
  /** Responses vary with this seed from now on; without one they do not vary. */
  vary(seed: string | undefined): void
}
