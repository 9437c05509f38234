// A PostgreSQL primary with a standby that can take its place, and the one address at which clients find whichever serves.

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { findBinaries } from '../postgres.ts'
import { asPostgresUser, giveToPostgresUser } from '../postgresUser.ts'

export interface Replicas {
  /** Leads to the primary, then to the standby that was promoted. */
  readonly url: string
  /** From now on the standby receives nothing. */
  cutReplication(): void
  /** The primary dies without a word, the standby is promoted, and clients reach it, after a statement if one is given. */
  failOver(statement?: string): Promise<void>
}

/** A server has a folder for its socket, and its data in it. */
const dataOf = (at: string) => join(at, 'data')
const socketOf = (at: string) => join(at, '.s.PGSQL.5432')

const attempts = 400
const pauseMs = 50

/** Ends with the test. */
export async function startReplicas(replication: 'synchronous' | 'asynchronous'): Promise<Replicas> {
  const binaries = findBinaries()
  if (binaries === undefined) throw new Error('There is no PostgreSQL, though this project runs on it.')
  const folder = mkdtempSync(join(tmpdir(), 'adrail-replicas-'))
  giveToPostgresUser(folder)
  const command = (name: string, ...args: string[]) => asPostgresUser(join(binaries, name), ...args)
  const quietly = { cwd: folder, stdio: 'ignore' } as const
  const running: ChildProcess[] = []
  const relays: Relay[] = []
  onTestFinished(async () => {
    for (const server of running) await end(server)
    for (const relay of relays) await relay.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const makeFolder = (name: string) => {
    mkdirSync(join(folder, name))
    giveToPostgresUser(join(folder, name))
    return join(folder, name)
  }
  const query = (at: string, text: string): string =>
    spawnSync(...command('psql', '-h', at, '-U', 'adrail', '-d', 'postgres', '-Atc', text), {
      cwd: folder,
      encoding: 'utf8',
    }).stdout?.trim() ?? ''
  const until = async (what: string, isSo: () => boolean) => {
    for (let attempt = 0; !isSo(); attempt++) {
      if (attempt > attempts) throw new Error(`PostgreSQL: ${what} did not happen.`)
      await setTimeout(pauseMs)
    }
  }
  const settings = ['listen_addresses=', 'fsync=off', 'full_page_writes=on', 'max_connections=200']
  const serve = async (at: string, ...more: readonly string[]) => {
    const args = [...settings, ...more].flatMap((setting) => ['-c', setting])
    const server = spawn(...command('postgres', '-D', dataOf(at), '-k', at, ...args), quietly)
    running.push(server)
    await until('the start', () => query(at, 'select 1') === '1')
    return server
  }
  const relayTo = async (at: string) => {
    const relay = await startRelay(socketOf(at))
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
      dataOf(primary),
    ),
    quietly,
  )
  const server = await serve(primary)
  const replicationRelay = await relayTo(primary)
  const standby = makeFolder('standby')
  const from = ['-h', primary, '-U', 'adrail']
  execFileSync(
    ...command('pg_basebackup', ...from, '-D', dataOf(standby), '-R', '-X', 'stream', '-c', 'fast'),
    quietly,
  )
  await serve(standby, `primary_conninfo=host=127.0.0.1 port=${replicationRelay.port} user=adrail`)
  const isStreaming = () => query(primary, 'select state from pg_stat_replication') === 'streaming'
  await until('replication', isStreaming)
  if (replication === 'synchronous') {
    query(primary, `alter system set synchronous_standby_names = '*'`)
    query(primary, 'select pg_reload_conf()')
    const isSynchronous = () => query(primary, 'select sync_state from pg_stat_replication') === 'sync'
    await until('synchronous replication', isSynchronous)
  }
  const clients = await relayTo(primary)
  return {
    url: `postgresql://adrail@127.0.0.1:${clients.port}/postgres`,
    cutReplication: () => replicationRelay.cut(),
    async failOver(statement) {
      await end(server)
      replicationRelay.cut()
      clients.cut()
      execFileSync(...command('pg_ctl', 'promote', '-D', dataOf(standby), '-w'), quietly)
      if (statement !== undefined) query(standby, statement)
      clients.turnTo(socketOf(standby))
    },
  }
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  // As a machine that fails: nothing more is sent or written.
  server.kill('SIGQUIT')
  await once(server, 'exit')
}

interface Relay {
  readonly port: number
  /** Ends every connection, and refuses new ones. */
  cut(): void
  turnTo(path: string): void
  close(): Promise<void>
}

/** A TCP port that leads to a socket in the file system. */
async function startRelay(path: string): Promise<Relay> {
  let target: string | undefined = path
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }
  const server: Server = createServer((client) => {
    keep(client)
    if (target === undefined) {
      client.destroy()
      return
    }
    const upstream = connect(target)
    keep(upstream)
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
    turnTo(path) {
      target = path
    },
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
