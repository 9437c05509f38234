// A PostgreSQL for the tests: found, or installed where that is allowed, and started on a private socket.

import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Empty for SQLite; `skip` when there is no PostgreSQL to be had. */
    databaseUrl: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const binaries = findBinaries() ?? installBinaries()
  if (binaries === undefined) {
    const why =
      'no PostgreSQL found (looked on the PATH and in /usr/lib/postgresql), and it cannot be installed from here'
    if (process.env['CI']) throw new Error(`The suite must run on PostgreSQL in CI: ${why}.`)
    console.warn(
      `\n*** SKIPPED on PostgreSQL: ${why}. Install the package "postgresql" to run these tests. ***\n`,
    )
    project.provide('databaseUrl', 'skip')
    return async () => {}
  }
  return await startServer(binaries, project)
}

function findBinaries(): string | undefined {
  const onPath = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim()
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  return [...versions.map((version) => join(debian, version, 'bin')), onPath ?? ''].find(
    (folder) => folder !== '' && existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  )
}

/** Debian's package, when we are root on a system that has it. */
function installBinaries(): string | undefined {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return undefined
  console.warn('Installing the Debian package "postgresql" for the tests ...')
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['install', '-y', '-qq', 'postgresql'], { stdio: 'ignore', env: environment })
  return findBinaries()
}

async function startServer(binaries: string, project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'adrail-pg-'))
  const data = join(folder, 'data')
  // PostgreSQL refuses to run as root; then it runs as the user that its package made.
  const asUser =
    process.getuid?.() === 0 ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : []
  const command = (name: string, ...args: string[]): [string, string[]] => {
    const [first = '', ...rest] = [...asUser, join(binaries, name), ...args]
    return [first, rest]
  }
  if (asUser.length > 0) {
    chmodSync(folder, 0o755)
    execFileSync('chown', ['postgres:postgres', folder])
  }
  execFileSync(
    ...command('initdb', '-D', data, '-U', 'adrail', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C'),
    {
      cwd: folder,
      stdio: 'ignore',
    },
  )
  const settings = ['listen_addresses=', 'fsync=off', 'max_connections=300', 'shared_buffers=64MB']
  const server = spawn(
    ...command('postgres', '-D', data, '-k', folder, ...settings.flatMap((each) => ['-c', each])),
    {
      cwd: folder,
      stdio: 'ignore',
    },
  )
  const ready = command('pg_isready', '-h', folder, '-U', 'adrail', '-d', 'postgres', '-q')
  for (let attempt = 0; spawnSync(...ready).status !== 0; attempt++) {
    if (attempt > 200 || server.exitCode !== null) throw new Error('PostgreSQL for the tests did not start.')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  project.provide('databaseUrl', `postgresql://adrail@localhost/postgres?host=${encodeURIComponent(folder)}`)

  return async () => {
    server.kill('SIGINT')
    if (server.exitCode === null) await once(server, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
}
