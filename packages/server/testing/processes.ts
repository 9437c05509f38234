// Runs the service and its admin command as separate processes, each with its own folder and database. They
// end with the test or with the file.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Envelope } from '@adrail/contract'
import { afterAll, afterEach, inject } from 'vitest'
import { createDatabase } from './databases.ts'
import { newFolder } from './folders.ts'
import {
  type CommandResult,
  type InProcessService,
  runCommandInProcess,
  serveInProcess,
  toCommandResult,
} from './inProcess.ts'
import { postText, type RawResponse } from './requests.ts'
import { testDatabaseUrl } from './service.ts'

export type EnvironmentVariables = Readonly<Record<string, string>>

/** Settings for tests that exceed the default rate limits of a key. */
export const noLimits: EnvironmentVariables = {
  RATE_LIMIT_PER_MINUTE: '10000000',
  RATE_LIMIT_BURST: '10000000',
  RATE_LIMIT_IN_FLIGHT: '10000',
}

/** Installation of the service: a data folder and, on PostgreSQL, a database. */
export interface Installation {
  readonly dataDir: string
  readonly databaseUrl: string
  /** Settings for all processes of this installation. */
  readonly environment?: EnvironmentVariables
  /** Root of another release's source tree whose programs run instead of the current ones. */
  readonly releaseRoot?: string
  /** Command prefix of the programs, such as one that runs them in another network namespace. */
  readonly commandPrefix?: readonly string[]
}

export interface SpawnedProcess {
  readonly pid: number
  readonly stdout: string
  readonly stderr: string
  /** Exit code, or the name of the signal that ended the process. */
  readonly exit: Promise<number | string>
  /** Waits until the output matches. Rejects when the process ends without a match. */
  waitForOutput(pattern: RegExp): Promise<RegExpExecArray>
  kill(signal: NodeJS.Signals): void
}

export interface ServiceProcess extends SpawnedProcess {
  readonly url: string
  /** Waits for the demo and returns its API key. */
  readDemoKey(): Promise<string>
}

export interface PostResponse extends RawResponse {
  readonly envelope: Envelope & { readonly results: Readonly<Record<string, unknown>> }
}

export interface Processes {
  newInstallation(databaseUrl?: string): Promise<Installation>
  /** Spawns a service without waiting for its output. */
  spawn(installation: Installation, environment?: EnvironmentVariables): SpawnedProcess
  /** Starts a service and waits until it serves requests. */
  start(installation: Installation, environment?: EnvironmentVariables): Promise<ServiceProcess>
  /** Starts a service within the test process, for tests that do not depend on a separate process. */
  serveInProcess(installation: Installation, environment?: EnvironmentVariables): Promise<InProcessService>
  /** Runs an admin command within the test process. A separate process would take a second longer. */
  admin(installation: Installation, ...args: string[]): Promise<CommandResult>
  /** Runs the admin program as a separate process. */
  adminProcess(installation: Installation, ...args: string[]): Promise<CommandResult>
}

