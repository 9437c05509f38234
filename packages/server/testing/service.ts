// Starts a complete service for a test: real HTTP, its own real database, and a clock that the test controls.

import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  scopes as allScopes,
  type Envelope,
  type OperationName,
  type RequestBody,
  type Results,
  type Scope,
} from '@adrail/contract'
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest'
import { insertNewApiKey } from '../src/admission/apiKeys.ts'
import { type App, startApp } from '../src/app.ts'
import { type Config, readConfig } from '../src/config/config.ts'
import { makeLog } from '../src/observability/log.ts'
import * as handlers from '../src/operations/index.ts'
import type { Handlers } from '../src/pipeline/handler.ts'
import { makeId, systemRuntime, type TestRuntime, testRuntime } from '../src/runtime/runtime.ts'
import { databaseFileName } from '../src/store/open.ts'
import type { OnStatement } from '../src/store/tables.ts'
import { insertWorkspace } from '../src/store/workspaces.ts'
import {
  advanceDatabaseClock,
  installHaltedClock,
  installSettableClock,
  withSteadyClock,
} from './databaseClock.ts'
import { createDatabase } from './databases.ts'
import { assertDeclaredResults } from './declaredResults.ts'
import { newFolder } from './folders.ts'
import { findImageType } from './images.ts'
import { postText, type RawResponse } from './requests.ts'
import { withSeenCodes } from './seenCodes.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Seed for the variation of the sandbox's responses. Empty when the responses do not vary. */
    variationSeed: string
  }
}

export interface TestService {
  readonly app: App
  readonly url: string
  readonly dataDir: string
  readonly databaseUrl: string
  readonly clock: TestRuntime
  readonly workspaceId: string
  /** A key with every scope. */
  readonly apiKey: string
  call<Name extends OperationName>(
    operation: Name,
    body: RequestBody<Name>,
    options?: CallOptions,
  ): Promise<TestResponse<Name>>
  /** Sends any body, including bodies that the contract forbids. Bytes are sent as an image. */
  post(operation: OperationName, body: unknown, apiKey?: string): Promise<RawResponse>
  /** Sends any request. */
  send(path: string, init?: RequestInit): Promise<Response>
  newKey(options?: {
    scopes?: readonly Scope[]
    workspaceId?: string
    expiresAt?: number
  }): Promise<{ id: string; text: string }>
  /** Advances the clock and, with `controlsDatabaseClock`, the database's clock. */
  advance(durationMs: number): Promise<void>
  newWorkspace(name?: string): Promise<{ id: string; apiKey: string }>
  stop(): Promise<void>
}

export interface CallOptions {
  readonly apiKey?: string
  readonly headers?: Readonly<Record<string, string>>
}

export type SuccessResults<Name extends OperationName> = Results<Name> &
  Envelope['results'] &
  Readonly<Record<string, unknown>>

export interface TestResponse<Name extends OperationName> extends RawResponse {
  readonly success: boolean
  readonly requestId: string
  /** Results of the operation on success. A test that expects an error reads `code`, `field` and so on. */
  readonly results: SuccessResults<Name>
}

export interface TestOptions {
  /** PostgreSQL server for the new database. Empty for SQLite in the service's folder. */
  readonly databaseUrl: string
  readonly environment?: Readonly<Record<string, string>>
  /** Log file. Without it, nothing is logged. */
  readonly logFile?: string
  /** Handlers that replace those of the operations. */
  readonly handlers?: Partial<Handlers>
  /** Uses the machine's clock, which cannot be advanced. Needed by code that passes times to Node. */
  readonly usesRealTime?: boolean
  /** With `usesRealTime`: how far the machine's wall clock is ahead of real time. */
  readonly skewMs?: () => number
  /**
   * The service reads the platforms' time from the sandbox, as outside of tests. Otherwise tests advance both
   * separately.
   */
  readonly sharesPlatformClock?: boolean
  /** Receives every database statement. */
  readonly onStatement?: OnStatement
  /**
   * The database's clock is halted like the service's. With `usesRealTime`, the database's clock runs and
   * can be set.
   */
  readonly controlsDatabaseClock?: boolean
  /** Another service whose database this one shares. */
  readonly sharesDatabaseWith?: TestService
  /** Replaces the machine's DNS resolution of host names that callers send. */
  readonly resolve?: (host: string) => Promise<readonly string[]>
}

