// Tests the limit of a key over whole processes in real time, only in the long form.
// packages/server/src/admission/sharedRateLimiter.test.ts proves the same by counts in the suite.

import { setTimeout } from 'node:timers/promises'
import { testDatabaseUrl } from '@adrail/server/testing'
import { post, type ServiceProcess, useProcesses } from '@adrail/server/testing/processes'
import { startTestSandbox } from '@adrail/server/testing/worlds'
import { expect, test } from 'vitest'
import { isLong, proofTimeoutMs, reportProof, secondsSince } from './proofRun.ts'

const { newInstallation, start } = useProcesses()
const forMs = 20_000
const [burst, perSecond] = [100, 10]

test.skipIf(!isLong || testDatabaseUrl() === '').each([2, 4])(
  '%i processes together accept the requests that the limit of one key allows, within 2 percent',
  async (count) => {
    const sandbox = await startTestSandbox()
    const place = await newInstallation()
    const services: ServiceProcess[] = []
    while (services.length < count) services.push(await start(place, { SANDBOX_URL: sandbox.url }))
    const apiKey = (await services[0]?.readDemoKey()) ?? ''

    let passed = 0
    const beganAt = performance.now()
    const ask = async ({ url }: ServiceProcess) => {
      while (performance.now() - beganAt < forMs) {
        const { status } = await post(`${url}/user/list_users`, apiKey)
        if (status === 200) passed += 1
        else await setTimeout(20)
      }
    }
    await Promise.all(services.flatMap((service) => [ask(service), ask(service)]))
    const seconds = secondsSince(beganAt)

    const allowed = burst + perSecond * seconds
    expect(passed).toBeLessThanOrEqual(Math.ceil(allowed))
    expect(passed).toBeGreaterThanOrEqual(Math.floor(allowed * 0.98))
    reportProof(`T32 ${count} processes`, { seconds, allowed: Math.floor(allowed), passed })
  },
  proofTimeoutMs,
)
