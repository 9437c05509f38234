// A running adrail for the tests of your software: service, sandbox, workspace, API key and linked users in
// one process.

import type { Duration, PersonKey, PlatformName, Sandbox } from '@adrail/sandbox'
import { requireNode } from './requireNode.ts'

export type { Duration, PersonKey, Sandbox } from '@adrail/sandbox'

export interface AdrailOptions {
  /**
   * Initial time of the clock, such as `'2026-11-15T12:00:00Z'`. Defaults to the machine's time. The clock
   * runs on from there.
   */
  readonly now?: string
  /** Settings of docs/configuration.md by name, such as `{ RATE_LIMIT_PER_MINUTE: '60' }`. */
  readonly settings?: Readonly<Record<string, string>>
  /** A file for the service's log. By default the log is deleted with everything else. */
  readonly logFile?: string
}

/** Ids of the users that exist from the start. */
export interface AdrailUsers {
  /** Linked on Meta, Google Ads and LinkedIn. */
  readonly all: string
  /** Linked on Google Ads only. */
  readonly one: string
  /** Not linked to any platform. */
  readonly none: string
}

/** The clock of service and sandbox. It keeps running and cannot be frozen. */
export interface AdrailClock {
  /** Milliseconds since 1970. */
  now(): number
  /**
   * Advances the clock by milliseconds, or by a duration such as `'61d'`, `'36h'`, `'15m'` or `'10s'`.
   * Resolves when the background work that became due has run once.
   */
  advance(by: number | Duration): Promise<void>
}

/** An ad account to link to one of your users. */
export interface AccountLink {
  readonly userId: string
  readonly platform: PlatformName
  /** The person at the sandbox who consents. */
  readonly person: PersonKey
  /** Defaults to the person's first usable ad account. */
  readonly accountId?: string
  /** Defaults to the person's first usable page. */
  readonly pageId?: string
}

export interface Adrail {
  /** Base URL of the API, such as `http://localhost:41327`. */
  readonly url: string
  /** A key with every scope. */
  readonly apiKey: string
  readonly workspaceId: string
  readonly users: AdrailUsers
  /** The three platforms: `sandbox.faults` injects faults, `sandbox.requests` lists what adrail called. */
  readonly sandbox: Sandbox
  readonly clock: AdrailClock
  /** Links an ad account to a user, as if the user had consented in a browser. */
  link(account: AccountLink): Promise<void>
  /** Stops everything and deletes all data. */
  close(): Promise<void>
  /** Supports `await using adrail = await startAdrail()`. */
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts adrail with its sandbox on free ports of this machine, with data in a temporary folder. */
export async function startAdrail(options: AdrailOptions = {}): Promise<Adrail> {
  requireNode()
  const { start } = await import('./start.ts')
  return await start(options)
}