/** A process costs more than a second, so tests that only send requests can share one per file. */
export function useProcesses(lifetime: 'test' | 'file' = 'test'): Processes {
  const server = testDatabaseUrl()
  const running = new Set<SpawnedProcess>()
  const inProcessServices: InProcessService[] = []
  const cleanups: (() => unknown)[] = []
  const afterUse = lifetime === 'test' ? afterEach : afterAll
  afterUse(async () => {
    for (const child of running) child.kill('SIGKILL')
    await Promise.all([...running].map((child) => child.exit))
    for (const service of inProcessServices.splice(0)) await service.stop()
    for (const remove of cleanups.splice(0)) await remove()
  })

  const run = (
    program: 'main' | 'admin',
    args: readonly string[],
    environment: EnvironmentVariables,
    { releaseRoot, commandPrefix }: Pick<Installation, 'releaseRoot' | 'commandPrefix'> = {},
  ): SpawnedProcess => {
    const file =
      releaseRoot === undefined
        ? join(inject('programs'), `${program}.mjs`)
        : join(releaseRoot, 'packages/server/src', `${program}.ts`)
    // The compile cache is in the folder of the programs and is deleted with it.
    const cacheSetting = { NODE_COMPILE_CACHE: join(inject('programs'), 'compiled') }
    const child = spawnChild(file, args, { ...cacheSetting, ...environment }, commandPrefix)
    running.add(child)
    void child.exit.then(() => running.delete(child))
    return child
  }
  const processes: Processes = {
    async newInstallation(databaseUrl) {
      const dataDir = newFolder('adrail-process-')
      cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }))
      if (databaseUrl !== undefined) return { dataDir, databaseUrl }
      const database = await createDatabase(server)
      cleanups.push(() => database.drop())
      return { dataDir, databaseUrl: database.url }
    },
    spawn: (installation, environment = {}) =>
      run('main', [], { ...buildEnvironment(installation), ...environment }, installation),
    async start(installation, environment) {
      const child = processes.spawn(installation, environment)
      const [, url = ''] = await child.waitForOutput(/adrail serves at (\S+)/)
      const readDemoKey = async (): Promise<string> => {
        const [, file = ''] = await child.waitForOutput(/are kept in (\S+demo\.json)/)
        return JSON.parse(readFileSync(file, 'utf8')).apiKey
      }
      return Object.assign(child, { url, readDemoKey })
    },
    async serveInProcess(installation, environment) {
      const service = await serveInProcess(
        { ...buildEnvironment(installation), ...environment },
        join(installation.dataDir, 'log'),
      )
      inProcessServices.push(service)
      return service
    },
    admin: (installation, ...args) => runCommandInProcess(buildEnvironment(installation), args),
    async adminProcess(installation, ...args) {
      const child = run('admin', args, buildEnvironment(installation), installation)
      return toCommandResult(await child.exit, child.stdout, child.stderr)
    },
  }
  return processes
}

/** Returns the complete environment of the process. Nothing is inherited from the test runner. */
function buildEnvironment(installation: Installation): EnvironmentVariables {
  return {
    PORT: '0',
    SANDBOX_PORT: '0',
    SANDBOX_VARIATION: inject('variationSeed'),
    METRICS_PORT: '0',
    DATA_DIR: installation.dataDir,
    DATABASE_URL: installation.databaseUrl,
    ...installation.environment,
  }
}

function spawnChild(
  file: string,
  args: readonly string[],
  environment: EnvironmentVariables,
  commandPrefix: readonly string[] = [],
): SpawnedProcess {
  const [command = '', ...commandArguments] = [...commandPrefix, process.execPath, file, ...args]
  const child = spawn(command, commandArguments, {
    // This folder contains no `.env` of a developer.
    cwd: environment['DATA_DIR'],
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text
    })
  // `close` follows the last output. `exit` may precede it.
  const exit = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string)

  return {
    pid: child.pid ?? 0,
    get stdout() {
      return output.stdout
    },
    get stderr() {
      return output.stderr
    },
    exit,
    kill: (signal) => void child.kill(signal),
    waitForOutput: (pattern) =>
      new Promise((resolve, reject) => {
        const checkOutput = () => {
          const match = pattern.exec(output.stdout) ?? pattern.exec(output.stderr)
          if (!match) return
          // A remaining listener would scan the whole log again with every line.
          for (const stream of [child.stdout, child.stderr]) stream.off('data', checkOutput)
          resolve(match)
        }
        for (const stream of [child.stdout, child.stderr]) stream.on('data', checkOutput)
        void exit.then((code) =>
          reject(new Error(`The process ended (${code}) without saying ${pattern}:\n${output.stderr}`)),
        )
        checkOutput()
      }),
  }
}

/** Sends one request to a service in another process. */
export async function post(
  url: string,
  apiKey: string,
  body: unknown = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<PostResponse> {
  const response = await postText(url, JSON.stringify(body), { 'x-api-key': apiKey, ...headers })
  // Every response of the service is an envelope. A test that receives anything else fails when it reads it.
  return { ...response, envelope: JSON.parse(response.text) }
}
