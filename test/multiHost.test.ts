// Tests a DATABASE_URL with several hosts, as libpq documents it. Two servers alternate in being read-only,
// like primary and standby in a switchover.

import {
  type DatabasePort,
  openDatabasePort,
  openStore,
  type Store,
  useProcesses,
} from '@adrail/server/testing'
import { setReadOnly } from '@adrail/server/testing/databases'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Cluster, makeCluster } from './postgres.ts'

const { newInstallation, serveInProcess: serveHere } = useProcesses()
const clusters = [makeCluster(), makeCluster()].filter((cluster) => cluster !== undefined)
if (clusters.length === 0 && process.env['CI'])
  throw new Error('The suite must run on PostgreSQL in CI, and there is none.')
if (clusters.length === 0) console.warn('\n*** SKIPPED several hosts: no PostgreSQL found. ***\n')

beforeAll(() => Promise.all(clusters.map((cluster) => cluster.start())))
afterAll(async () => {
  for (const cluster of clusters) {
    await cluster.stop()
    cluster.remove()
  }
})

/** Opens a separate port for each server, for one test. */
async function openPorts(...servers: readonly (Cluster | undefined)[]): Promise<DatabasePort[]> {
  const ports = await Promise.all(servers.map((server) => openDatabasePort(server?.url ?? '')))
  onTestFinished(() => {
    for (const port of ports) port.close()
  })
  return ports
}

function urlOf(ports: readonly DatabasePort[], target: string): string {
  const hosts = ports.map(({ url }) => url.host).join(',')
  return `postgresql://adrail@${hosts}/postgres?connect_timeout=30&target_session_attrs=${target}`
}

async function open(databaseUrl: string): Promise<Store> {
  const store = await openStore({ databaseUrl, dataDir: '' })
  onTestFinished(() => store.close())
  return store
}

/** Makes a server read-only until the end of the test. */
async function makeReadOnly(server: Cluster | undefined): Promise<void> {
  await setReadOnly(server?.url ?? '', 'on')
  onTestFinished(() => setReadOnly(server?.url ?? '', 'off'))
}

const accepted = (ports: readonly DatabasePort[]) => ports.map((port) => port.acceptedCount > 0)

describe.skipIf(clusters.length === 0)('a DATABASE_URL with several hosts', () => {
  const [one, other] = clusters

  test('connects to the first host that accepts connections', async () => {
    const ports = await openPorts(one, other, one)
    ports[0]?.close()
    const store = await open(urlOf(ports, 'any'))
    await store.ping()
    expect(accepted(ports)).toEqual([false, true, false])
  })

  test('skips a read-only server with target_session_attrs=read-write, and uses such a server with primary', async () => {
    await makeReadOnly(one)
    const ports = await openPorts(one, other)
    const store = await open(urlOf(ports, 'read-write'))
    await store.probe()
    expect(accepted(ports)).toEqual([true, true])

    // The schema is current there only if adrail could write to that server. A server that is read-only by
    // default is not a standby.
    const primaries = await openPorts(other, one)
    await (await open(urlOf(primaries, 'primary'))).ping()
    expect(accepted(primaries)).toEqual([true, false])
  })

  test('does not try the next host when a server refuses the user', async () => {
    const ports = await openPorts(one, other)
    const databaseUrl = urlOf(ports, 'any').replace('adrail@', 'nobody_has_this_name@')
    await expect(open(databaseUrl)).rejects.toThrow('nobody_has_this_name')
    expect(accepted(ports)).toEqual([true, false])
  })

  test('follows a switchover to the server that accepts writes', async () => {
    const ports = await openPorts(one, other)
    // Replication would have created the schema on that server.
    await open(urlOf(ports.slice(1), 'any'))
    const before = ports[1]?.acceptedCount ?? 0
    const store = await open(urlOf(ports, 'read-write'))
    await store.probe()
    expect(ports[1]?.acceptedCount).toBe(before)

    await makeReadOnly(one)
    const isWritten = () =>
      store.probe().then(
        () => true,
        () => false,
      )
    await expect.poll(isWritten).toBe(true)
    expect(ports[1]?.acceptedCount).toBeGreaterThan(before)
  })

  test('lets a service become ready when the first host is unreachable', async () => {
    const ports = await openPorts(one, other)
    ports[0]?.close()
    const service = await serveHere(await newInstallation(urlOf(ports, 'read-write')), { ADRAIL_DEMO: 'off' })
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
  })

  test('makes a service without a usable host exit with the problem of each host', async () => {
    await makeReadOnly(one)
    await makeReadOnly(other)
    const ports = await openPorts(one, other)
    ports[1]?.close()
    const service = await serveHere(await newInstallation(urlOf(ports, 'read-write')), { ADRAIL_DEMO: 'off' })
    expect(await service.stop()).toBe(1)
    const [first, second] = ports.map(({ url }) => url.host)
    expect(service.stderr).toMatch(
      new RegExp(
        `^adrail cannot use the database: ${first}: it is read-only, ${second}: .*ECONNREFUSED.*\\n$`,
      ),
    )
  })

  test('makes a service exit without a connection when target_session_attrs is standby', async () => {
    const ports = await openPorts(one, other)
    const service = await serveHere(await newInstallation(urlOf(ports, 'standby')), { ADRAIL_DEMO: 'off' })
    expect(await service.stop()).toBe(1)
    expect(service.stderr).toContain(
      'DATABASE_URL must have a target_session_attrs on which adrail can write (any, read-write, primary), not "standby".',
    )
    expect(accepted(ports)).toEqual([false, false])
  })
})
