// Background work: how often it runs, in which processes, and what runs after a jump of the sandbox's clock.

import type { Log } from './base/log.ts'
import type { Runtime } from './base/runtime.ts'
import type { Config } from './config/config.ts'
import { Pruning, pruneEveryMs } from './events/pruning.ts'
import type { Journal } from './journal/journal.ts'
import { Runner, runEveryMs } from './journal/runner.ts'
import { type LeadReader, readLeadsEveryMs } from './leads/reader.ts'
import { eraseLeadsEveryMs, LeadRetention } from './leads/retention.ts'
import type { Linking } from './linking/linking.ts'
import type { TokenKeeper } from './linking/tokenKeeper.ts'
import { Upkeep, upkeepEveryMs } from './linking/upkeep.ts'
import { type OnTurn, WorldWatch, watchWorldEveryMs } from './linking/worldWatch.ts'
import { lookAtAccountsEveryMs, type MirrorReader } from './mirror/mirrorReader.ts'
import { type Lookups, pruneLookupsEveryMs } from './platforms/kit/lookups.ts'
import type { SandboxWorld } from './platforms/kit/platformTimes.ts'
import type { Store } from './store/tables.ts'
import { Dispatcher, dispatchEveryMs } from './webhooks/dispatcher.ts'
import type { SendingParts } from './webhooks/sending.ts'

export interface BackgroundParts {
  readonly store: Store
  readonly runtime: Runtime
  readonly log: Log
  readonly linking: Linking
  readonly keeper: TokenKeeper
  readonly webhooks: SendingParts
  readonly journal: Journal
  readonly leadReader: LeadReader
  readonly mirrorReader: MirrorReader
  readonly lookups: Lookups
  /** The world of the sandbox, if its clock can be advanced. */
  readonly world: SandboxWorld | undefined
}

export interface Background {
  readonly upkeep: Upkeep
  readonly leadRetention: LeadRetention
  readonly pruning: Pruning
  readonly dispatcher: Dispatcher
  onTurn(listener: OnTurn): void
  /** Starts no more work, and waits for the work in progress. */
  stop(): Promise<void>
}

interface Work {
  round(): Promise<void>
  stop(): Promise<void>
}

export function startBackground(config: Config, parts: BackgroundParts): Background {
  const { runtime, log, linking, leadReader, mirrorReader, lookups, world } = parts
  const running: { readonly cancel: () => void; readonly work: Work }[] = []
  const repeat = (periodMs: number, work: Work) =>
    running.push({ cancel: runtime.every(periodMs, () => work.round()), work })

  const runner = new Runner(parts, parts.journal)
  const dispatcher = new Dispatcher({ ...parts, ...parts.webhooks })
  const upkeep = new Upkeep(linking, parts.keeper)
  const leadRetention = new LeadRetention(linking)
  const pruning = new Pruning(parts, config.eventsKeptDays)
  const works = config.role !== 'api'
  if (works) {
    repeat(runEveryMs, runner)
    repeat(dispatchEveryMs, { round: () => dispatcher.look(), stop: () => dispatcher.stop() })
    repeat(upkeepEveryMs, upkeep)
    repeat(readLeadsEveryMs, leadReader)
    repeat(eraseLeadsEveryMs, leadRetention)
    repeat(lookAtAccountsEveryMs, mirrorReader)
    repeat(pruneEveryMs, pruning)
    repeat(pruneLookupsEveryMs, lookups)
    void runner.round()
    void pruning.round()
  }
  // A process knows of changed accounts and created leads if it handled the writes, so it passes them on to
  // the workers.
  else {
    repeat(lookAtAccountsEveryMs, { round: () => mirrorReader.passOn(), stop: () => mirrorReader.stop() })
    repeat(readLeadsEveryMs, { round: () => leadReader.passOn(), stop: () => leadReader.stop() })
  }

  const turns = world && new WorldWatch(world, runtime, log)
  if (turns) {
    if (works) {
      turns.tell(() => upkeep.roundAfterTurn())
      turns.tellAfterwards(() => leadReader.roundAfterTurn())
      turns.tellAfterwards(() => mirrorReader.roundAfterTurn())
    }
    repeat(watchWorldEveryMs, turns)
  }

  return {
    upkeep,
    leadRetention,
    pruning,
    dispatcher,
    onTurn: (listener) => turns?.tell(listener),
    async stop() {
      for (const { cancel } of running) cancel()
      // Stops in reverse order, because later work may depend on earlier work.
      for (const { work } of running.splice(0).reverse()) await work.stop()
    },
  }
}
