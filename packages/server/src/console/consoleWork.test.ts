// What is done in the console about writes, keys and leads, and what the audit tells of it.

import { afterEach, beforeEach, expect, test } from 'vitest'
import { newWaiting } from '../../testing/approvals.ts'
import { useConsole } from '../../testing/console.ts'
import { submit } from '../../testing/leads.ts'
import { linkedUser } from '../../testing/linked.ts'
import { sandboxOf } from '../../testing/sandbox.ts'
import { spring } from '../../testing/social.ts'
import { inNeed } from '../../testing/unsettled.ts'

const { service, signedIn } = useConsole({ environment: { LEADS: 'on' } })
let userId = ''

beforeEach(async () => {
  userId = await linkedUser(service)
})

/** The platform is well again, and the service has had time to notice. */
afterEach(async () => {
  await sandboxOf(service).reset()
  service.clock.advance(3_600_000)
})

test('a write is found by its filters and taken back through its plan', async () => {
  const write = await service.call('social/edit_campaign', { userId, campaignId: spring, amount: 17 })
  const somebody = await signedIn()
  const { page } = somebody
  await page.getByRole('link', { name: 'Operations' }).click()
  await page.getByLabel('Platform').selectOption('search')
  await page.getByText('No such writes').waitFor()
  await page.getByLabel('Platform').selectOption('social')
  await page.getByLabel('State').selectOption('SUCCEEDED')
  await page.getByRole('row', { name: write.results.operationId }).getByRole('link').first().click()
  await somebody.sees('social/edit_campaign')
  await somebody.press('Undo')
  await somebody.press('Take it back')
  await somebody.sees('operation/undo_operation')
  await page.getByText('Everything was done.').waitFor()
})

test('a write that needs somebody is settled with what was found at the platform, and the reason is kept', async () => {
  const operationId = await inNeed(service, 'social/edit_campaign', {
    userId,
    campaignId: spring,
    amount: 18,
  })
  const somebody = await signedIn()
  const { page } = somebody
  await page.goto(`${service.url}/console/operations/${operationId}`)
  await somebody.sees('social/edit_campaign')
  await somebody.press('Settle it')
  await page.getByLabel('No, the platform does not have it').check()
  await somebody.press('Record that it was not done')
  await expect.poll(() => page.getByLabel('How you know').getAttribute('aria-invalid')).toBe('true')
  await page.getByLabel('How you know').fill('The budget is 15 at the platform.')
  await somebody.press('Record that it was not done')
  await page.getByText('Failed', { exact: true }).waitFor()
  const { results } = await service.call('workspace/list_audit', { operationId, event: 'operation.settled' })
  expect(JSON.stringify(results.entries[0]?.after)).toContain('The budget is 15 at the platform.')
})

test('what waits for approval is shown with its plan and the most it may spend, and carried out once approved', async () => {
  const { operationId } = await newWaiting(service)
  const somebody = await signedIn()
  const { page } = somebody
  await page.getByRole('link', { name: 'Approvals' }).click()
  await somebody.sees('Approvals')
  await page
    .getByText(/daily budget/i)
    .first()
    .waitFor()
  await page.getByText(/a day, .* in 30 days/).waitFor()
  await page.getByRole('button', { name: /^Approve up to EUR/ }).click()
  await page.getByText('Everything was done.').waitFor()
  const { results } = await service.call('operation/get_operation', { operationId })
  expect(results.state).toBe('SUCCEEDED')
})

test('a key is shown once when it is made, comes in, and is refused once revoked; the audit tells it by the console', async () => {
  const somebody = await signedIn()
  const { page } = somebody
  await page.getByRole('link', { name: 'Keys' }).click()
  await somebody.press('New key')
  await page.getByLabel('Name', { exact: true }).fill('Reporting')
  await somebody.press('Make the key')
  const apiKey = await page.getByRole('dialog').locator('code').innerText()
  await service.call('user/list_users', {}, { apiKey })
  await page.keyboard.press('Escape')
  const row = page.getByRole('row', { name: /Reporting/ })
  await row.getByText('read', { exact: true }).waitFor()
  expect(await page.content()).not.toContain(apiKey)
  await row.getByRole('button', { name: 'Revoke' }).click()
  await somebody.press('Revoke the key')
  await row.getByText('Revoked').waitFor()
  // What was looked up of a key holds for a second.
  service.clock.advance(1000)
  expect((await service.post('user/list_users', {}, apiKey)).status).toBe(401)

  await page.getByRole('link', { name: 'Audit' }).click()
  await page.getByLabel('Event').fill('key.revoked')
  await page.keyboard.press('Enter')
  await page.getByText('These entries are whole.').waitFor()
  await page
    .getByRole('row', { name: /Key revoked/ })
    .getByText('through console')
    .first()
    .waitFor()
})

test('who filled in a form is shown when it is opened, and not before', async () => {
  await submit(sandboxOf(service), 'social', { count: 1 })
  const { results } = await service.call('lead/list_leads', { userId, platform: 'social' })
  const email = results.leads[0]?.fields.find(({ name }) => name === 'EMAIL')?.value ?? 'no address'
  const { page } = await signedIn()
  await page.goto(`${service.url}/console/users/${userId}/leads`)
  await page.getByRole('button', { name: 'Open' }).first().waitFor()
  expect(await page.content()).not.toContain(email)
  await page.getByRole('button', { name: 'Open' }).first().click()
  await page.getByRole('dialog').getByText(email).waitFor()
})
