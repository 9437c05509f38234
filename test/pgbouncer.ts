// A PgBouncer for the tests: found, or installed where that is allowed, and started on a private socket.

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

export interface PgBouncer {
  /** The URL of a database by way of the pooler. */
  urlOf(databaseUrl: string): string
  stop(): Promise<void>
}

/** Whether there is one, or it could be installed. In CI there must be one. */
export function hasPgBouncer(): boolean {
  if (find() ?? install()) return true
  const why = 'no pgbouncer found on the PATH or in /usr/sbin, and it cannot be installed from here'
  if (process.env['CI']) throw new Error(`The suite must run with PgBouncer in CI: ${why}.`)
  console.warn(
    `\n*** SKIPPED with PgBouncer: ${why}. Install the package "pgbouncer" to run these tests. ***\n`,
  )
  return false
}

function find(): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin']
  return folders.map((folder) => join(folder, 'pgbouncer')).find((file) => existsSync(file))
}

/** Debian's package, when we are root on a system that has it. */
function install(): string | undefined {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return undefined
  console.warn('Installing the Debian package "pgbouncer" for the tests ...')
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['install', '-y', '-qq', 'pgbouncer'], { stdio: 'ignore', env: environment })
  return find()
}

/** Shares few sessions of the server between transactions of many clients. */
export async function startPgBouncer(serverUrl: string, ...more: string[]): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'adrail-pooler-'))
  const server = new URL(serverUrl)
  const settings = join(folder, 'pgbouncer.ini')
  const lines = [
    '[databases]',
    `* = host=${server.searchParams.get('host')} port=5432 user=adrail`,
    '[pgbouncer]',
    'pool_mode = transaction',
    'default_pool_size = 5',
    'max_client_conn = 300',
    'listen_addr =',
    'listen_port = 6432',
    `unix_socket_dir = ${folder}`,
    'auth_type = any',
    ...more,
  ]
  writeFileSync(settings, `${lines.join('\n')}\n`)
  // PgBouncer refuses to run as root, too.
  const asUser =
    process.getuid?.() === 0 ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : []
  if (asUser.length > 0) {
    chmodSync(folder, 0o755)
    spawnSync('chown', ['-R', 'postgres:postgres', folder])
  }
  const [command = '', ...args] = [...asUser, find() ?? 'pgbouncer', '-q', settings]
  const child = spawn(command, args, { stdio: 'ignore' })
  for (let attempt = 0; !existsSync(join(folder, '.s.PGSQL.6432')); attempt++) {
    if (attempt > 1200 || child.exitCode !== null) throw new Error('PgBouncer for the tests did not start.')
    await setTimeout(50)
  }
  return {
    urlOf(databaseUrl) {
      const url = new URL(databaseUrl)
      url.port = '6432'
      url.searchParams.set('host', folder)
      return url.href
    },
    async stop() {
      if (child.exitCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
