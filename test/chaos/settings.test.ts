// T45: two changes of one workspace run at the same time, on two processes or on one process and the admin
// command line. Both are acknowledged, so both must be applied afterwards.

import { noLimits, post, startTestSandbox, testDatabaseUrl, useProcesses } from '@adrail/server/testing'
import { expect, test } from 'vitest'
import { proofSize, proofTimeoutMs, reportProof, secondsSince } from './proofRun.ts'
import { createSettingsRaces, type Results } from './settingsRaces.ts'

const { newInstallation, start, admin, adminProcess } = useProcesses()
const times = proofSize(6, 60)

test(
  'two concurrent changes of a workspace that are both acknowledged are both applied',
  async () => {
    const sandbox = await startTestSandbox()
    const installation = await newInstallation()
    const environment = { SANDBOX_URL: sandbox.url, ...noLimits, LEADS: 'off', MIRROR: 'off' }
    const first = await start(installation, environment)
    // SQLite has one serving process, together with the admin command line.
    const second = testDatabaseUrl() === '' ? first : await start(installation, environment)
    const apiKey = await first.readDemoKey()
    const caller =
      ({ url }: { readonly url: string }) =>
      async (operation: string, body: object): Promise<Results> => {
        const { envelope } = await post(`${url}/${operation}`, apiKey, body)
        expect(envelope, operation).toMatchObject({ success: true, results: { success: true } })
        return envelope.results
      }
    const [callFirst, callSecond] = [caller(first), caller(second)]
    const callAllowingRefusal = async (operation: string, body: object, key = apiKey): Promise<Results> =>
      (await post(`${second.url}/${operation}`, key, body)).envelope.results
    // Two commands on one SQLite file need separate processes, because each command blocks its process while
    // it waits for the other.
    const run = testDatabaseUrl() === '' ? adminProcess : admin
    const runAdminCommand = async (...words: string[]) => {
      const { exit, stderr } = await run(installation, ...words)
      expect([exit, stderr], words.join(' ')).toEqual([0, ''])
    }

    const races = await createSettingsRaces({
      installation,
      callFirst,
      callSecond,
      callAllowingRefusal,
      runAdminCommand,
    })
    const began = performance.now()
    const lost: Record<string, number> = {}
    for (const [kind, make] of Object.entries(races)) {
      for (let number = 0; number < times; number++) {
        const { changes, areBothApplied } = await make(number)
        // Each change starts first every other time.
        const order = number % 2 === 0 ? changes : [...changes].reverse()
        await Promise.all(order.map((change) => change()))
        if (!(await areBothApplied())) lost[kind] = (lost[kind] ?? 0) + 1
      }
    }
    expect(lost).toEqual({})
    const kinds = Object.keys(races).length
    reportProof('T45', {
      kinds,
      pairs: kinds * times,
      lost: Object.keys(lost).length,
      seconds: secondsSince(began),
    })
  },
  proofTimeoutMs,
)
