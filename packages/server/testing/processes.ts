// Whole processes for tests: the service and its admin command as an operator runs them, with folders and databases of
// their own, all of them ended when the test is over, or the file.

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
} from './here.ts'
import { postText, type RawResponse } from './requests.ts'
import { testDatabaseUrl } from './service.ts'

export type EnvironmentVariables = Readonly<Record<string, string>>

/** For tests that ask for more than a key may. */
export const noLimits: EnvironmentVariables = {
  RATE_LIMIT_PER_MINUTE: '10000000',
  RATE_LIMIT_BURST: '10000000',
  RATE_LIMIT_IN_FLIGHT: '10000',
}

/** Where a service lives: a data folder and, on PostgreSQL, a database. */
export interface Installation {
  readonly dataDir: string
  readonly databaseUrl: string
  /** Settings for whatever is started here. */
  readonly environment?: EnvironmentVariables
  /** The root of another release's tree, whose programs are run in place of this one's. */
  readonly releaseRoot?: string
  /** A command in front of the programs, such as one that runs them in another network namespace. */
  readonly commandPrefix?: readonly string[]
}

export interface SpawnedProcess {
  readonly pid: number
  readonly stdout: string
  readonly stderr: string
  /** The exit code, or the name of the signal that ended it. */
  readonly exit: Promise<number | string>
  /** Waits until the process has written something; fails when it ends without having done so. */
  waitForOutput(pattern: RegExp): Promise<RegExpExecArray>
  kill(signal: NodeJS.Signals): void
}

export interface ServiceProcess extends SpawnedProcess {
  readonly url: string
  /** The key of the demo, once there is one. */
  readDemoKey(): Promise<string>
}

export interface PostResponse extends RawResponse {
  readonly envelope: Envelope & { readonly results: Readonly<Record<string, unknown>> }
}

export interface Processes {
  newInstallation(databaseUrl?: string): Promise<Installation>
  /** A service that has not said anything yet. */
  spawn(installation: Installation, environment?: EnvironmentVariables): SpawnedProcess
  /** A service that answers. */
  start(installation: Installation, environment?: EnvironmentVariables): Promise<ServiceProcess>
  /** A service that answers, or could not start, here: for what does not depend on whose process it is. */
  serveInProcess(installation: Installation, environment?: EnvironmentVariables): Promise<InProcessService>
  /** An admin command, given here: a process of its own would be as far from the service, and takes a second. */
  admin(installation: Installation, ...args: string[]): Promise<CommandResult>
  /** The admin program itself. */
  adminProcess(installation: Installation, ...args: string[]): Promise<CommandResult>
}

/** A process costs more than a second: one that is only talked to is kept for all tests of a file. */
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
    // What is compiled is kept with the programs, and goes with them.
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

/** All that the process gets to know: nothing is inherited from whoever runs the tests. */
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
    // Where no `.env` of a developer lies.
    cwd: environment['DATA_DIR'],
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const written = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      written[stream] += text
    })
  // "close" comes after the last output, "exit" may come before it.
  const exit = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string)

  return {
    pid: child.pid ?? 0,
    get stdout() {
      return written.stdout
    },
    get stderr() {
      return written.stderr
    },
    exit,
    kill: (signal) => void child.kill(signal),
    waitForOutput: (pattern) =>
      new Promise((resolve, reject) => {
        const checkOutput = () => {
          const match = pattern.exec(written.stdout) ?? pattern.exec(written.stderr)
          if (!match) return
          // Whoever went on looking would read the whole log again with every line of it.
          for (const stream of [child.stdout, child.stderr]) stream.off('data', checkOutput)
          resolve(match)
        }
        for (const stream of [child.stdout, child.stderr]) stream.on('data', checkOutput)
        void exit.then((code) =>
          reject(new Error(`The process ended (${code}) without saying ${pattern}:\n${written.stderr}`)),
        )
        checkOutput()
      }),
  }
}

/** One request to a service in another process. */
export async function post(
  url: string,
  apiKey: string,
  body: unknown = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<PostResponse> {
  const response = await postText(url, JSON.stringify(body), { 'x-api-key': apiKey, ...headers })
  // Every answer of the service is an envelope; a test that gets something else fails on its first look at it.
  return { ...response, envelope: JSON.parse(response.text) }
}
