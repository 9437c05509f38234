// The limit of a key over whole processes, by the clock on the wall: LIMIT_PROCESSES=2,4 says over how many. Without it the
// test is skipped; sharedLimits.test.ts shows the same by counts alone.

import { setTimeout } from 'node:timers/promises'
import { startSandbox } from '@adrail/sandbox'
import { expect, onTestFinished, test, vi } from 'vitest'
import { post, type ServiceProcess, useProcesses } from '../../testing/processes.ts'
import { testDatabase } from '../../testing/service.ts'

const { newPlace, start } = useProcesses()
const wanted = (process.env['LIMIT_PROCESSES'] ?? '')
  .split(',')
  .filter((count) => count !== '')
  .map(Number)
const isWanted = testDatabase() !== '' && wanted.length > 0
if (isWanted) vi.setConfig({ testTimeout: 900_000 })
const forMs = 20_000
const [burst, perSecond] = [100, 10]

test.runIf(isWanted).each(wanted.length > 0 ? wanted : [2])(
  '%i processes let in what one key may ask for, to 2 in a hundred',
  async (count) => {
    const sandbox = await startSandbox({ log: () => {} })
    onTestFinished(() => sandbox.close())
    const place = await newPlace()
    const services: ServiceProcess[] = []
    while (services.length < count) services.push(await start(place, { SANDBOX_URL: sandbox.url }))
    const apiKey = (await services[0]?.demoKey()) ?? ''

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
    const tookMs = performance.now() - beganAt

    const allowed = burst + (perSecond * tookMs) / 1000
    process.stdout.write(`${JSON.stringify({ processes: count, seconds: tookMs / 1000, allowed, passed })}\n`)
    expect(passed).toBeLessThanOrEqual(Math.ceil(allowed))
    expect(passed).toBeGreaterThanOrEqual(Math.floor(allowed * 0.98))
  },
)
