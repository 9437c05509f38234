// Compares the output that people and scripts read from the command line with a real service.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@adrail/client'
import { linkExistingUser, newLinkedUser, useLinkedUser, useService } from '@adrail/server/testing'
import { describe, expect, test } from 'vitest'
import { useCommandLine } from './commandLine.ts'
import { startRelay } from './relay.ts'

const service = useService()
const user = useLinkedUser(async () => {
  const userId = await newLinkedUser(service)
  await linkExistingUser(service, userId, { platform: 'SEARCH' })
  return userId
})
const commandLine = useCommandLine(() => ({
  ADRAIL_URL: service.url,
  ADRAIL_KEY: service.apiKey,
}))
const { run, shell, openTerminal: atTerminal } = commandLine
const client = () => createClient({ url: service.url, apiKey: service.apiKey })

test('a field with several names has a flag for each name, and the help marks deprecated flags', async () => {
  const list = ['lead', 'list_leads', '--user-id', user.userId, '--platform', 'SOCIAL_A', '--json']
  const preferred = await run([...list, '--lead-form-id', '1'])
  expect(preferred).toMatchObject({ exit: 0, stderr: '' })
  const { leads } = JSON.parse(preferred.stdout)
  for (const flag of ['--form-id', '--formId', '--lead-form-asset-id']) {
    const other = await run([...list, flag, '1'])
    expect(other, flag).toMatchObject({ exit: 0, stderr: '' })
    expect(JSON.parse(other.stdout).leads).toEqual(leads)
  }
  const both = await run([...list, '--lead-form-id', '1', '--form-id', '2'])
  expect(both.exit).not.toBe(0)
  expect(both.stderr).toContain('formId and leadFormId are names for the same field')
  const { stdout: help } = await run(['lead', 'list_leads', '--help'])
  expect(help).toMatch(/--form-id <text>\n\s+Deprecated\. Alias for leadFormId\./)
})

describe('output to a pipe', () => {
  test('is one JSON document with the results that the client returns', async () => {
    const { exit, stdout, stderr } = await run(['social', 'get_campaigns', '--user-id', user.userId])
    expect([exit, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toEqual(await client().social.get_campaigns({ userId: user.userId }))
  })

  test('can be filtered with jq', async () => {
    const line = `adrail social get_campaigns --user-id ${user.userId} --json | jq -r '.campaigns[] | select(.name == "Spring bread") | .dailyBudget'`
    expect((await shell(line)).stdout).toBe('15.00\n')
  })

  test('has one line per entry with --jsonl, and contains all pages with --all', async () => {
    const flags = ['--user-id', user.userId, '--platform', 'SOCIAL_A', '--all', '--jsonl']
    const { stdout } = await run(['social', 'get_page_posts', ...flags])
    const expected: string[] = []
    for await (const { id } of client().pages.social.get_page_posts({
      userId: user.userId,
      platform: 'SOCIAL_A',
    }))
      expected.push(id)
    const listed = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).id)
    expect(listed).toEqual(expected)
    expect(listed.length).toBeGreaterThan(25)
  })

  test('has one line per audit entry with --jsonl, and one document with the field entries with --json', async () => {
    const audit = ['workspace', 'list_audit']
    const lines = (await run([...audit, '--all', '--jsonl'])).stdout.trimEnd().split('\n')
    expect(lines.length).toBeGreaterThan(1)
    const { entries, ...otherFields } = JSON.parse((await run([...audit, '--all', '--json'])).stdout)
    expect([entries, otherFields]).toEqual([lines.map((line) => JSON.parse(line)), {}])
    expect((await run([...audit, '--jsonl'])).stdout.trimEnd().split('\n')).toEqual(lines)
    const { screen } = await atTerminal([...audit, '--all']).waitForExit()
    expect(screen).toMatch(/number +at +event/i)
  })

  test('is the CSV table of the client for a report with -o csv, and an error for an operation without rows', async () => {
    const body = { level: 'CAMPAIGN', startDate: '2025-12-01', endDate: '2025-12-31' } as const
    const flags = ['--level', body.level, '--start-date', body.startDate, '--end-date', body.endDate]
    const { exit, stdout } = await run([
      'report',
      'get_report',
      '--user-ids',
      user.userId,
      ...flags,
      '-o',
      'csv',
    ])
    expect(exit).toBe(0)
    const table = await client().csv('report/get_report', { userIds: [user.userId], ...body })
    expect(stdout.trimEnd()).toBe(table.trimEnd())
    expect(table.split('\r\n').length).toBeGreaterThan(5)
    const refused = await run(['social', 'get_campaigns', '--user-id', user.userId, '-o', 'csv'])
    expect([refused.exit, refused.stderr]).toEqual([2, expect.stringContaining('does not support CSV')])
  })

  test('ends without an error when the reader closes the pipe', async () => {
    const list = `adrail social get_page_posts --user-id ${user.userId} --platform SOCIAL_A --all --jsonl`
    const { stdout, stderr, exit } = await shell(`set -o pipefail; ${list} | head -1`)
    expect(stdout.split('\n')).toHaveLength(2)
    expect([exit, stderr]).toEqual([0, ''])
  })
})

