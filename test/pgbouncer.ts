// Starts a PgBouncer for the tests on a private socket, and installs PgBouncer where that is possible.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { installPackages } from './debianPackages.ts'
import { asPostgresUser, chownToPostgresUser } from './postgresUser.ts'

export interface PgBouncer {
  /** Returns the URL that reaches a database through the pooler. */
  pooledUrl(databaseUrl: string): string
  stop(): Promise<void>
}

/** Returns whether PgBouncer is installed or can be installed. Throws in CI when PgBouncer is missing. */
export function hasPgBouncer(): boolean {
  if (findPgBouncer() ?? installPgBouncer()) return true
  const reason = 'no pgbouncer found on the PATH or in /usr/sbin, and it cannot be installed from here'
  if (process.env['CI']) throw new Error(`The suite must run with PgBouncer in CI: ${reason}.`)
  console.warn(
    `\n*** SKIPPED with PgBouncer: ${reason}. Install the package "pgbouncer" to run these tests. ***\n`,
  )
  return false
}

function findPgBouncer(): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin']
  return folders.map((folder) => join(folder, 'pgbouncer')).find((file) => existsSync(file))
}

function installPgBouncer(): string | undefined {
  installPackages('pgbouncer')
  return findPgBouncer()
}

/** Starts a pooler that shares a few server sessions between the transactions of many clients. */
export async function startPgBouncer(serverUrl: string, ...extraSettings: string[]): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'adrail-pooler-'))
  const server = new URL(serverUrl)
  const configFile = join(folder, 'pgbouncer.ini')
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
    ...extraSettings,
  ]
  writeFileSync(configFile, `${lines.join('\n')}\n`)
  chownToPostgresUser(folder)
  const child = spawn(...asPostgresUser(findPgBouncer() ?? 'pgbouncer', '-q', configFile), {
    stdio: 'ignore',
  })
  for (let attempt = 0; !existsSync(join(folder, '.s.PGSQL.6432')); attempt++) {
    if (attempt > 1200 || child.exitCode !== null) throw new Error('PgBouncer for the tests did not start.')
    await setTimeout(50)
  }
  return {
    pooledUrl(databaseUrl) {
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
