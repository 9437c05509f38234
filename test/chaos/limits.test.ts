// Tests the limit of a key over whole processes in real time, only in the long form.
// packages/server/src/admission/sharedRateLimiter.test.ts proves the same by counts in the suite.

import { setTimeout } from 'node:timers/promises'
import {
  post,
  type ServiceProcess,
  startTestSandbox,
  testDatabaseUrl,
  useProcesses,
} from '@adrail/server/testing'
import { expect, test } from 'vitest'
import { isLong, proofTimeoutMs, reportProof, secondsSince } from './proofRun.ts'

const { newInstallation, start } = useProcesses()
const forMs = 20_000
const [burst, perSecond] = [100, 10]
/** In this time, the limit refills by less than one request. */
const maxClockStepMs = 90

test.skipIf(!isLong || testDatabaseUrl() === '').each([2, 4])(
  '%i processes together accept the requests that the limit of one key allows, within 2 percent',
  async (count) => {
    let run = await measureAccepted(count)
    // The database refills the limit by the machine's clock. A run during which it stepped proves nothing.
    while (run.clockStepMs > maxClockStepMs) run = await measureAccepted(count)
    const { seconds, passed } = run
    const allowed = burst + perSecond * seconds
    expect(passed).toBeLessThanOrEqual(Math.ceil(allowed))
    expect(passed).toBeGreaterThanOrEqual(Math.floor(allowed * 0.98))
    reportProof(`T32 ${count} processes`, { seconds, allowed: Math.floor(allowed), passed })
  },
  proofTimeoutMs,
)

/** Sends requests with one key to several processes for a while, and counts those that were accepted. */
async function measureAccepted(count: number) {
  const sandbox = await startTestSandbox()
  const installation = await newInstallation()
  const services: ServiceProcess[] = []
  while (services.length < count) services.push(await start(installation, { SANDBOX_URL: sandbox.url }))
  const apiKey = (await services[0]?.readDemoKey()) ?? ''

  let passed = 0
  let clockStepMs = 0
  const beganAt = performance.now()
  const clockOffset = () => Date.now() - performance.now()
  const offsetAtBegin = clockOffset()
  const send = async ({ url }: ServiceProcess) => {
    while (performance.now() - beganAt < forMs) {
      const { status } = await post(`${url}/user/list_users`, apiKey)
      if (status === 200) passed += 1
      else await setTimeout(20)
      clockStepMs = Math.max(clockStepMs, Math.abs(clockOffset() - offsetAtBegin))
    }
  }
  await Promise.all(services.flatMap((service) => [send(service), send(service)]))
  const seconds = secondsSince(beganAt)
  for (const service of services) service.kill('SIGTERM')
  await Promise.all(services.map(({ exit }) => exit))
  return { passed, seconds, clockStepMs }
}
