// These tests open the lists of a large workspace in a real browser. LARGE_LISTS sets the number of writes
// and of campaigns. Audit entries are ten times as many. With 100000, the tests are too slow for every run
// and print figures:
//
//   LARGE_LISTS=100000 npx vitest run --project pages packages/server/src/console/largeLists.browser.test.ts

import { afterAll, beforeAll, expect, test } from 'vitest'
import { useConsole } from '../../testing/console.ts'
import { CostCounter, countedHeader } from '../../testing/costs.ts'
import { growDatabase } from '../../testing/databases.ts'

const writes = Number(process.env['LARGE_LISTS'] ?? 500)
const counter = new CostCounter()
const { service, newSignedInVisitor: signedIn } = useConsole({ onStatement: () => counter.add('store') })
afterAll(() => counter.stop())

beforeAll(async () => {
  const crowd = { users: 1000, writes, keys: 1, auditEntries: writes * 10 }
  await growDatabase(service, crowd, service.clock.now())
}, 600_000)

/** The number of statements when a page opens its list. One of them looks up the session. */
const lists = [
  { place: 'Campaigns', statements: 2 },
  { place: 'Operations', statements: 2 },
  { place: 'Audit', statements: 2 },
  { place: 'Users', statements: 2 },
]

test('every list of a large workspace opens with one query besides the session lookup, and shows at most 100 rows', async () => {
  const { text } = await service.newKey({ workspaceId: 'ws_crowd' })
  const { page } = await signedIn({}, text)
  // This page sends no requests that would be counted.
  await page.goto(`${service.url}/console/nowhere`)
  await page.waitForLoadState('networkidle')
  await page.setExtraHTTPHeaders({ [countedHeader]: 'yes' })
  const seen: typeof lists = []
  for (const { place } of lists) {
    counter.cost.store = 0
    const begun = performance.now()
    await page.getByRole('link', { name: place, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: place }).waitFor()
    await page.locator('tbody tr').first().waitFor()
    seen.push({ place, statements: counter.cost.store })
    const rows = await page.locator('tbody tr').count()
    expect(rows, place).toBeLessThanOrEqual(100)
    if (writes > 500) console.log({ place, rows, ms: Math.round(performance.now() - begun) })
  }
  expect(seen).toEqual(lists)
})

test('the start page reports only the connections of the newest 50 users, and links to all users', async () => {
  const { text } = await service.newKey({ workspaceId: 'ws_crowd' })
  const { page } = await signedIn({}, text)
  const attention = page.getByRole('region', { name: 'Needs attention' })
  const note = attention.getByText(/^All connections/)
  await note.waitFor()
  expect(await note.innerText()).toContain('All connections of the newest 50 users work.')
  await service.app.store.db
    .updateTable('credentials')
    .set({ health: 'revoked' })
    .where('id', '=', 'crd_crowd_0')
    .execute()
  await page.reload()
  await attention.getByText('Connections of the newest 50 users that need attention.').waitFor()
  expect(await attention.locator('tbody tr').count()).toBe(1)
  await attention.getByRole('link', { name: 'Show all users' }).click()
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
})
