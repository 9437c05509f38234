// PostgreSQL stops and restarts during writes. The sandbox's ledger and the database show the results.

import {
  expectCompleteAudit,
  leadForm,
  listEffects,
  type ServiceResponse,
  testDatabaseUrl,
  useServiceFixtures,
} from '@adrail/server/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeCluster } from '../postgres.ts'
import { proofSize, proofTimeoutMs, reportProof, secondsSince } from './proofRun.ts'

const makeWorld = useServiceFixtures()
vi.setConfig({ testTimeout: proofTimeoutMs })
const making = 'search/create_lead_form'
const unavailable = '503 DATABASE_UNAVAILABLE wait'
const wordsOf = ({ status, code, retryAfter }: ServiceResponse) =>
  `${status} ${code} ${retryAfter === '' ? '' : 'wait'}`.trim()
const bodyOf = (key: string) => ({ ...leadForm, name: `Form ${key}` })

test.skipIf(testDatabaseUrl() === '')(
  'two processes lose no acknowledged write when PostgreSQL restarts or crashes, and recover automatically',
  async () => {
    const cluster = makeCluster()
    if (!cluster) throw new Error('There is no PostgreSQL, though this project runs on it.')
    await cluster.start()
    const { sandbox, installation, start } = await makeWorld(cluster.url)
    onTestFinished(async () => {
      await cluster.stop()
      cluster.remove()
    })
    const both = await Promise.all([start(), start()])
    const seen = new Set<string>()
    const acknowledged = new Map<string, ServiceResponse>()
    let ended = false
    onTestFinished(() => {
      ended = true
    })
    const clients = Array.from({ length: 8 }, async (_, client) => {
      for (let number = 0; !ended; number++) {
        const key = `restart-${client}-${number}`
        for (let attempt = client; !acknowledged.has(key); attempt++) {
          const response = await both[attempt % 2 === 0 ? 0 : 1].send(making, bodyOf(key), key)
          seen.add(wordsOf(response))
          if (response.status === 200) acknowledged.set(key, response)
        }
      }
    })
    const restarts = proofSize(2, 10)
    let backAfter = 0
    for (let restart = 0; restart < restarts; restart++) {
      const enough = acknowledged.size + proofSize(20, 500)
      await expect.poll(() => acknowledged.size, { timeout: 120_000 }).toBeGreaterThan(enough)
      // PostgreSQL alternates between a stop that breaks off open transactions and a crash.
      await cluster.stop(restart % 2 === 0 ? 'fast' : 'immediate')
      const askMeanwhile = async () => wordsOf(await both[0].send(making, bodyOf('down'), 'down'))
      await expect.poll(askMeanwhile).toBe(unavailable)
      const healthOf = async (path: string) => (await fetch(`${both[0].service.url}/${path}`)).status
      expect([await healthOf('readyz'), await healthOf('healthz')]).toEqual([503, 200])
      await cluster.start()
      const [back, before] = [performance.now(), acknowledged.size]
      await expect.poll(() => acknowledged.size).toBeGreaterThan(before)
      backAfter = Math.max(backAfter, secondsSince(back))
    }
    ended = true
    await Promise.all(clients)

    const allowed = ['200', '409 IDEMPOTENCY_IN_PROGRESS wait', unavailable, '504 OPERATION_PENDING wait']
    expect(allowed).toEqual(expect.arrayContaining([...seen]))
    for (const [key, response] of acknowledged) {
      const again = await both[0].send(making, bodyOf(key), key)
      expect(again, key).toMatchObject({ status: 200, replayed: true, results: response.results })
    }
    const made = listEffects(sandbox, 'asset.create').length
    expect(made).toBe(acknowledged.size)
    for (const { service } of both) {
      expect((await fetch(`${service.url}/healthz`)).status).toBe(200)
      service.kill('SIGTERM')
      expect(await service.exit).toBe(0)
    }
    await expectCompleteAudit(installation)
    reportProof('T9', { restarts, acknowledged: acknowledged.size, made, backAfterSeconds: backAfter })
  },
)
