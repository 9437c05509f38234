// Starts a PostgreSQL primary with a standby. Clients use one address, which leads to the server that is
// primary at the time.

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { findBinaries } from '../postgres.ts'
import { asPostgresUser, chownToPostgresUser } from '../postgresUser.ts'

export interface Replicas {
  /** Leads to the primary, and after a failover to the promoted standby. */
  readonly url: string
  /** Stops replication permanently. */
  cutReplication(): void
  /**
   * Crashes the primary, promotes the standby, runs the statement on the standby if given, and redirects
   * clients to the standby.
   */
  failOver(statement?: string): Promise<void>
}

/** The folder of a server contains its socket and its data folder. */
const dataFolder = (serverFolder: string) => join(serverFolder, 'data')
const socketPath = (serverFolder: string) => join(serverFolder, '.s.PGSQL.5432')

const maxAttempts = 400
const pauseMs = 50

/** Starts the servers and stops them when the test finishes. */
export async function startReplicas(replication: 'synchronous' | 'asynchronous'): Promise<Replicas> {
  const binaries = findBinaries()
  if (binaries === undefined) throw new Error('There is no PostgreSQL, though this project runs on it.')
  const folder = mkdtempSync(join(tmpdir(), 'adrail-replicas-'))
  chownToPostgresUser(folder)
  const command = (name: string, ...args: string[]) => asPostgresUser(join(binaries, name), ...args)
  const childOptions = { cwd: folder, stdio: 'ignore' } as const
  const runningServers: ChildProcess[] = []
  const relays: Relay[] = []
  onTestFinished(async () => {
    for (const server of runningServers) await crash(server)
    for (const relay of relays) await relay.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const makeFolder = (name: string) => {
    mkdirSync(join(folder, name))
    chownToPostgresUser(join(folder, name))
    return join(folder, name)
  }
  const query = (serverFolder: string, text: string): string =>
    spawnSync(...command('psql', '-h', serverFolder, '-U', 'adrail', '-d', 'postgres', '-Atc', text), {
      cwd: folder,
      encoding: 'utf8',
    }).stdout?.trim() ?? ''
  const waitUntil = async (event: string, isDone: () => boolean) => {
    for (let attempt = 0; !isDone(); attempt++) {
      if (attempt > maxAttempts) throw new Error(`PostgreSQL: ${event} did not happen.`)
      await setTimeout(pauseMs)
    }
  }
  const settings = ['listen_addresses=', 'fsync=off', 'full_page_writes=on', 'max_connections=200']
  const startServer = async (serverFolder: string, ...extraSettings: readonly string[]) => {
    const args = [...settings, ...extraSettings].flatMap((setting) => ['-c', setting])
    const server = spawn(
      ...command('postgres', '-D', dataFolder(serverFolder), '-k', serverFolder, ...args),
      childOptions,
    )
    runningServers.push(server)
    await waitUntil('the start', () => query(serverFolder, 'select 1') === '1')
    return server
  }
  const openRelay = async (serverFolder: string) => {
    const relay = await startRelay(socketPath(serverFolder))
    relays.push(relay)
    return relay
  }

  const primary = makeFolder('primary')
  execFileSync(
    ...command(
      'initdb',
      '-U',
      'adrail',
      '--auth=trust',
      '--no-sync',
      '-E',
      'UTF8',
      '--locale=C',
      '-D',
      dataFolder(primary),
    ),
    childOptions,
  )
  const server = await startServer(primary)
  const replicationRelay = await openRelay(primary)
  const standby = makeFolder('standby')
  const connectionArgs = ['-h', primary, '-U', 'adrail']
  execFileSync(
    ...command(
      'pg_basebackup',
      ...connectionArgs,
      '-D',
      dataFolder(standby),
      '-R',
      '-X',
      'stream',
      '-c',
      'fast',
    ),
    childOptions,
  )
  await startServer(standby, `primary_conninfo=host=127.0.0.1 port=${replicationRelay.port} user=adrail`)
  const isStreaming = () => query(primary, 'select state from pg_stat_replication') === 'streaming'
  await waitUntil('replication', isStreaming)
  if (replication === 'synchronous') {
    query(primary, `alter system set synchronous_standby_names = '*'`)
    query(primary, 'select pg_reload_conf()')
    const isSynchronous = () => query(primary, 'select sync_state from pg_stat_replication') === 'sync'
    await waitUntil('synchronous replication', isSynchronous)
  }
  const clientRelay = await openRelay(primary)
  return {
    url: `postgresql://adrail@127.0.0.1:${clientRelay.port}/postgres`,
    cutReplication: () => replicationRelay.cut(),
    async failOver(statement) {
      await crash(server)
      replicationRelay.cut()
      clientRelay.cut()
      execFileSync(...command('pg_ctl', 'promote', '-D', dataFolder(standby), '-w'), childOptions)
      if (statement !== undefined) query(standby, statement)
      clientRelay.retarget(socketPath(standby))
    },
  }
}

async function crash(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  // As with a machine that fails, the server sends and writes nothing more.
  server.kill('SIGQUIT')
  await once(server, 'exit')
}

interface Relay {
  readonly port: number
  /** Closes every connection and refuses new ones. */
  cut(): void
  retarget(path: string): void
  close(): Promise<void>
}

/** Opens a TCP port that leads to a Unix socket. */
async function startRelay(path: string): Promise<Relay> {
  let target: string | undefined = path
  const sockets = new Set<Socket>()
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }
  const server: Server = createServer((client) => {
    track(client)
    if (target === undefined) {
      client.destroy()
      return
    }
    const upstream = connect(target)
    track(upstream)
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
    client.pipe(upstream)
    upstream.pipe(client)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const cut = () => {
    target = undefined
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    retarget(path) {
      target = path
    },
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
