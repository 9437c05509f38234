// A failing command prints a sentence with the field, the reason and the nearest name. Its exit code depends
// on the kind of failure.

import { readFileSync } from 'node:fs'
import { newLinkedUser, useLinkedUser, useService } from '@adrail/server/testing'
import { expect, test } from 'vitest'
import { useCommandLine } from './commandLine.ts'
import { createRefusal, startRelay } from './relay.ts'

const service = useService()
const user = useLinkedUser(() => newLinkedUser(service))
const { run } = useCommandLine(() => ({ ADRAIL_URL: service.url, ADRAIL_KEY: service.apiKey }))
const campaignId = '120210000000000250'

test.each([
  [['socal'], 'Unknown command "socal". Did you mean social?'],
  [
    ['social', 'get_campaing'],
    'social does not have an operation "get_campaing". Did you mean get_campaigns?',
  ],
  [
    ['social', 'get_campaigns', '--user_id', 'x'],
    '--user_id is not a flag of this command. Did you mean --user-id?',
  ],
  [
    ['social', 'edit_campaign', '--dryrun'],
    '--dryrun is not a flag of this command. Did you mean --dry-run?',
  ],
  [['social', 'get_campaigns', '--user-id'], '--user-id requires a value.'],
  [['social', 'get_campaigns', '--user-id', '--all'], '--user-id requires a value.'],
  [['social', 'get_campaigns', '--user-id', 'a', '--user-id', 'b'], '--user-id occurs more than once.'],
  [['social', 'get_campaigns', 'usr_demo_all'], '"usr_demo_all" is not a valid argument.'],
  [['search', 'create_search_campaign', '--ads', '[{]'], '--ads is not valid JSON'],
  [['social', 'get_campaigns', '--body', '[]'], '--body must be a JSON object.'],
  [
    ['social', 'edit_campaign', '--body', '{"a": {"b": ":{"}, "amount": 5, "amount": 500}'],
    '--body contains the field "amount" twice',
  ],
  [['social', 'get_campaigns', '--body', '@nowhere.json'], '--body refers to a file that cannot be read'],
  [['social', 'get_campaigns', '--output', 'xml'], '--output must be table, json, jsonl or csv, not xml.'],
  [['user', 'get_profile', '--output', 'jsonl'], 'get_profile does not return a list'],
  [['user', 'get_profile', '--json=x'], '--json must be true or false, not x.'],
])('an invalid command exits with 2 and prints the problem: %j', async (args, message) => {
  const { exit, stdout, stderr } = await run(args)
  expect([exit, stdout]).toEqual([2, ''])
  expect(stderr).toContain(message)
})

test('invalid input exits with 2 and prints all problems, the next action, the flag and the documentation of the error code', async () => {
  const { exit, stderr } = await run(['social', 'get_ads', '--campaign-id', 'abc'])
  expect(exit).toBe(2)
  expect(stderr).toMatch(
    /^error: userId is required\.\n +campaignId must be 1 to 20 digits without leading zeros\.\n/,
  )
  expect(stderr).toMatch(/\n +action +Correct the fields that details lists, then resend the request\.\n/)
  expect(stderr).toContain('userId (--user-id)')
  expect(stderr).toContain(`${service.url}/docs/errors#INVALID_FIELD`)
})

test('an unknown field in --body exits with 2 and prints the most similar field', async () => {
  const { exit, stderr } = await run(['social', 'get_campaigns', '--body', '{"userID": "x"}'])
  expect(exit).toBe(2)
  expect(stderr).toContain('userID is not a field of this request. Did you mean userId?')
})

const reads = () => ['social', 'get_campaigns', '--user-id', user.userId]

test('a wrong key, a missing key and a key without the scope exit with 3', async () => {
  const wrong = await run(reads(), { env: { ADRAIL_KEY: 'adr_wrong' } })
  expect(wrong).toMatchObject({ exit: 3, stdout: '' })
  expect(wrong.stderr).toContain('UNAUTHENTICATED (401)')
  const none = await run(reads(), { env: { ADRAIL_KEY: '' } })
  expect(none).toMatchObject({
    exit: 3,
    stderr: expect.stringContaining(`No API key for ${service.url}.`),
  })
  const { text } = await service.newKey({ scopes: ['link'] })
  expect(await run(reads(), { env: { ADRAIL_KEY: text } })).toMatchObject({ exit: 3 })
})

test('a failure whose message ends with the next action prints the action once', async () => {
  const { stderr } = await run(['social', 'get_campaigns', '--user-id', 'usr_nobody'])
  expect(stderr.match(/Check the id, or create the user with user\/create_user\./g)).toHaveLength(1)
})