describe('output to a terminal', () => {
  test.each([80, 140])(
    'shows a list as a table that fits %i columns, with whole ids and amounts with their currency',
    async (columns) => {
      const { exit, screen } = await atTerminal(['social', 'get_campaigns', '--user-id', user.userId], {
        columns,
      }).waitForExit()
      expect(exit).toBe(0)
      const table = screen.split('\n').filter((line) => /^(id|\d{18}) /.test(line))
      expect(table).toHaveLength(16)
      expect(Math.max(...table.map((line) => line.length))).toBeLessThanOrEqual(columns)
      expect(table).toContainEqual(expect.stringMatching(/^120210000000000011 {2}Spring bread .* 15\.00 EUR/))
      expect(screen).toMatch(
        /Not shown: .*stopTime.*\. To show all columns, add --wide, --columns <names> or --json\./,
      )
    },
  )

  test('shows a record as names and values, with nested lists below', async () => {
    const { screen } = await atTerminal(['user', 'get_profile', '--user-id', user.userId]).waitForExit()
    expect(screen).toMatch(new RegExp(`userId +${user.userId}\n`))
    expect(screen).toMatch(/connections\n +platform +health/)
  })

  const report = [
    ...['report', 'get_report', '--level', 'CAMPAIGN'],
    ...['--start-date', '2025-12-01', '--end-date', '2025-12-31', '--user-ids'],
  ]

  test('shows a report in 80 columns with the name, platform and spend of each campaign', async () => {
    const { exit, screen } = await atTerminal([...report, user.userId], { columns: 80 }).waitForExit()
    expect(exit).toBe(0)
    const rows = screen.split('\n').filter((line) => line.startsWith('  '))
    expect(Math.max(...rows.map((line) => line.length))).toBeLessThanOrEqual(80)
    const table = rows.join('\n')
    expect(table).toMatch(/^ {2}campaignName +platform +spend +clicks/m)
    expect(table).toMatch(/^ {2}Spring bread +social +[\d.]+ EUR +\d+/m)
  })

  test('shows every column of a report with --wide, and the selected columns with --columns', async () => {
    const wide = await atTerminal([...report, user.userId, '--wide'], { columns: 80 }).waitForExit()
    expect(wide.screen).toMatch(/campaignName.* attribution/)
    expect(wide.screen).not.toContain('Not shown')
    const named = await run([...report, user.userId, '--columns', 'spend,campaignName'])
    expect(named.stdout).toMatch(/^ +spend {2}campaignName$/m)
    expect(named.stdout).not.toMatch(/campaignName.* platform/)
  })

  test.each([
    ['--wide with --columns', ['--wide', '--columns', 'name'], /Pass only one of these flags/],
    ['--columns with --json', ['--columns', 'name', '--json'], /apply to tables, not to json/],
  ])('is refused with exit code 2 for %s', async (_, flags, problem) => {
    const { exit, stderr } = await run(['social', 'get_campaigns', '--user-id', user.userId, ...flags])
    expect([exit, stderr]).toEqual([2, expect.stringMatching(problem)])
  })

  test('states that a list is empty', async () => {
    const args = ['search', 'get_campaigns', '--user-id', user.userId, '--status', 'DELETED']
    expect((await atTerminal(args).waitForExit()).screen).toBe('No campaigns.\n')
    expect(await run([...args, '-o', 'table'])).toEqual({ exit: 0, stdout: '', stderr: 'No campaigns.\n' })
  })

  test('states that a list has more pages', async () => {
    const args = ['social', 'get_page_posts', '--user-id', user.userId, '--platform', 'SOCIAL_A']
    expect((await atTerminal(args).waitForExit()).screen).toContain(
      'There are more entries. To list all, add --all.',
    )
  })

  test('has colors, unless NO_COLOR is set', async () => {
    const style = '\u001b['
    expect((await atTerminal(['help']).waitForExit()).raw).toContain(style)
    expect((await atTerminal(['help'], { env: { NO_COLOR: '1' } }).waitForExit()).raw).not.toContain(style)
    expect((await run(['help'])).stdout).not.toContain(style)
  })

  test('contains no control characters from the texts of a platform', async () => {
    const relay = await startRelay(() => service.url)
    const campaign = { id: '1', name: 'Bread\u001b]0;owned\u0007\u001b[2J\u202egnp', currencyCode: 'EUR' }
    const results = {
      success: true,
      error: '',
      campaigns: [campaign],
      pagination: { next: '', previous: '' },
    }
    const body = JSON.stringify({ success: true, requestId: 'req_relay', results })
    relay.injectFaults({ status: 200, headers: { 'content-type': 'application/json' }, body })
    const args = ['social', 'get_campaigns', '--user-id', user.userId, '--service', relay.url]
    const { raw } = await atTerminal(args, { env: { NO_COLOR: '1' } }).waitForExit()
    expect(raw).toContain('Bread ]0;owned [2J gnp')
  })
})

