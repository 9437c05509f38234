// The command line executes no write without confirmation, and never loses a started write.

import { createSandboxAdmin, newLinkedUser, useLinkedUser, useService } from '@adrail/server/testing'
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

describe('a write at a terminal', () => {
  test('shows its plan, and is executed after the user confirms it', async () => {
    const command = atTerminal(setBudget('21'))
    await command.waitForOutput(/The plan:\n {2}1\. Set the daily budget .* to 21\.00 EUR\.\n/)
    await command.waitForOutput(new RegExp(`Execute this plan at ${service.url}\\? \\[y/N\\] $`))
    expect(await budget()).not.toBe('21.00')
    command.type('y\n')
    const { exit, screen } = await command.waitForExit()
    expect(exit).toBe(0)
    expect(screen).toMatch(/operationId +op_/)
    expect(await budget()).toBe('21.00')
  })

  test.each(['n\n', '\n', 'what?\n', '\u0004'])(
    'changes nothing and exits with 8 when the user types %j',
    async (reply) => {
      const before = await effects()
      const command = atTerminal(setBudget('22'))
      await command.waitForOutput(/\[y\/N\] $/)
      command.type(reply)
      const { exit, screen } = await command.waitForExit()
      expect(exit).toBe(8)
      expect(screen).toContain('Nothing changed.')
      expect(await effects()).toBe(before)
    },
  )

  test('shows its plan before the confirmation also with --json', async () => {
    const command = atTerminal(setBudget('22', '--json'))
    await command.waitForOutput(
      /The plan:\n {2}1\. .* to 22\.00 EUR\.\n {2}The campaign can spend .*\nExecute this plan at/,
    )
    command.type('n\n')
    expect((await command.waitForExit()).exit).toBe(8)
  })

  test('shows the maximum spend per day and per week with its currency before the confirmation if it raises spend', async () => {
    const { results } = await service.call('social/edit_campaign', {
      userId: user.userId,
      campaignId,
      amount: 40,
      dryRun: true,
    })
    const command = atTerminal(setBudget('40'))
    await command.waitForOutput(/\[y\/N\] $/)
    command.type('n\n')
    const { screen } = await command.waitForExit()
    expect(results['maySpend']).toMatch(/ 70\.00 EUR on one day and 280\.00 EUR in a week/)
    expect(screen.replaceAll(/\s+/g, ' ')).toContain(`${results['maySpend']} Execute this plan at`)
  })

  test.each([
    ['lowers the budget', () => setBudget('3')],
    [
      'pauses the campaign',
      () => [
        ...['social', 'update_campaign_status', '--user-id', user.userId],
        ...['--campaign-id', campaignId, '--status', 'PAUSED'],
      ],
    ],
  ])('shows no maximum spend before the confirmation if it %s', async (_change, toArgs) => {
    const command = atTerminal(toArgs())
    await command.waitForOutput(/The plan:\n {2}1\. .*\nExecute this plan at .*\[y\/N\] $/)
    command.type('n\n')
    const { exit, screen } = await command.waitForExit()
    expect(exit).toBe(8)
    expect(screen).not.toMatch(/spend/)
  })

  test('changes nothing when the user presses Ctrl-C at the confirmation', async () => {
    const before = await effects()
    const command = atTerminal(setBudget('22'))
    await command.waitForOutput(/\[y\/N\] $/)
    command.type('\u0003')
    expect((await command.waitForExit()).exit).toBe(130)
    expect(await effects()).toBe(before)
  })

  test('exits with 6 without a confirmation when the platform refuses its plan', async () => {
    const { exit, screen } = await atTerminal(setBudget('0.01')).waitForExit()
    expect(exit).toBe(6)
    expect(screen).not.toContain('Execute this plan')
  })

  test('waits until the platform confirms it, and prints the get_operation command after Ctrl-C', async () => {
    const relay = await startRelay(() => service.url)
    relay.injectFaults(
      createRefusal(504, { code: 'OPERATION_PENDING', retryable: true }, { 'retry-after': '600' }),
    )
    const command = atTerminal(setBudget('23', '--yes', '--service', relay.url))
    await command.waitForOutput(
      /The platform has not confirmed op_relayed yet\. The command is waiting for the outcome\./,
    )
    command.type('\u0003')
    const { exit, screen } = await command.waitForExit()
    expect(exit).toBe(130)
    expect(screen).toContain('adrail operation get_operation --operation-id op_relayed')
  })

  test('prints its idempotency key when the user presses Ctrl-C before a response', async () => {
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

describe('a write in a script', () => {
  test('exits with 8 without --yes or --plan-hash, recommends these flags, and changes nothing', async () => {
    const before = await effects()
    const { exit, stdout, stderr } = await run(setBudget('24'))
    expect([exit, stdout]).toEqual([8, ''])
    expect(stderr).toMatch(/--dry-run.*--plan-hash.*--yes/)
    expect(await effects()).toBe(before)
  })

  test('is executed at once with --yes', async () => {
    const { exit, stdout } = await run(setBudget('25', '--yes'))
    expect(exit).toBe(0)
    expect(JSON.parse(stdout)).toEqual({ operationId: expect.stringMatching(/^op_/) })
    expect(await budget()).toBe('25.00')
  })

  test('returns its plan with --dry-run, and is executed with the hash of the plan', async () => {
    const before = await budget()
    const { planHash, plan } = JSON.parse((await run(setBudget('26', '--dry-run'))).stdout)
    expect(plan).toHaveLength(1)
    expect(await budget()).toBe(before)
    expect(await run(setBudget('26', '--plan-hash', planHash))).toMatchObject({ exit: 0 })
    expect(await budget()).toBe('26.00')
  })

  test('exits with 5 and changes nothing when its plan has changed', async () => {
    const { planHash } = JSON.parse((await run(setBudget('27', '--dry-run'))).stdout)
    await run(setBudget('28', '--yes'))
    const { exit, stderr } = await run(setBudget('27', '--plan-hash', planHash))
    expect(exit).toBe(5)
    expect(stderr).toContain('PLAN_CHANGED')
    expect(await budget()).toBe('28.00')
  })

  test('exits with 6 and is not retried when the platform refuses it', async () => {
    const relay = await startRelay(() => service.url)
    relay.injectFaults(createRefusal(200, { code: 'PLATFORM_REJECTED', retryable: false, error: 'Refused.' }))
    const { exit, stderr } = await run(setBudget('23', '--yes', '--service', relay.url))
    expect(exit).toBe(6)
    expect(stderr).toMatch(/^error: Refused\.\n/)
    expect(stderr).toContain('op_relayed')
  })

  test.each<[string, RelayFault[]]>([
    ['is cut off', Array.from({ length: 5 }, () => ({ reachesService: true }))],
    ['is replaced by an error of a proxy', [{ reachesService: true, status: 404, body: 'Not here.' }]],
  ])(
    'prints the idempotency key of a retry without a second effect when its response %s',
    async (_, lost) => {
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
    },
  )

  test('has one effect when the command is repeated with the same idempotency key', async () => {
    const repeated = setBudget('29', '--yes', '--idempotency-key', 'monday-29')
    const before = await effects()
    const first = await run(repeated)
    expect(await run(repeated)).toEqual(first)
    expect(await effects()).toBe(before + 1)
  })
})
