import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { expectSuccess } from '../../testing/expectations.ts'
import { linkExistingUser, newLinkedUser } from '../../testing/linked.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { useService } from '../../testing/service.ts'

const service = useService()
let userId: string
beforeAll(async () => {
  userId = await newLinkedUser(service)
  await linkExistingUser(service, userId, { platform: 'SEARCH' })
})

const requested = () =>
  ({ userIds: [userId], level: 'CAMPAIGN', startDate: '2025-12-01', endDate: '2025-12-31' }) as const

const ask = (accept: string, body: object = requested()) =>
  service.send('/report/get_report', {
    method: 'POST',
    headers: { accept, 'x-api-key': service.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Parses CSV as defined by https://www.rfc-editor.org/rfc/rfc4180. */
function cellsIn(text: string): string[][] {
  expect(text.endsWith('\r\n')).toBe(true)
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

test('a CSV report contains the rows and values of the JSON response under the names of their fields', async () => {
  const jsonResponse = await service.call('report/get_report', { ...requested(), userIds: [userId] })
  const { rows } = expectSuccess('report/get_report', jsonResponse)
  const response = await ask('text/csv')
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="report.csv"')
  expect(response.headers.get('x-request-id')).toMatch(/^req_/)
  const [head = [], ...lines] = cellsIn(await response.text())
  expect(lines).toHaveLength(rows.length)
  for (const [index, line] of lines.entries()) {
    expect(line).toHaveLength(head.length)
    const csvFields = Object.fromEntries(
      head.map((name, place) => [name, line[place]]).filter(([, cell]) => cell !== ''),
    )
    expect(csvFields).toEqual(
      Object.fromEntries(Object.entries(rows[index] ?? {}).map(([name, value]) => [name, String(value)])),
    )
  }
})

async function rename(name: string): Promise<void> {
  const { url = '', social } = service.app.sandbox ?? {}
  const body = new URLSearchParams({ name, access_token: social?.accessToken ?? '' })
  expect((await fetch(`${url}/v26.0/120210000000000011`, { method: 'POST', body })).status).toBe(200)
}

test('a campaign name that resembles a formula and contains quotation marks and commas stays text in a CSV report', async () => {
  const name = '=HYPERLINK("http://evil.example","a, b")'
  await rename(name)
  onTestFinished(() => rename('Spring bread'))
  const text = await (await ask('text/csv')).text()
  expect(text).toContain(`"'=HYPERLINK(""http://evil.example"",""a, b"")"`)
  expect(cellsIn(text).flat()).toContain(`'${name}`)
})

/**
 * Parses CSV as spreadsheets do in many countries: cells end at a semicolon, and a quotation mark has a
 * meaning only at the start of a cell.
 */
const cellsBySemicolons = (text: string) =>
  [...text.matchAll(/(?:^|;|\t|\r\n?|\n)("(?:[^"]|"")*"[^;\t\r\n]*|[^;\t\r\n]*)/g)].map(([, cell = '']) =>
    cell.replace(/^"((?:[^"]|"")*)"/, (_, quoted: string) => quoted.replaceAll('""', '"')).trim(),
  )

test.each(['Bread;=1+1', 'Bread; "=1+1"', 'Bread\t@SUM(1)', 'Bread; ＝1+1', ' =1+1', 'Bread;+1;-1+1'])(
  'no part of the name %j is a formula in a spreadsheet that separates cells by semicolons',
  async (name) => {
    await rename(name)
    onTestFinished(() => rename('Spring bread'))
    const cells = cellsBySemicolons(await (await ask('text/csv')).text())
    expect(cells.filter((cell) => /^[=+@＝＋－＠]|^-(?!\d+(\.\d+)?$)/.test(cell))).toEqual([])
  },
)

test('a CSV report contains a line with an error for an account that failed', async () => {
  const sandbox = createSandboxAdmin(service, 'search')
  await sandbox.injectFault({
    call: 'googleAds:search',
    kind: 'status',
    status: 403,
    code: 'authorizationError.CUSTOMER_NOT_ENABLED',
    times: 4,
  })
  const [head = [], ...lines] = cellsIn(await (await ask('text/csv')).text())
  await sandbox.clearFaults()
  const failed = lines.filter((line) => line.at(-1) !== '')
  expect(failed.map((line) => [line[head.indexOf('userId')], line[head.indexOf('platform')]])).toEqual([
    [userId, 'search'],
  ])
})

test.each([
  ['application/json', 'application/json'],
  ['*/*', 'application/json'],
  ['text/csv;q=0.5, application/json', 'application/json'],
  ['text/csv;q=0', 'application/json'],
  ['text/csv, application/json;q=0.9', 'text/csv'],
])('a report requested with Accept: %s is %s', async (accept, type) => {
  expect((await ask(accept)).headers.get('content-type')).toContain(type)
})

test('refusals and responses of other operations are JSON envelopes, even with Accept: text/csv', async () => {
  const refused = await ask('text/csv', { ...requested(), level: 'PLANET' })
  expect(refused.status).toBe(400)
  expect(JSON.parse(await refused.text()).results.code).toBe('INVALID_FIELD')
  const other = await service.send('/user/list_users', {
    method: 'POST',
    headers: { accept: 'text/csv', 'x-api-key': service.apiKey, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(JSON.parse(await other.text()).success).toBe(true)
})
