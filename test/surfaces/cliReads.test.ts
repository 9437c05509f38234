// Compares the output that people and scripts read from the command line with a real service.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@adrail/client'
import { useService } from '@adrail/server/testing'
import { linkExistingUser, newLinkedUser, useLinkedUser } from '@adrail/server/testing/linked'
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

test('a member of several names is a flag under each of them, the deprecated ones said to be so', async () => {
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
  expect(both.stderr).toContain('formId contradicts leadFormId')
  const { stdout: help } = await run(['lead', 'list_leads', '--help'])
  expect(help).toMatch(/--form-id <text>\n\s+Deprecated\. Another name of leadFormId\./)
})

describe('into a pipe', () => {
  test('an answer is one JSON document: the results, as the client gives them', async () => {
    const { exit, stdout, stderr } = await run(['social', 'get_campaigns', '--user-id', user.userId])
    expect([exit, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toEqual(await client().social.get_campaigns({ userId: user.userId }))
  })

  test('jq reads it', async () => {
    const line = `adrail social get_campaigns --user-id ${user.userId} --json | jq -r '.campaigns[] | select(.name == "Spring bread") | .dailyBudget'`
    expect((await shell(line)).stdout).toBe('15.00\n')
  })

  test('a list is one entry a line with --jsonl, page after page with --all', async () => {
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

  test('entries that come beside something else are lines, and a document under their name', async () => {
    const audit = ['workspace', 'list_audit']
    const lines = (await run([...audit, '--all', '--jsonl'])).stdout.trimEnd().split('\n')
    expect(lines.length).toBeGreaterThan(1)
    const { entries, ...otherFields } = JSON.parse((await run([...audit, '--all', '--json'])).stdout)
    expect([entries, otherFields]).toEqual([lines.map((line) => JSON.parse(line)), {}])
    expect((await run([...audit, '--jsonl'])).stdout.trimEnd().split('\n')).toEqual(lines)
    const { screen } = await atTerminal([...audit, '--all']).waitForExit()
    expect(screen).toMatch(/number +at +event/i)
  })

  test('a report is a table for spreadsheets with -o csv, as the client gives it; what has no rows is refused', async () => {
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
    expect([refused.exit, refused.stderr]).toEqual([
      2,
      expect.stringContaining('has no rows for spreadsheets'),
    ])
  })

  test('whoever has read enough ends the command quietly', async () => {
    const list = `adrail social get_page_posts --user-id ${user.userId} --platform SOCIAL_A --all --jsonl`
    const { stdout, stderr, exit } = await shell(`set -o pipefail; ${list} | head -1`)
    expect(stdout.split('\n')).toHaveLength(2)
    expect([exit, stderr]).toEqual([0, ''])
  })
})

describe('on a terminal', () => {
  test.each([80, 140])(
    'a list is a table that fits %i columns, with whole ids and money in its currency',
    async (columns) => {
      const { exit, screen } = await atTerminal(['social', 'get_campaigns', '--user-id', user.userId], {
        columns,
      }).waitForExit()
      expect(exit).toBe(0)
      const table = screen.split('\n').filter((line) => /^(id|\d{18}) /.test(line))
      expect(table).toHaveLength(16)
      expect(Math.max(...table.map((line) => line.length))).toBeLessThanOrEqual(columns)
      expect(table).toContainEqual(expect.stringMatching(/^120210000000000011 {2}Spring bread .* 15\.00 EUR/))
      expect(screen).toMatch(/Not shown: .*stopTime.*\. Add --wide, --columns <names> or --json\./)
    },
  )

  test('a record is names and values, with what is inside it below', async () => {
    const { screen } = await atTerminal(['user', 'get_profile', '--user-id', user.userId]).waitForExit()
    expect(screen).toMatch(new RegExp(`userId +${user.userId}\n`))
    expect(screen).toMatch(/connections\n +platform +health/)
  })

  const report = [
    ...['report', 'get_report', '--level', 'CAMPAIGN'],
    ...['--start-date', '2025-12-01', '--end-date', '2025-12-31', '--user-ids'],
  ]

  test('a report fits 80 columns with name, platform and spend of each campaign', async () => {
    const { exit, screen } = await atTerminal([...report, user.userId], { columns: 80 }).waitForExit()
    expect(exit).toBe(0)
    const rows = screen.split('\n').filter((line) => line.startsWith('  '))
    expect(Math.max(...rows.map((line) => line.length))).toBeLessThanOrEqual(80)
    const table = rows.join('\n')
    expect(table).toMatch(/^ {2}campaignName +platform +spend +clicks/m)
    expect(table).toMatch(/^ {2}Spring bread +social +[\d.]+ EUR +\d+/m)
  })

  test('--wide shows every column of a report, --columns those that it names', async () => {
    const wide = await atTerminal([...report, user.userId, '--wide'], { columns: 80 }).waitForExit()
    expect(wide.screen).toMatch(/campaignName.* attribution/)
    expect(wide.screen).not.toContain('Not shown')
    const named = await run([...report, user.userId, '--columns', 'spend,campaignName'])
    expect(named.stdout).toMatch(/^ +spend {2}campaignName$/m)
    expect(named.stdout).not.toMatch(/campaignName.* platform/)
  })

  test.each([
    ['--wide beside --columns', ['--wide', '--columns', 'name'], /give one of them/],
    ['--columns for JSON', ['--columns', 'name', '--json'], /are for tables, not for json/],
  ])('%s is refused before anything is sent', async (_, flags, problem) => {
    const { exit, stderr } = await run(['social', 'get_campaigns', '--user-id', user.userId, ...flags])
    expect([exit, stderr]).toEqual([2, expect.stringMatching(problem)])
  })

  test('an empty list says so', async () => {
    const args = ['search', 'get_campaigns', '--user-id', user.userId, '--status', 'DELETED']
    expect((await atTerminal(args).waitForExit()).screen).toBe('No campaigns.\n')
    expect(await run([...args, '-o', 'table'])).toEqual({ exit: 0, stdout: '', stderr: 'No campaigns.\n' })
  })

  test('further pages are announced', async () => {
    const args = ['social', 'get_page_posts', '--user-id', user.userId, '--platform', 'SOCIAL_A']
    expect((await atTerminal(args).waitForExit()).screen).toContain('There are more: add --all.')
  })

  test('there are colours, unless NO_COLOR is set', async () => {
    const style = '\u001b['
    expect((await atTerminal(['help']).waitForExit()).raw).toContain(style)
    expect((await atTerminal(['help'], { env: { NO_COLOR: '1' } }).waitForExit()).raw).not.toContain(style)
    expect((await run(['help'])).stdout).not.toContain(style)
  })

  test('a text of a platform cannot steer the terminal', async () => {
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

describe('a body', () => {
  test('is made of flags, by the names of the members or as flags are written', async () => {
    const { stdout } = await run(['social', 'get_campaigns', '--userId', user.userId, '--status=PAUSED'])
    const { campaigns } = JSON.parse(stdout)
    expect(new Set(campaigns.map(({ status }: { status: string }) => status))).toEqual(new Set(['PAUSED']))
  })

  test('has lists as repeated flags, numbers as numbers, and members of members as JSON', async () => {
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

  test('comes from a file, from standard input or from the command, and flags win over it', async () => {
    const body = JSON.stringify({ userId: 'usr_other', status: 'PAUSED' })
    writeFileSync(join(commandLine.folder, 'body.json'), body)
    const flags = ['social', 'get_campaigns', '--user-id', user.userId]
    const expected = await run([...flags, '--status', 'PAUSED'])
    expect(await run([...flags, '--body', '@body.json'])).toEqual(expected)
    expect(await run([...flags, '--body', '-'], { input: body })).toEqual(expected)
    expect(await run([...flags, '--body', body])).toEqual(expected)
  })
})

describe('help', () => {
  test('lists the groups, the operations of a group, and the members of an operation with an example that works', async () => {
    expect((await run([])).stdout).toMatch(/Groups\n {2}auth /)
    expect((await run(['social', '--help'])).stdout).toContain('get_campaigns')
    expect((await run(['help', 'social'])).stdout).toBe((await run(['social'])).stdout)
    const { stdout } = await run(['search', 'search_locations', '--help'])
    expect(stdout).toMatch(/--user-id <text> {2}\(required\)/)
    const [, example = ''] = /Example\n {2}(.+)/.exec(stdout) ?? []
    const result = await shell(example.replace('usr_demo_all', user.userId))
    expect(JSON.parse(result.stdout).locations.length).toBeGreaterThan(0)
  })

  test('tells how the other commands are used', async () => {
    for (const command of ['profile', 'completion', 'mcp']) {
      const { exit, stdout } = await run([command, '--help'])
      expect([exit, stdout]).toEqual([0, expect.stringContaining(`adrail ${command}`)])
      expect(await run(['help', command])).toMatchObject({ exit, stdout })
    }
  })

  test('fits the terminal', async () => {
    const { screen } = await atTerminal(['social'], { columns: 80 }).waitForExit()
    expect(Math.max(...screen.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  })

  test('is not needed for the version', async () => {
    expect(await run(['--version'])).toEqual({ exit: 0, stdout: 'adrail 0.1.0\n', stderr: '' })
  })
})