export async function startTestService(options: TestOptions): Promise<TestService> {
  const dataDir = newFolder('adrail-test-')
  const clock = options.usesRealTime === true ? createRealClock(options.skewMs) : testRuntime()
  const { sharesDatabaseWith, controlsDatabaseClock } = options
  const database = sharesDatabaseWith
    ? { url: sharesDatabaseWith.databaseUrl, drop: async () => {} }
    : await createDatabase(options.databaseUrl, clock, 'template')
  const controlsClock = controlsDatabaseClock === true && database.url !== ''
  if (controlsClock && !sharesDatabaseWith)
    database.url = await (options.usesRealTime === true
      ? installSettableClock(database.url)
      : installHaltedClock(database.url, clock.now()))
  // Leases follow the database's clock. A wall clock that is set back must not prolong them.
  else if (options.usesRealTime !== true && database.url !== '' && !sharesDatabaseWith)
    database.url = withSteadyClock(database.url)
  if (database.url === '') copyFileSync(inject('sqliteTemplate'), join(dataDir, databaseFileName))
  // Processes on one database share the encryption key.
  const keyPath = (folder: string) => join(folder, 'encryption.key')
  if (sharesDatabaseWith && existsSync(keyPath(sharesDatabaseWith.dataDir)))
    copyFileSync(keyPath(sharesDatabaseWith.dataDir), keyPath(dataDir))
  const config: Config = readConfig({
    PORT: '0',
    SANDBOX_PORT: '0',
    SANDBOX_VARIATION: inject('variationSeed'),
    METRICS_PORT: '0',
    // Webhook receivers of tests listen on any free port of this machine.
    WEBHOOK_LOCAL_PORTS: 'all',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    RATE_LIMIT_PER_MINUTE: '1000000',
    RATE_LIMIT_BURST: '1000000',
    RATE_LIMIT_IN_FLIGHT: '1000',
    KEYLESS_LIMIT_PER_MINUTE: '1000000',
    KEYLESS_LIMIT_BURST: '1000000',
    // These jobs send platform requests in the background. Their own tests enable them.
    LEADS: 'off',
    MIRROR: 'off',
    ...options.environment,
  })
  const log =
    options.logFile === undefined ? makeLog('silent', clock) : makeLog('debug', clock, options.logFile)
  const app = await startApp(config, clock, withSeenCodes(log), {
    sandbox: { clock: new Date(clock.now()).toISOString(), machineTime: clock.now },
    handlers: { ...handlers, ...options.handlers },
    onStatement: options.onStatement,
    resolve: options.resolve,
    ownClock: options.usesRealTime !== true,
    ...(options.sharesPlatformClock === true ? {} : { times: independentTimes(clock) }),
  })
  const { db } = app.store

  const newKey: TestService['newKey'] = async ({
    scopes = allScopes,
    workspaceId = workspace.id,
    expiresAt,
  } = {}) => {
    const createdKey = await insertNewApiKey(db, clock, {
      workspaceId,
      name: 'test',
      scopes,
      expiresAt: expiresAt ?? null,
    })
    return { id: createdKey.key.id, text: createdKey.text }
  }
  const newWorkspace: TestService['newWorkspace'] = async (name = 'Test') => {
    const id = makeId('ws', clock)
    await insertWorkspace(db, { id, name, created_at: clock.now() })
    return { id, apiKey: (await newKey({ workspaceId: id })).text }
  }
  const workspace = { id: '' }
  const firstWorkspace = await newWorkspace()
  workspace.id = firstWorkspace.id

  const send: TestService['send'] = (path, init) => fetch(`${app.url}${path}`, init)

  const post = (
    operation: OperationName,
    body: unknown,
    { apiKey = firstWorkspace.apiKey, headers = {} }: CallOptions,
  ) =>
    postText(`${app.url}/${operation}`, body instanceof Uint8Array ? body : JSON.stringify(body), {
      'x-api-key': apiKey,
      ...(body instanceof Uint8Array ? { 'content-type': findImageType(body) } : {}),
      ...headers,
    })

  return {
    app,
    url: app.url,
    dataDir,
    databaseUrl: database.url,
    clock,
    workspaceId: firstWorkspace.id,
    apiKey: firstWorkspace.apiKey,
    send,
    newKey,
    newWorkspace,
    async advance(durationMs) {
      if (controlsClock) await advanceDatabaseClock(database.url, durationMs)
      clock.advance(durationMs)
    },
    post: (operation, body, apiKey = firstWorkspace.apiKey) => post(operation, body, { apiKey }),
    async call(operation, body, options = {}) {
      const response = await post(operation, body, options)
      const envelope = JSON.parse(response.text)
      if (envelope.results?.success === true) assertDeclaredResults(operation, envelope.results)
      return { ...response, ...envelope }
    },
    async stop() {
      await app.close()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function independentTimes({ now }: TestRuntime) {
  return { social: now, search: now, pro: now }
}

function createRealClock(skewMs = () => 0): TestRuntime {
  const system = systemRuntime()
  return {
    ...system,
    now: () => system.now() + skewMs(),
    advance() {
      throw new Error('This service lives by the clock of the machine, which cannot be turned.')
    },
  }
}

/**
 * True when the sandbox's responses vary. Lists may then end with an empty page, so tests cannot count pages.
 */
export function isVariedRun(): boolean {
  return inject('variationSeed') !== ''
}

/** Returns the database server of this run. Empty for SQLite. */
export function testDatabaseUrl(): string {
  const databaseUrl = inject('databaseUrl')
  // The global setup has logged why there is no PostgreSQL.
  if (databaseUrl === 'skip') beforeEach((context) => context.skip())
  return databaseUrl === 'skip' ? '' : databaseUrl
}

/** One service per file, or one per test for tests that count everything or advance the clock far. */
export function useService(
  options: Omit<TestOptions, 'databaseUrl'> = {},
  lifetime: 'test' | 'file' = 'file',
): TestService {
  const databaseUrl = testDatabaseUrl()
  let service: TestService | undefined
  const [beforeUse, afterUse] = lifetime === 'test' ? [beforeEach, afterEach] : [beforeAll, afterAll]
  beforeUse(async () => {
    service = await startTestService({ databaseUrl, ...options })
  })
  afterUse(async () => await service?.stop())
  // Tests read the properties only after the service has started.
  return new Proxy({} as TestService, {
    get: (_, name) => Reflect.get(service ?? {}, name),
  })
}