test('an unknown user, campaign or operation exits with 4', async () => {
  expect(await run(['social', 'get_campaigns', '--user-id', 'usr_nobody'])).toMatchObject({ exit: 4 })
  expect(await run(['social', 'get_ads', '--user-id', user.userId, '--campaign-id', '9'])).toMatchObject({
    exit: 4,
  })
  expect(await run(['operation', 'get_operation', '--operation-id', 'op_none'])).toMatchObject({ exit: 4 })
})

test('a request for a user without the linked account exits with 5', async () => {
  const { exit, stderr } = await run(['search', 'get_campaigns', '--user-id', user.userId])
  expect(exit).toBe(5)
  expect(stderr).toContain('ACCOUNT_NOT_LINKED (409)')
})

test('a write that needs approval exits with 5 and prints the approval page and the get_operation command', async () => {
  await service.call('workspace/update_settings', { userId: user.userId, approval: { kinds: ['RAISE'] } })
  const raise = ['--user-id', user.userId, '--campaign-id', '120210000000000011', '--amount', '33']
  const dry = await run(['social', 'edit_campaign', ...raise, '--dry-run', '--output', 'table'])
  expect(dry.stdout).toContain(
    `Another person must approve this write. For the user ${user.userId}, raising a budget needs approval.`,
  )
  const { exit, stderr } = await run(['social', 'edit_campaign', ...raise, '--yes'])
  expect(exit).toBe(5)
  const [, address = '', id = ''] = /approval at (\S+\/approve\/(op_\w+)) by/.exec(stderr) ?? []
  expect(address).toBe(`${service.url}/approve/${id}`)
  expect(stderr).toContain(`adrail operation get_operation --operation-id ${id}`)
  const operation = await run(['operation', 'get_operation', '--operation-id', id])
  expect(operation.stdout).toContain('AWAITING_APPROVAL')
  await service.call('workspace/update_settings', { userId: user.userId, approval: {} })
})

test('a write that the platform refuses exits with 6', async () => {
  const cheap = ['--user-id', user.userId, '--campaign-id', campaignId, '--amount', '0.01', '--yes']
  const { exit, stderr } = await run(['social', 'edit_campaign', ...cheap])
  expect(exit).toBe(6)
  expect(stderr).toContain('BUDGET_TOO_LOW (200)')
})

test('a request that is still rate limited after four retries exits with 7', async () => {
  const relay = await startRelay(() => service.url)
  const tooFast = createRefusal(429, { code: 'RATE_LIMITED', retryable: true }, { 'retry-after': '0' })
  relay.injectFaults(...Array.from({ length: 5 }, () => tooFast))
  expect(await run([...reads(), '--service', relay.url])).toMatchObject({ exit: 7 })
  expect(relay.requests).toHaveLength(5)
})

test('a response that does not come from adrail exits with 1', async () => {
  const relay = await startRelay(() => service.url)
  relay.injectFaults({ status: 404, body: '<h1>Not found</h1>' })
  const { exit, stderr } = await run([...reads(), '--service', relay.url])
  expect(exit).toBe(1)
  expect(stderr).toContain(`Check the URL ${relay.url}`)
})

test('a failure with --json is one JSON object on standard error, with nothing on standard output', async () => {
  const refused = await run(['social', 'get_ads', '--campaign-id', 'abc', '--json'])
  expect([refused.exit, refused.stdout]).toEqual([2, ''])
  const { results } = await service.call('social/get_ads', { campaignId: 'abc' } as never)
  expect(JSON.parse(refused.stderr)).toMatchObject({
    ...results,
    docs: `${service.url}${results['docs']}`,
    status: 400,
    operation: 'social/get_ads',
  })
  const misused = await run(['social', 'get_campaigns', '--user', 'x', '-o', 'json'])
  expect(JSON.parse(misused.stderr)).toMatchObject({ success: false, code: 'USAGE', retryable: false })
})

test('docs/cli.md lists the same exit codes as adrail help', async () => {
  const { stdout } = await run(['help'])
  const listed = [...stdout.slice(stdout.indexOf('Exit codes')).matchAll(/^ {2}(\d+) +/gm)].map(
    ([, code]) => code,
  )
  const page = readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8')
  const rows = [...page.slice(page.indexOf('## Exit codes')).matchAll(/^\| (\d+) \|/gm)].map(
    ([, code]) => code,
  )
  expect(rows).toEqual(listed)
  expect(rows).toHaveLength(10)
})
