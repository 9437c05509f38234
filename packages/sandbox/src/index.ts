// The sandbox as a library: three advertising platforms on one port, with a clock that can be turned.

import { once } from 'node:events'
import { type Clock, type ClockOption, clockSettingOf, createClock } from './clock.ts'
import type { Platform } from './exchange.ts'
import { createFaults, type Faults } from './faults.ts'
import { createHttpServer } from './http.ts'
import { proPlatform } from './pro/index.ts'
import { createLedger, type Ledger } from './requests.ts'
import { searchPlatform } from './search/index.ts'
import { defaultSeed, seedState } from './seed.ts'
import { socialPlatform } from './social/index.ts'
import type { State } from './state.ts'

export interface SandboxOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number
  readonly host?: string
  /** `'real'` (the default), or an instant at which the clock stands still. */
  readonly clock?: ClockOption
  readonly seed?: string
  /** How many requests the ledger keeps. */
  readonly ledgerCapacity?: number
  readonly log?: (line: string) => void
}

export interface Sandbox {
  readonly url: string
  readonly clock: Clock
  readonly faults: Faults
  readonly requests: Ledger
  state(): State
  /** Back to the starting world; the clock stays as it is. */
  reset(): void
  close(): Promise<void>
}

export const platforms: readonly Platform[] = [socialPlatform, searchPlatform, proPlatform]

export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const clock = createClock(clockSettingOf(options.clock ?? 'real'))
  const seed = options.seed ?? defaultSeed
  const ledger = createLedger(options.ledgerCapacity)
  const faults = createFaults(platforms)
  let state = seedState(seed, clock.now())

  const host = options.host ?? '127.0.0.1'
  const server = createHttpServer({
    platforms,
    clock,
    faults,
    ledger,
    state: () => state,
    changed: () => {},
    own: () => undefined,
    log: options.log ?? ((line) => process.stderr.write(`${line}\n`)),
  })
  server.listen(options.port ?? 0, host)
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0

  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    clock,
    faults,
    requests: ledger,
    state: () => state,
    reset() {
      state = seedState(seed, clock.now())
      ledger.clear()
      faults.cancel()
    },
    async close() {
      faults.cancel()
      server.close()
      server.closeAllConnections()
      if (server.listening) await once(server, 'close')
    },
  }
}
