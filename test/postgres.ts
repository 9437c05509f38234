// Starts a PostgreSQL for the tests on a private socket, and installs PostgreSQL where that is possible.

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addSteadyClock, createTemplate } from '@adrail/server/testing/databases'
import { memoryFolder } from '@adrail/server/testing/folders'
import type { TestProject } from 'vitest/node'
import { installPackages } from './debianPackages.ts'
import { asPostgresUser, chownToPostgresUser } from './postgresUser.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Empty for SQLite. The value is `skip` when no PostgreSQL is available. */
    databaseUrl: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = makeCluster(findBinaries() ?? installBinaries(), memoryFolder())
  if (cluster === undefined) {
    const reason =
      'no PostgreSQL found (looked on the PATH and in /usr/lib/postgresql), and it cannot be installed from here'
    if (process.env['CI']) throw new Error(`The suite must run on PostgreSQL in CI: ${reason}.`)
    console.warn(
      `\n*** SKIPPED on PostgreSQL: ${reason}. Install the package "postgresql" to run these tests. ***\n`,
    )
    project.provide('databaseUrl', 'skip')
    return async () => {}
  }
  await cluster.start()
  await addSteadyClock(await createTemplate(cluster.url))
  // The longer timeout keeps unrelated tests from failing when the machine stalls for two seconds.
  project.provide('databaseUrl', `${cluster.url}&connect_timeout=60`)
  return async () => {
    await cluster.stop()
    cluster.remove()
  }
}

export function findBinaries(): string | undefined {
  const pathBinaries = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim()
  const debianFolder = '/usr/lib/postgresql'
  const versions = existsSync(debianFolder)
    ? readdirSync(debianFolder).sort((a, b) => Number(b) - Number(a))
    : []
  return [...versions.map((version) => join(debianFolder, version, 'bin')), pathBinaries ?? ''].find(
    (folder) => folder !== '' && existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  )
}

function installBinaries(): string | undefined {
  installPackages('postgresql')
  return findBinaries()
}

/** A private PostgreSQL on a socket in a separate folder. */
export interface Cluster {
  readonly url: string
  start(): Promise<void>
  /**
   * Closes every connection at once. `fast` restarts cleanly, `immediate` crashes and recovers at the next
   * start.
   */
  stop(mode?: 'fast' | 'immediate'): Promise<void>
  remove(): void
}

/** Creates a cluster without starting it. Returns undefined when this machine has no PostgreSQL. */
export function makeCluster(
  binaries: string | undefined = findBinaries(),
  parent: string = tmpdir(),
): Cluster | undefined {
  if (binaries === undefined) return undefined
  const folder = mkdtempSync(join(parent, 'adrail-pg-'))
  const data = join(folder, 'data')
  chownToPostgresUser(folder)
  const command = (name: string, ...args: string[]) => asPostgresUser(join(binaries, name), ...args)
  const childOptions = { cwd: folder, stdio: 'ignore' } as const
  const initdbArgs = ['-U', 'adrail', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C']
  execFileSync(...command('initdb', '-D', data, ...initdbArgs), childOptions)

  // No data has to survive a crash of the machine, and no database lives long enough to need vacuuming.
  const durabilitySettings = ['fsync=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0']
  const maintenanceSettings = ['autovacuum=off', 'checkpoint_timeout=1h', 'max_wal_size=4GB']
  const capacitySettings = ['max_connections=300', 'shared_buffers=64MB']
  const settings = ['listen_addresses=', ...durabilitySettings, ...maintenanceSettings, ...capacitySettings]
  let server: ChildProcess | undefined
  return {
    url: `postgresql://adrail@localhost/postgres?host=${encodeURIComponent(folder)}`,
    async start() {
      const args = settings.flatMap((setting) => ['-c', setting])
      const child = spawn(...command('postgres', '-D', data, '-k', folder, ...args), childOptions)
      server = child
      const readyCommand = command('pg_isready', '-h', folder, '-U', 'adrail', '-d', 'postgres', '-q')
      for (let attempt = 0; spawnSync(...readyCommand).status !== 0; attempt++) {
        if (attempt > 200 || child.exitCode !== null)
          throw new Error('PostgreSQL for the tests did not start.')
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    async stop(mode = 'fast') {
      if (!server || server.exitCode !== null) return
      server.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
      await once(server, 'exit')
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