describe('the request of a command', () => {
  test('contains flags in the spelling of the fields and with an equals sign', async () => {
    const { stdout } = await run(['social', 'get_campaigns', '--userId', user.userId, '--status=PAUSED'])
    const { campaigns } = JSON.parse(stdout)
    expect(new Set(campaigns.map(({ status }: { status: string }) => status))).toEqual(new Set(['PAUSED']))
  })

  test('contains repeated flags as lists, numbers as numbers, and JSON flags as objects', async () => {
    const insights = [
      'social',
      'get_campaign_insights',
      '--user-id',
      user.userId,
      '--campaign-id',
      '120210000000000011',
    ]
    const more = ['--currency-symbol', '€', '--client-cost-adjustment', '{"percentage": 0}']
    expect(JSON.parse((await run([...insights, ...more])).stdout).insights.name).toBe('Spring bread')
    const ideas = await run([
      'search',
      'generate_keyword_ideas',
      '--keyword',
      'chairs',
      '--location-ids',
      '2840',
      '--location-ids',
      '1',
    ])
    // Both ids arrived: the service accepts the first and refuses the second.
    expect(ideas.stderr).toContain('locationIds[1]')
  })

  test('is read from a file, from standard input or from --body, and flags override its fields', async () => {
    const body = JSON.stringify({ userId: 'usr_other', status: 'PAUSED' })
    writeFileSync(join(commandLine.folder, 'body.json'), body)
    const flags = ['social', 'get_campaigns', '--user-id', user.userId]
    const expected = await run([...flags, '--status', 'PAUSED'])
    expect(await run([...flags, '--body', '@body.json'])).toEqual(expected)
    expect(await run([...flags, '--body', '-'], { input: body })).toEqual(expected)
    expect(await run([...flags, '--body', body])).toEqual(expected)
  })
})

describe('the help of the command line', () => {
  test('lists the groups, the operations of a group, and the fields of an operation with a working example', async () => {
    expect((await run([])).stdout).toMatch(/Groups\n {2}auth /)
    expect((await run(['social', '--help'])).stdout).toContain('get_campaigns')
    expect((await run(['help', 'social'])).stdout).toBe((await run(['social'])).stdout)
    const { stdout } = await run(['search', 'search_locations', '--help'])
    expect(stdout).toMatch(/--user-id <text> {2}\(required\)/)
    const [, example = ''] = /Example\n {2}(.+)/.exec(stdout) ?? []
    const result = await shell(example.replace('usr_demo_all', user.userId))
    expect(JSON.parse(result.stdout).locations.length).toBeGreaterThan(0)
  })

  test('describes the commands profile, completion and mcp', async () => {
    for (const command of ['profile', 'completion', 'mcp']) {
      const { exit, stdout } = await run([command, '--help'])
      expect([exit, stdout]).toEqual([0, expect.stringContaining(`adrail ${command}`)])
      expect(await run(['help', command])).toMatchObject({ exit, stdout })
    }
  })

  test('fits a terminal with 80 columns', async () => {
    const { screen } = await atTerminal(['social'], { columns: 80 }).waitForExit()
    expect(Math.max(...screen.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  })

  test('is not printed with --version', async () => {
    expect(await run(['--version'])).toEqual({ exit: 0, stdout: 'adrail 0.1.0\n', stderr: '' })
  })
})
