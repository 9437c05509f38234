// The platforms of a service: live ones, and the sandbox in place of the others.

import { type Assembly, assemble, assemblePlatforms, registerQuotaMetrics } from '../assembly.ts'
import type { Config } from '../config/config.ts'
import type { Keyring } from '../encryption/keyring.ts'
import { registerLinkingMetrics } from '../linking/linkingMetrics.ts'
import type { Log } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import { ClockWatch, clockCheckIntervalMs } from '../platforms/connector-kit/clockWatch.ts'
import type { LookupCaches } from '../platforms/connector-kit/lookupCaches.ts'
import type { PlatformClocks, PlatformTimes } from '../platforms/connector-kit/platformTimes.ts'
import { VersionWatch, versionCheckIntervalMs } from '../platforms/versionWatch.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { Emulation } from '../sandboxed/emulation.ts'
import type { ChangeWatch } from '../store/changeWatch.ts'
import type { DatabaseClock } from '../store/databaseClock.ts'
import type { Store } from '../store/tables.ts'
import type { Closers } from './closers.ts'

export interface ServicePlatformDeps {
  readonly store: Store
  readonly runtime: Runtime
  readonly log: Log
  readonly metrics: Metrics
  readonly keyring: Keyring
  readonly changes: ChangeWatch
  readonly lookups: LookupCaches
  readonly emulation: Emulation | undefined
  readonly times: PlatformTimes | undefined
  publicUrl(): string
}

/** Builds the clients of the platforms and the linked accounts, and watches the versions of the APIs. */
export async function startPlatforms(
  config: Config,
  deps: ServicePlatformDeps,
  closers: Closers,
): Promise<Assembly> {
  const { runtime, log, metrics } = deps
  const platformAssembly = await assemblePlatforms(config, {
    ...deps,
    onVersionNotice: (platform, note) => versionWatch.recordWarning(platform, note),
  })
  const assembly = assemble(config, platformAssembly, deps)
  closers.add(() => assembly.close())
  registerLinkingMetrics(assembly.linking, metrics)
  registerQuotaMetrics(assembly.platformClients, metrics)
  const versionWatch = new VersionWatch(config.platforms, assembly.times, log, metrics)
  versionWatch.checkCalendar()
  closers.runEvery(runtime, versionCheckIntervalMs, () => versionWatch.checkCalendar())
  return assembly
}

/** Compares the machine's clock with those of the database and of the live platforms. */
export function startClockWatch(
  { databaseUrl }: Config,
  clocks: {
    readonly machine: Runtime
    readonly database: DatabaseClock
    readonly platforms: PlatformClocks
  },
  { log, metrics }: { readonly log: Log; readonly metrics: Metrics },
  closers: Closers,
): ClockWatch {
  const clockWatch = new ClockWatch({ ...clocks, isShared: databaseUrl !== '' }, log, metrics)
  closers.runEvery(clocks.machine, clockCheckIntervalMs, () => clockWatch.checkClocks())
  return clockWatch
}
