// The dependencies of the admin surface.

import type { Clock, World } from '../core/clock.ts'
import type { Faults } from '../core/faults.ts'
import type { Ledger } from '../core/ledger.ts'
import type { Snapshot } from '../core/persistence.ts'
import type { State } from '../core/state.ts'
import type { PlatformDefinition } from '../platforms/platformDefinition.ts'
import type { Variation } from '../variation/vary.ts'

/** The components of a running sandbox that the admin surface inspects and controls. */
export interface SandboxDeps {
  readonly platforms: readonly PlatformDefinition[]
  readonly clock: Clock
  readonly faults: Faults
  readonly ledger: Ledger
  state(): State
  world(): World
  reset(seed?: string): void
  restore(snapshot: Snapshot): void
  /** Reports that the admin surface changed the state directly. */
  markChanged(): void
  variation(): Variation | undefined
  /** Varies responses with this seed from now on. Without a seed, responses do not vary. */
  setVariation(seed: string | undefined): void
}
