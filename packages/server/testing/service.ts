// A whole service for a test: real HTTP, a real database of its own, and a clock that the test turns.

import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Envelope,
  scopes as everyScope,
  type OperationName,
  type RequestBody,
  type Results,
  type Scope,
} from '@adrail/contract'
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest'
import { type App, startApp } from '../src/app.ts'
import { makeLog } from '../src/base/log.ts'
import { makeId, systemRuntime, type TestRuntime, testRuntime } from '../src/base/runtime.ts'
import { type Config, readConfig } from '../src/config/config.ts'
import { createKey } from '../src/guard/apiKeys.ts'
import * as handlers from '../src/operations/index.ts'
import { databaseName } from '../src/store/open.ts'
import type { OnStatement } from '../src/store/tables.ts'
import { insertWorkspace } from '../src/store/workspaces.ts'
import type { Handlers } from '../src/waist/handler.ts'
import { haltClock, settableClock, turnClock, withSteadyClock } from './databaseClock.ts'
import { makeDatabase } from './databases.ts'
import { requireDeclared } from './declaredResults.ts'
import { newFolder } from './folders.ts'
import { type Answer, postText } from './requests.ts'
import { listeningLog } from './seenCodes.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The seed by which the sandbox's responses vary: empty when they do not. */
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
  ): Promise<TestAnswer<Name>>
  /** Any body, for what the contract forbids. */
  post(operation: OperationName, body: unknown, apiKey?: string): Promise<Answer>
  /** Any request. */
  send(path: string, init?: RequestInit): Promise<Response>
  newKey(options?: {
    scopes?: readonly Scope[]
    workspaceId?: string
    expiresAt?: number
  }): Promise<{ id: string; text: string }>
  /** Turns the clock, and where it was asked for the database's as well. */
  turn(durationMs: number): Promise<void>
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

export interface TestAnswer<Name extends OperationName> extends Answer {
  readonly success: boolean
  readonly requestId: string
  /** On success the operation's results; a test that expects a failure reads `code`, `field` and so on. */
  readonly results: SuccessResults<Name>
}

export interface TestOptions {
  /** PostgreSQL to make a database on; without it the service keeps SQLite in a folder of its own. */
  readonly databaseUrl: string
  readonly environment?: Readonly<Record<string, string>>
  /** A file for the log; nothing is logged without one. */
  readonly logFile?: string
  /** Handlers that stand in for the operations' own. */
  readonly handlers?: Partial<Handlers>
  /** The machine's own clock, which nobody turns: for what hands times to Node. */
  readonly realTime?: boolean
  /** With `realTime`: how far the wall clock of the machine is ahead of the real time. */
  readonly skewMs?: () => number
  /** The platforms' clock is the sandbox's, as it is for everybody; without it tests turn theirs and ours apart. */
  readonly oneClock?: boolean
  /** Is told every statement that the database gets. */
  readonly onStatement?: OnStatement
  /** The database's clock stands still until it is turned, as the service's own does; with `realTime` it goes on, and can be set. */
  readonly turnsDatabase?: boolean
  /** A service on whose database this one works as well. */
  readonly beside?: TestService
  /** In place of the machine's name servers, for what callers name. */
  readonly resolve?: (host: string) => Promise<readonly string[]>
}

