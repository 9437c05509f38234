// The command line executes no write without confirmation, and never loses a started write.

import { useService } from '@adrail/server/testing'
import { newLinkedUser, useLinkedUser } from '@adrail/server/testing/linked'
import { createSandboxAdmin } from '@adrail/server/testing/sandbox'
import { describe, expect, test } from 'vitest'
import { useCommandLine } from './commandLine.ts'
import { createRefusal, type RelayFault, startRelay } from './relay.ts'

const service = useService()
const sandbox = createSandboxAdmin(service)
const user = useLinkedUser(() => newLinkedUser(service))
const { run, openTerminal: atTerminal } = useCommandLine(() => ({
  ADRAIL_URL: service.url,
  ADRAIL_KEY: service.apiKey,
}))
const campaignId = '120210000000000011'

const setBudget = (amount: string, ...flags: string[]) => [
  ...['social', 'edit_campaign', '--user-id', user.userId, '--campaign-id', campaignId, '--amount', amount],
  ...flags,
]
async function budget(): Promise<string | undefined> {
  const { results } = await service.call('social/get_campaigns', { userId: user.userId })
  return results.campaigns.find(({ id }) => id === campaignId)?.dailyBudget
}
const effects = async () => (await sandbox.effects()).length

describe('at a terminal', () => {
  test('the plan is shown and somebody is asked; after yes it is done', async () => {
    const command = atTerminal(setBudget('21'))
    await command.waitForOutput(/The plan:\n {2}1\. Set the daily budget .* to 21\.00 EUR\.\n/)
    await command.waitForOutput(new RegExp(`Do it at ${service.url}\\? \\[y/N\\] $`))
    expect(await budget()).not.toBe('21.00')
    command.type('y\n')
    const { exit, screen } = await command.waitForExit()
    expect(exit).toBe(0)
    expect(screen).toMatch(/operationId +op_/)
    expect(await budget()).toBe('21.00')
  })

  test.each(['n\n', '\n', 'what?\n', '\u0004'])(
    'after %j nothing is done, and the command ends with 8',
    async (reply) => {
      const before = await effects()
      const command = atTerminal(setBudget('22'))
      await command.waitForOutput(/\[y\/N\] $/)
      command.type(reply)
      const { exit, screen } = await command.waitForExit()
      expect(exit).toBe(8)
      expect(screen).toContain('Nothing was done.')
      expect(await effects()).toBe(before)
    },
  )

  test('nobody is asked blindly: the plan is shown also when the answer is to be JSON', async () => {
    const command = atTerminal(setBudget('22', '--json'))
    await command.waitForOutput(/The plan:\n {2}1\. .* to 22\.00 EUR\.\nDo it at/)
    command.type('n\n')
    expect((await command.waitForExit()).exit).toBe(8)
  })

  test('Ctrl-C at the question does nothing', async () => {
    const before = await effects()
    const command = atTerminal(setBudget('22'))
    await command.waitForOutput(/\[y\/N\] $/)
    command.type('\u0003')
    expect((await command.waitForExit()).exit).toBe(130)
    expect(await effects()).toBe(before)
  })

  test('what is refused is refused before anybody is asked', async () => {
    const { exit, screen } = await atTerminal(setBudget('0.01')).waitForExit()
    expect(exit).toBe(6)
    expect(screen).not.toContain('Do it')
  })

  test('a write that the platform has not confirmed is waited for; Ctrl-C tells how to ask for it', async () => {
    const relay = await startRelay(() => service.url)
    relay.injectFaults(
      createRefusal(504, { code: 'OPERATION_PENDING', retryable: true }, { 'retry-after': '600' }),
    )
    const command = atTerminal(setBudget('23', '--yes', '--service', relay.url))
    await command.waitForOutput(/The platform has not confirmed op_relayed yet\. Waiting/)
    command.type('\u0003')
    const { exit, screen } = await command.waitForExit()
    expect(exit).toBe(130)
    expect(screen).toContain('adrail operation get_operation --operation-id op_relayed')
  })

  test('Ctrl-C before any answer tells the key under which the command can be repeated', async () => {
    const relay = await startRelay(() => service.url)
    relay.injectFaults({ isSilent: true })
    const command = atTerminal(setBudget('23', '--yes', '--service', relay.url))
    await expect.poll(() => relay.requests.length).toBe(1)
    command.type('\u0003')
    const { exit, screen } = await command.waitForExit()
    expect(exit).toBe(130)
    expect(screen).toContain(`--idempotency-key ${relay.requests[0]?.idempotencyKey}`)
  })
})

