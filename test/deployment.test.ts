// Drives a deployment from outside as docs/deploying.md describes it: two processes on one PostgreSQL behind
// a real proxy. The test takes minutes and needs nginx and Caddy, so it runs on demand:
//
//   ADRAIL_DEPLOYMENT=on npx vitest run --project sqlite test/deployment.test.ts

import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startSandbox } from '@adrail/sandbox'
import { type Installation, type ServiceProcess, useProcesses } from '@adrail/server/testing'
import { createDatabase } from '@adrail/server/testing/databases'
import { newFolder } from '@adrail/server/testing/folders'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { findFreePort } from './deployment/freePort.ts'
import { Load } from './deployment/load.ts'
import { proxies, stopProxy } from './deployment/proxies.ts'
import { type Cluster, makeCluster } from './postgres.ts'

const roundCount = Number(process.env['ADRAIL_DEPLOYMENT_ROUNDS'] ?? 5)
const { newInstallation, start, admin } = useProcesses()

describe.runIf(process.env['ADRAIL_DEPLOYMENT'] === 'on')('a deployment on PostgreSQL', () => {
  let cluster: Cluster
  beforeAll(async () => {
    const made = makeCluster()
    if (!made) throw new Error('There is no PostgreSQL on this machine.')
    cluster = made
    await cluster.start()
    return async () => {
      await cluster.stop()
      cluster.remove()
    }
  })

  /** Creates two places on one database and one sandbox, each with a separate port. */
  async function twoPlaces(drainMs: string) {
    const sandbox = await startSandbox()
    const database = await createDatabase(cluster.url)
    onTestFinished(async () => {
      await sandbox.close()
      await database.drop()
    })
    const environment = {
      SANDBOX_URL: sandbox.url,
      ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
      TRUSTED_PROXIES: '127.0.0.1',
      DRAIN_MS: drainMs,
      RATE_LIMIT_PER_MINUTE: '10000000',
      RATE_LIMIT_BURST: '10000000',
      RATE_LIMIT_IN_FLIGHT: '1000',
    }
    const newOne = async (): Promise<Installation & { readonly port: number }> => {
      const port = await findFreePort()
      const place = await newInstallation(database.url)
      return { ...place, port, environment: { ...environment, PORT: String(port) } }
    }
    return { database, sandbox, places: [await newOne(), await newOne()] as const }
  }

  test.each(proxies)(
    'behind $name fails no request while its processes are repeatedly replaced one by one',
    async (proxy) => {
      if (!proxy.isInstalled()) throw new Error(`${proxy.name} is not installed.`)
      const { places } = await twoPlaces(proxy.drainMs)
      const running: ServiceProcess[] = []
      for (const place of places) running.push(await start(place))
      const apiKey = (await running[0]?.readDemoKey()) ?? ''
      const folder = newFolder('adrail-proxy-', 'disk')
      const port = await findFreePort()
      const child = proxy.start(folder, port, [places[0].port, places[1].port])
      onTestFinished(() => stopProxy(child))
      const load = new Load(`https://localhost:${port}`, apiKey)
      await expect.poll(() => load.isReady(), { timeout: 30_000 }).toBe(true)
      load.start()
      await load.waitForResponses(200)

      for (let round = 0; round < roundCount; round++)
        for (const [index, place] of places.entries()) {
          const old = running[index]
          old?.kill('SIGTERM')
          expect(await old?.exit).toBe(0)
          await load.waitForResponses(50)
          const next = await start(place)
          running[index] = next
          await expect
            .poll(async () => (await fetch(`${next.url}/readyz`)).status, { timeout: 30_000 })
            .toBe(200)
          await load.waitForResponses(50)
          await setTimeout(proxy.noticeMs)
        }

      const { responses, failures, shed, createdIds } = await load.stop()
      console.log(
        `${proxy.name}: ${2 * roundCount} restarts, ${responses} requests, ${failures.length} failures, ${shed} asked to come again`,
      )
      expect(failures).toEqual([])
      // Every acknowledged user exists exactly once.
      const named = await load.listExternalIds()
      expect(
        createdIds.filter((externalId) => named.filter((each) => each === externalId).length !== 1),
      ).toEqual([])
    },
    20 * 60_000,
  )

  test('is restored with its keys, users and links from a dump that pg_dump writes under load', async () => {
    const { database, places } = await twoPlaces('0')
    const [place] = places
    const service = await start(place)
    const apiKey = await service.readDemoKey()
    const load = new Load(service.url, apiKey)
    load.start()
    await load.waitForResponses(100)
    const earlier = [...load.createdIds]
    const dump = join(place.dataDir, 'adrail.dump')
    execFileSync('pg_dump', ['--format=custom', `--file=${dump}`, database.url])
    await load.waitForResponses(100)
    const { failures } = await load.stop()
    service.kill('SIGKILL')
    await service.exit

    const empty = await createDatabase(cluster.url)
    onTestFinished(() => empty.drop())
    execFileSync('pg_restore', ['--clean', '--if-exists', '--no-owner', `--dbname=${empty.url}`, dump])
    const elsewhere = {
      ...place,
      databaseUrl: empty.url,
      environment: { ...place.environment, ADRAIL_DEMO: 'off' },
    }
    const restored = await start(elsewhere)

    const again = new Load(restored.url, apiKey)
    const users = await again.listExternalIds()
    expect(failures).toEqual([])
    expect(earlier.filter((externalId) => !users.includes(externalId))).toEqual([])
    expect(await again.call('social/get_campaigns', { userId: 'usr_demo_all' })).toMatchObject({
      success: true,
    })
    expect(await admin(elsewhere, 'audit', 'verify')).toMatchObject({ exit: 0 })
  })
})
