// Whole processes for tests: the service and its admin command as an operator runs them, with folders and databases of
// their own, all of them ended when the test is over, or the file.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Envelope } from '@adrail/contract'
import { afterAll, afterEach, inject } from 'vitest'
import { makeDatabase } from './databases.ts'
import { newFolder } from './folders.ts'
import { commandHere, type Said, type ServiceHere, saidBy, serveHere } from './here.ts'
import { type Answer, postText } from './requests.ts'
import { testDatabase } from './service.ts'

export type Environment = Readonly<Record<string, string>>

/** For tests that ask for more than a key may. */
export const noLimits: Environment = {
  RATE_LIMIT_PER_MINUTE: '10000000',
  RATE_LIMIT_BURST: '10000000',
  RATE_LIMIT_IN_FLIGHT: '10000',
}

/** Where a service lives: a data folder and, on PostgreSQL, a database. */
export interface Place {
  readonly dataDir: string
  readonly databaseUrl: string
  /** Settings for whatever is started here. */
  readonly environment?: Environment
  /** The root of another release's tree, whose programs are run in place of this one's. */
  readonly release?: string
  /** A command in front of the programs, such as one that runs them in another network namespace. */
  readonly within?: readonly string[]
}

export interface Child {
  readonly pid: number
  readonly stdout: string
  readonly stderr: string
  /** The exit code, or the name of the signal that ended it. */
  readonly exit: Promise<number | string>
  /** Waits until the process has written something; fails when it ends without having done so. */
  said(pattern: RegExp): Promise<RegExpExecArray>
  kill(signal: NodeJS.Signals): void
}

export interface ServiceProcess extends Child {
  readonly url: string
  /** The key of the demo, once there is one. */
  demoKey(): Promise<string>
}

export interface PostAnswer extends Answer {
  readonly envelope: Envelope & { readonly results: Readonly<Record<string, unknown>> }
}

export interface Processes {
  newPlace(databaseUrl?: string): Promise<Place>
  /** A service that has not said anything yet. */
  spawn(place: Place, environment?: Environment): Child
  /** A service that answers. */
  start(place: Place, environment?: Environment): Promise<ServiceProcess>
  /** A service that answers, or could not start, here: for what does not depend on whose process it is. */
  serveHere(place: Place, environment?: Environment): Promise<ServiceHere>
  /** An admin command, given here: a process of its own would be as far from the service, and takes a second. */
  admin(place: Place, ...args: string[]): Promise<Said>
  /** The admin program itself. */
  adminProcess(place: Place, ...args: string[]): Promise<Said>
}

/** A process costs more than a second: one that is only talked to is kept for all tests of a file. */
export function useProcesses(keptFor: 'test' | 'file' = 'test'): Processes {
  const server = testDatabase()
  const running = new Set<Child>()
  const here: ServiceHere[] = []
  const leftovers: (() => unknown)[] = []
  const afterUse = keptFor === 'test' ? afterEach : afterAll
  afterUse(async () => {
    for (const child of running) child.kill('SIGKILL')
    await Promise.all([...running].map((child) => child.exit))
    for (const service of here.splice(0)) await service.stop()
    for (const remove of leftovers.splice(0)) await remove()
  })

  const run = (
    program: 'main' | 'admin',
    args: readonly string[],
    environment: Environment,
    { release, within }: Pick<Place, 'release' | 'within'> = {},
  ): Child => {
    const file =
      release === undefined
        ? join(inject('programs'), `${program}.mjs`)
        : join(release, 'packages/server/src', `${program}.ts`)
    // What is compiled is kept with the programs, and goes with them.
    const compiled = { NODE_COMPILE_CACHE: join(inject('programs'), 'compiled') }
    const child = spawnChild(file, args, { ...compiled, ...environment }, within)
    running.add(child)
    void child.exit.then(() => running.delete(child))
    return child
  }
  const processes: Processes = {
    async newPlace(databaseUrl) {
      const dataDir = newFolder('adrail-process-')
      leftovers.push(() => rmSync(dataDir, { recursive: true, force: true }))
      if (databaseUrl !== undefined) return { dataDir, databaseUrl }
      const database = await makeDatabase(server)
      leftovers.push(() => database.drop())
      return { dataDir, databaseUrl: database.url }
    },
    spawn: (place, environment = {}) => run('main', [], { ...environmentOf(place), ...environment }, place),
    async start(place, environment) {
      const child = processes.spawn(place, environment)
      const [, url = ''] = await child.said(/adrail serves at (\S+)/)
      const demoKey = async (): Promise<string> => {
        const [, file = ''] = await child.said(/are kept in (\S+demo\.json)/)
        return JSON.parse(readFileSync(file, 'utf8')).apiKey
      }
      return Object.assign(child, { url, demoKey })
    },
    async serveHere(place, environment) {
      const service = await serveHere({ ...environmentOf(place), ...environment }, join(place.dataDir, 'log'))
      here.push(service)
      return service
    },
    admin: (place, ...args) => commandHere(environmentOf(place), args),
    async adminProcess(place, ...args) {
      const child = run('admin', args, environmentOf(place), place)
      return saidBy(await child.exit, child.stdout, child.stderr)
    },
  }
  return processes
}

/** All that the process gets to know: nothing is inherited from whoever runs the tests. */
function environmentOf(place: Place): Environment {
  return {
    PORT: '0',
    SANDBOX_PORT: '0',
    SANDBOX_VARIATION: inject('variationSeed'),
    METRICS_PORT: '0',
    DATA_DIR: place.dataDir,
    DATABASE_URL: place.databaseUrl,
    ...place.environment,
  }
}

function spawnChild(
  file: string,
  args: readonly string[],
  environment: Environment,
  within: readonly string[] = [],
): Child {
  const [command = '', ...words] = [...within, process.execPath, file, ...args]
  const child = spawn(command, words, {
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
    said: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(written.stdout) ?? pattern.exec(written.stderr)
          if (!found) return
          // Whoever went on looking would read the whole log again with every line of it.
          for (const stream of [child.stdout, child.stderr]) stream.off('data', look)
          resolve(found)
        }
        for (const stream of [child.stdout, child.stderr]) stream.on('data', look)
        void exit.then((code) =>
          reject(new Error(`The process ended (${code}) without saying ${pattern}:\n${written.stderr}`)),
        )
        look()
      }),
  }
}

/** One request to a service in another process. */
export async function post(
  url: string,
  apiKey: string,
  body: unknown = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<PostAnswer> {
  const answer = await postText(url, JSON.stringify(body), { 'x-api-key': apiKey, ...headers })
  // Every answer of the service is an envelope; a test that gets something else fails on its first look at it.
  return { ...answer, envelope: JSON.parse(answer.text) }
}