describe('in a script', () => {
  test('a write without --yes or --plan-hash is refused by name, and nothing is sent', async () => {
    const before = await effects()
    const { exit, stdout, stderr } = await run(setBudget('24'))
    expect([exit, stdout]).toEqual([8, ''])
    expect(stderr).toMatch(/--dry-run.*--plan-hash.*--yes/)
    expect(await effects()).toBe(before)
  })

  test('with --yes it is done at once', async () => {
    const { exit, stdout } = await run(setBudget('25', '--yes'))
    expect(exit).toBe(0)
    expect(JSON.parse(stdout)).toEqual({ operationId: expect.stringMatching(/^op_/) })
    expect(await budget()).toBe('25.00')
  })

  test('a dry run answers the plan, whose hash lets exactly that be done', async () => {
    const before = await budget()
    const { planHash, plan } = JSON.parse((await run(setBudget('26', '--dry-run'))).stdout)
    expect(plan).toHaveLength(1)
    expect(await budget()).toBe(before)
    expect(await run(setBudget('26', '--plan-hash', planHash))).toMatchObject({ exit: 0 })
    expect(await budget()).toBe('26.00')
  })

  test('a plan that does not hold any more ends with 5, and nothing is done', async () => {
    const { planHash } = JSON.parse((await run(setBudget('27', '--dry-run'))).stdout)
    await run(setBudget('28', '--yes'))
    const { exit, stderr } = await run(setBudget('27', '--plan-hash', planHash))
    expect(exit).toBe(5)
    expect(stderr).toContain('PLAN_CHANGED')
    expect(await budget()).toBe('28.00')
  })

  test('a write that the platform refused is over, and nobody waits for it', async () => {
    const relay = await startRelay(() => service.url)
    relay.injectFaults(createRefusal(200, { code: 'PLATFORM_REJECTED', retryable: false, error: 'Refused.' }))
    const { exit, stderr } = await run(setBudget('23', '--yes', '--service', relay.url))
    expect(exit).toBe(6)
    expect(stderr).toMatch(/^error: Refused\.\n/)
    expect(stderr).toContain('op_relayed')
  })

  test.each<[string, RelayFault[]]>([
    ['that is cut off', Array.from({ length: 5 }, () => ({ reachesService: true }))],
    ['in the words of a proxy', [{ reachesService: true, status: 404, body: 'Not here.' }]],
  ])('a write whose answer is lost, %s, tells the key under which it is not done twice', async (_, lost) => {
    const relay = await startRelay(() => service.url)
    relay.injectFaults(...lost)
    const before = await effects()
    const command = setBudget(`3${lost.length}`, '--yes', '--service', relay.url)
    const { exit, stderr } = await run(command)
    expect(exit).not.toBe(0)
    const [, ...repeated] = / (--idempotency-key) (\S+)/.exec(stderr) ?? []
    expect(repeated).toEqual(['--idempotency-key', relay.requests[0]?.idempotencyKey])
    expect(await run([...command, ...repeated])).toMatchObject({ exit: 0 })
    expect(await effects()).toBe(before + 1)
  })

  test('a command that is repeated under one key is done once', async () => {
    const repeated = setBudget('29', '--yes', '--idempotency-key', 'monday-29')
    const before = await effects()
    const first = await run(repeated)
    expect(await run(repeated)).toEqual(first)
    expect(await effects()).toBe(before + 1)
  })
})