export async function startTestService(options: TestOptions): Promise<TestService> {
  const dataDir = newFolder('adrail-test-')
  const clock = options.realTime === true ? realClock(options.skewMs) : testRuntime()
  const { beside, turnsDatabase } = options
  const database = beside
    ? { url: beside.databaseUrl, drop: async () => {} }
    : await makeDatabase(options.databaseUrl, clock, 'template')
  const isTurned = turnsDatabase === true && database.url !== ''
  if (isTurned && !beside)
    database.url = await (options.realTime === true
      ? settableClock(database.url)
      : haltClock(database.url, clock.now()))
  // Leases follow the database's clock, and must not last longer because the machine's wall clock is set back.
  else if (options.realTime !== true && database.url !== '' && !beside)
    database.url = withSteadyClock(database.url)
  if (database.url === '') copyFileSync(inject('sqliteTemplate'), join(dataDir, databaseName))
  // Processes on one database have the same keys.
  const keyOf = (folder: string) => join(folder, 'encryption.key')
  if (beside && existsSync(keyOf(beside.dataDir))) copyFileSync(keyOf(beside.dataDir), keyOf(dataDir))
  const config: Config = readConfig({
    PORT: '0',
    SANDBOX_PORT: '0',
    SANDBOX_VARIATION: inject('variationSeed'),
    METRICS_PORT: '0',
    // Receivers of tests listen at any free port of this machine.
    WEBHOOK_LOCAL_PORTS: 'all',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    RATE_LIMIT_PER_MINUTE: '1000000',
    RATE_LIMIT_BURST: '1000000',
    RATE_LIMIT_IN_FLIGHT: '1000',
    KEYLESS_LIMIT_PER_MINUTE: '1000000',
    KEYLESS_LIMIT_BURST: '1000000',
    // These ask platforms without anybody asking; their own tests switch them on.
    LEADS: 'off',
    MIRROR: 'off',
    ...options.environment,
  })
  const log =
    options.logFile === undefined ? makeLog('silent', clock) : makeLog('debug', clock, options.logFile)
  const app = await startApp(config, clock, listeningLog(log), {
    sandbox: { clock: new Date(clock.now()).toISOString(), machineTime: clock.now },
    handlers: { ...handlers, ...options.handlers },
    onStatement: options.onStatement,
    resolve: options.resolve,
    ownClock: options.realTime !== true,
    ...(options.oneClock === true ? {} : { times: ownTimes(clock) }),
  })
  const { db } = app.store

  const newKey: TestService['newKey'] = async ({
    scopes = everyScope,
    workspaceId = workspace.id,
    expiresAt,
  } = {}) => {
    const made = await createKey(db, clock, {
      workspaceId,
      name: 'test',
      scopes,
      expiresAt: expiresAt ?? null,
    })
    return { id: made.key.id, text: made.text }
  }
  const newWorkspace: TestService['newWorkspace'] = async (name = 'Test') => {
    const id = makeId('ws', clock)
    await insertWorkspace(db, { id, name, created_at: clock.now() })
    return { id, apiKey: (await newKey({ workspaceId: id })).text }
  }
  const workspace = { id: '' }
  const first = await newWorkspace()
  workspace.id = first.id

  const send: TestService['send'] = (path, init) => fetch(`${app.url}${path}`, init)

  const post = (
    operation: OperationName,
    body: unknown,
    { apiKey = first.apiKey, headers = {} }: CallOptions,
  ) => postText(`${app.url}/${operation}`, JSON.stringify(body), { 'x-api-key': apiKey, ...headers })

  return {
    app,
    url: app.url,
    dataDir,
    databaseUrl: database.url,
    clock,
    workspaceId: first.id,
    apiKey: first.apiKey,
    send,
    newKey,
    newWorkspace,
    async turn(durationMs) {
      if (isTurned) await turnClock(database.url, durationMs)
      clock.advance(durationMs)
    },
    post: (operation, body, apiKey = first.apiKey) => post(operation, body, { apiKey }),
    async call(operation, body, options = {}) {
      const answer = await post(operation, body, options)
      const envelope = JSON.parse(answer.text)
      if (envelope.results?.success === true) requireDeclared(operation, envelope.results)
      // The test states what else it expects.
      return { ...answer, ...envelope }
    },
    async stop() {
      await app.close()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function ownTimes({ now }: TestRuntime) {
  return { social: now, search: now, pro: now }
}

function realClock(skewMs = () => 0): TestRuntime {
  const system = systemRuntime()
  return {
    ...system,
    now: () => system.now() + skewMs(),
    advance() {
      throw new Error('This service lives by the clock of the machine, which cannot be turned.')
    },
  }
}

/** Whether the sandbox's responses vary in this run. Lists may then end with an empty page, so that pages cannot be counted. */
export function responsesVary(): boolean {
  return inject('variationSeed') !== ''
}

/** The database server that this run of the suite uses: empty for SQLite. */
export function testDatabase(): string {
  const databaseUrl = inject('databaseUrl')
  // Said aloud, with the reason, by the set-up that found no PostgreSQL.
  if (databaseUrl === 'skip') beforeEach((context) => context.skip())
  return databaseUrl === 'skip' ? '' : databaseUrl
}

/** One service for all tests of a file, or a new one for each where a test counts everything or turns the clock far. */
export function useService(
  options: Omit<TestOptions, 'databaseUrl'> = {},
  keptFor: 'test' | 'file' = 'file',
): TestService {
  const databaseUrl = testDatabase()
  let service: TestService | undefined
  const [beforeUse, afterUse] = keptFor === 'test' ? [beforeEach, afterEach] : [beforeAll, afterAll]
  beforeUse(async () => {
    service = await startTestService({ databaseUrl, ...options })
  })
  afterUse(async () => await service?.stop())
  // Tests run after this: by then every member is there.
  return new Proxy({} as TestService, {
    get: (_, name) => Reflect.get(service ?? {}, name),
  })
}
