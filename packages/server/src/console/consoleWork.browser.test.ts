// An operator works with campaigns, writes, settings, keys and leads in the console, and the audit records
// the changes.

import type { Locator, Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPendingApproval } from '../../testing/approvals.ts'
import { findAxeViolations } from '../../testing/axe.ts'
import type { Visitor } from '../../testing/browser.ts'
import { fillProCampaign, reenterKey, useConsole } from '../../testing/console.ts'
import { waitUntilLoaded } from '../../testing/consoleViews.ts'
import { pollTwice } from '../../testing/freshRound.ts'
import { submitLead } from '../../testing/leads.ts'
import { disconnectAll, linkExistingUser, newLinkedUser } from '../../testing/linked.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { springCampaignId } from '../../testing/social.ts'
import { createUnresolvedWrite } from '../../testing/unresolvedWrite.ts'
import { unreachableUrl } from '../../testing/webhooks.ts'

const { service, newSignedInVisitor: signedIn } = useConsole({ environment: { LEADS: 'on', MIRROR: 'on' } })
let userId = ''

beforeEach(async () => {
  userId = await newLinkedUser(service)
})

/** Disconnects all users and resets the sandbox. After an hour, earlier failures no longer count. */
afterEach(async () => {
  await disconnectAll(service)
  await createSandboxAdmin(service).reset()
  service.clock.advance(3_600_000)
})

test('the campaigns page sorts and filters the campaigns of all users and platforms, and its URL opens the same view', async () => {
  await linkExistingUser(service, userId, { platform: 'SEARCH' })
  await linkExistingUser(service, userId, { platform: 'PROFESSIONAL' })
  await pollTwice(service.app.mirrorReader)
  const operator = await signedIn()
  const { page } = operator
  await page.getByRole('link', { name: 'Campaigns', exact: true }).click()
  for (const platform of ['Facebook and Instagram', 'Google Ads', 'LinkedIn'])
    await page.getByRole('row', { name: platform }).first().waitFor()
  for (const way of ['ascending', 'descending']) {
    await page.getByRole('button', { name: 'Campaign', exact: false }).first().click()
    await page.locator(`th[aria-sort=${way}]`).waitFor()
    const inOrder = { sort: 'NAME', descending: way === 'descending' } as const
    const [first] = (await service.call('campaign/list_campaigns', inOrder)).results.campaigns
    await expect.poll(() => page.locator('tbody tr').first().innerText()).toContain(first?.name)
  }
  await page.getByLabel('Name').fill('g bread')
  await page.getByLabel('User').fill('linked TO')
  await page.getByRole('option', { name: /^Linked to ada/ }).click()
  const row = page.getByRole('row', { name: /Spring bread/ })
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  await row.getByText('Linked to ada').waitFor()
  expect(await row.innerText()).toMatch(/€|EUR/)
  // The other tab receives only the URL.
  const other = await operator.newTab()
  await other.open(page.url())
  await other.page.getByRole('row', { name: /Spring bread/ }).waitFor()
  await expect.poll(() => other.page.getByLabel('User').inputValue()).toBe('Linked to ada')
  expect(await other.page.getByRole('row').count()).toBe(2)
  await other.page.getByRole('link', { name: 'Spring bread' }).click()
  await other.waitForHeading('Spring bread')
})

test('the newest page of events leads to older events, and its button for newer events is disabled', async () => {
  // A page contains 100 events.
  for (let made = 0; made < 101; made++) {
    const { results } = await service.call('user/create_user', { name: `Passing ${made}` })
    await service.call('user/delete_user', { userId: results.user.userId })
  }
  const { page } = await signedIn()
  await page.getByRole('link', { name: 'Events', exact: true }).click()
  const newer = page.getByRole('button', { name: /Newer/ })
  await page.getByRole('button', { name: /Older/ }).click()
  await expect.poll(() => newer.isEnabled()).toBe(true)
  await newer.click()
  await expect.poll(() => newer.isDisabled()).toBe(true)
  await page.getByRole('link', { name: 'Events', exact: true }).click()
  await page.getByRole('button', { name: /Older/ }).waitFor()
  expect(await newer.isDisabled()).toBe(true)
})

test('text that is typed into a filter stays when the list arrives meanwhile', async () => {
  const { page } = await signedIn()
  await page.getByRole('link', { name: 'Campaigns', exact: true }).click()
  await waitUntilLoaded(page)
  const { promise: isTyped, resolve: typed } = Promise.withResolvers<void>()
  await page.route('**/campaign/list_campaigns', async (route) => {
    await isTyped
    await route.continue()
  })
  const arrived = page.waitForResponse('**/campaign/list_campaigns')
  await page.getByLabel('Platform').selectOption('Google Ads')
  await page.getByLabel('User').fill(userId)
  typed()
  await arrived
  await waitUntilLoaded(page)
  expect(await page.getByLabel('User').inputValue()).toBe(userId)
})

test('the settings page sets approval rules and the brand, and marks invalid fields', async () => {
  const operator = await signedIn()
  const { page } = operator
  await page.getByRole('link', { name: 'Settings' }).click()
  await operator.press('Change the rules')
  await page.getByLabel('Activating a campaign').check()
  await operator.press('Add a currency')
  await page.getByLabel('Currency').fill('eur')
  await operator.press('Save the rules')
  await expect
    .poll(() => page.getByLabel('Needs approval above, on one day').getAttribute('aria-invalid'))
    .toBe('true')
  await page.getByLabel('Needs approval above, on one day').fill('250')
  await operator.press('Save the rules')
  await page.getByText('250.00 EUR').waitFor()
  await operator.press('Change the brand')
  await page.getByLabel('Name', { exact: true }).fill('Fox & Söhne')
  await page.getByLabel('Color').fill('green')
  await operator.press('Save the brand')
  await expect.poll(() => page.getByLabel('Color').getAttribute('aria-invalid')).toBe('true')
  await page.getByLabel('Color').fill('#116644')
  await operator.press('Save the brand')
  await page.getByRole('region', { name: 'Brand' }).getByText('#116644').waitFor()
  const { results } = await service.call('workspace/get_settings', {})
  expect(results).toMatchObject({
    approval: { kinds: ['ENABLE'], currencies: [{ currencyCode: 'EUR', abovePerDay: '250' }] },
    brand: { name: 'Fox & Söhne', colour: '#116644' },
  })
  await service.call('workspace/update_settings', { approval: {} })
})

/** Fills the form for a LinkedIn campaign and shows its plan. Returns the button that creates it. */
async function planBoxwood(operator: Visitor): Promise<Locator> {
  const { page } = operator
  await linkExistingUser(service, userId, { platform: 'PROFESSIONAL' })
  await page.goto(`${service.url}/console/users/${userId}/pro/new`)
  await page.getByLabel('Campaign name').fill('Boxwood')
  await page.getByLabel('Start date').fill(new Date(service.clock.now()).toISOString().slice(0, 10))
  await fillProCampaign(page)
  await operator.press('Check and show the plan')
  const create = page.getByRole('button', { name: 'Create the campaign' })
  await create.waitFor()
  return create
}

test('a campaign is created once when its response is lost and the operator presses the button again meanwhile', async () => {
  const operator = await signedIn()
  const { page } = operator
  const create = await planBoxwood(operator)
  const sandbox = createSandboxAdmin(service, 'pro')
  const call = 'adCampaignGroups.create'
  const stall = await sandbox.injectFault({ call, kind: 'stall' })
  const sent: Promise<unknown>[] = []
  await page.route('**/pro/create_campaign', async (route) => {
    sent.push(route.fetch())
    await expect.poll(() => sandbox.isHolding(stall)).toBe(true)
    await route.abort('aborted')
  })
  await create.click()
  await page.getByText('CONNECTION_FAILED').waitFor()
  await page.unroute('**/pro/create_campaign')
  const again = page.waitForResponse('**/pro/create_campaign')
  await create.click()
  await again
  await sandbox.release(stall)
  await Promise.all(sent)
  await operator.waitForHeading('Create campaign on LinkedIn')
  await page.getByRole('status').getByText('Done', { exact: true }).waitFor()
  expect((await sandbox.effects()).filter((effect) => effect.call === call)).toHaveLength(1)
})

test('an unchanged form is checked again when the operator submits it again', async () => {
  const operator = await signedIn()
  const { page } = operator
  await planBoxwood(operator)
  const again = page.waitForResponse('**/pro/create_campaign')
  await operator.press('Check and show the plan')
  expect((await again).status()).toBe(200)
  await page.getByRole('button', { name: 'Create the campaign' }).waitFor()
})

test('a plan does not include later changes of the form, and the page reports that the form has changed', async () => {
  const operator = await signedIn()
  const { page } = operator
  const create = await planBoxwood(operator)
  await page.getByLabel('Campaign name').fill('Box trees')
  await page.getByLabel('Daily budget').fill('50.00')
  await page.getByText('The form has changed since the last check.').waitFor()
  await page.getByText(/^40\.00\s[A-Z]{3} a day/).waitFor()
  await create.click()
  await operator.waitForHeading('Create campaign on LinkedIn')
  await page.getByRole('status').getByText('Done', { exact: true }).waitFor()
  const { campaigns } = (await service.call('pro/get_campaigns', { userId })).results
  expect(campaigns.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^Boxwood ·/))
})

test('the operator can immediately retry a budget change that the platform refused', async () => {
  const operator = await signedIn()
  const { page } = operator
  await page.goto(`${service.url}/console/users/${userId}/social/${springCampaignId}`)
  await operator.press('Change the budget')
  await page.getByLabel('Daily budget in EUR').fill('19')
  await operator.press('Show the plan')
  const set = page.getByRole('button', { name: /^Set to/ })
  await set.waitFor()
  await createSandboxAdmin(service).injectFault({
    call: 'campaign.update',
    kind: 'status',
    status: 400,
    code: '100',
  })
  await set.click()
  await page.getByRole('link', { name: 'Show the operation' }).waitFor()
  await set.click()
  await operator.waitForHeading('Edit campaign on Facebook and Instagram')
  await page.getByRole('status').getByText('Done', { exact: true }).waitFor()
})

test('the operations page finds a write by its filters, and the page of the write can undo it', async () => {
  const write = await service.call('social/edit_campaign', {
    userId,
    campaignId: springCampaignId,
    amount: 17,
  })
  const operator = await signedIn()
  const { page } = operator
  await page.getByRole('link', { name: 'Operations' }).click()
  await page.getByLabel('Platform').selectOption('search')
  await page.getByText('No such operations').waitFor()
  await page.getByLabel('Platform').selectOption('social')
  await page.getByLabel('Status').selectOption('SUCCEEDED')
  const row = page.getByRole('row', { name: write.results.operationId })
  await row.getByRole('link', { name: 'Linked to ada' }).waitFor()
  await row.getByRole('link').first().click()
  await operator.waitForHeading('Edit campaign on Facebook and Instagram')
  await page.getByText(/^Set the daily budget of campaign .* to 17\.00 EUR\.$/).waitFor()
  await operator.press('Undo')
  await operator.press('Undo the operation')
  await operator.waitForHeading('Undo operation')
  await page.getByRole('status').getByText('Done', { exact: true }).waitFor()
})

test('an operator resolves an unresolved write as not done, and the audit records the reason', async () => {
  const operationId = await createUnresolvedWrite(service, 'social/edit_campaign', {
    userId,
    campaignId: springCampaignId,
    amount: 18,
  })
  const operator = await signedIn()
  const { page } = operator
  await page.goto(`${service.url}/console/operations/${operationId}`)
  await operator.waitForHeading('Edit campaign on Facebook and Instagram')
  await operator.press('Resolve')
  await page.getByLabel('No, the change does not exist on the platform').check()
  expect(await findAxeViolations(page, 'dialog[open]')).toEqual([])
  await operator.press('Record as not done')
  await expect.poll(() => page.getByLabel('Evidence').getAttribute('aria-invalid')).toBe('true')
  await page.getByLabel('Evidence').fill('The budget is 15 on the platform.')
  await operator.press('Record as not done')
  await page.getByText('Failed', { exact: true }).waitFor()
  const { results } = await service.call('workspace/list_audit', { operationId, event: 'operation.settled' })
  expect(JSON.stringify(results.entries[0]?.after)).toContain('The budget is 15 on the platform.')
})

test('a write that needs approval is shown with its plan and its maximum spend, and runs after the approval', async () => {
  const { operationId } = await createPendingApproval(service)
  const operator = await signedIn()
  const { page } = operator
  await page.goto(`${service.url}/console/operations/${operationId}`)
  await page.getByText('Needs approval', { exact: true }).waitFor()
  const text = await operator.readText()
  expect(text.match(/Nothing changed/g)).toHaveLength(1)
  expect(text).not.toMatch(/\dT\d\d:|https?:/)
  await page.getByRole('link', { name: 'Approvals', exact: true }).click()
  await operator.waitForHeading('Approvals')
  await page
    .getByText(/daily budget/i)
    .first()
    .waitFor()
  await page.getByText(/^Maximum spend on one day: [\d.]+\sEUR → [\d.]+\sEUR$/).waitFor()
  await page.getByRole('button', { name: 'Approve and execute' }).click()
  await page.getByRole('status').getByText('Done', { exact: true }).waitFor()
  const { results } = await service.call('operation/get_operation', { operationId })
  expect(results.state).toBe('SUCCEEDED')
})

test('an approval of a plan that has changed shows PLAN_CHANGED and the new plan, which can be approved', async () => {
  const { operationId } = await createPendingApproval(service)
  const operator = await signedIn()
  const { page } = operator
  await page.getByRole('link', { name: 'Approvals', exact: true }).click()
  const approve = page.getByRole('button', { name: 'Approve and execute' })
  await approve.waitFor()
  const { results } = await service.call('operation/get_operation', { operationId })
  await service.call('social/edit_campaign', {
    userId: results.userId,
    campaignId: springCampaignId,
    amount: 5,
  })
  await approve.click()
  await page
    .getByRole('listitem')
    .getByText(/from 5\.00 to/)
    .waitFor()
  await page.getByRole('alert').getByText('PLAN_CHANGED').waitFor()
  await approve.click()
  await page.getByRole('status').getByText('Done', { exact: true }).waitFor()
})

test('a new key is shown once and works until it is revoked, and the audit attributes the revocation to the console', async () => {
  const operator = await signedIn()
  const { page } = operator
  await page.getByRole('link', { name: 'Keys' }).click()
  await operator.press('New key')
  await page.getByLabel('Name', { exact: true }).fill('Reporting')
  await operator.press('Create the key')
  await reenterKey(page, service.apiKey)
  const apiKey = await page.getByRole('dialog').locator('code').innerText()
  await service.call('user/list_users', {}, { apiKey })
  await page.keyboard.press('Escape')
  const row = page.getByRole('row', { name: /Reporting/ })
  await row.getByText('Read users, ads, reports and events', { exact: true }).waitFor()
  // The browser reports the closed dialog a moment later. From then on, the page does not contain the key.
  await page.getByText(apiKey).waitFor({ state: 'detached' })
  expect(await page.content()).not.toContain(apiKey)
  await row.getByRole('button', { name: 'Revoke' }).click()
  await operator.press('Revoke the key')
  await row.getByText('Revoked').waitFor()
  // adrail caches the lookup of a key for one second.
  service.clock.advance(1000)
  expect((await service.post('user/list_users', {}, apiKey)).status).toBe(401)

  await page.getByRole('link', { name: 'Audit' }).click()
  await page.getByLabel('Event').fill('key revoked')
  await page.getByRole('option', { name: /key\.revoked/ }).click()
  await page.getByText('The audit log is intact.').waitFor()
  await page
    .getByRole('row', { name: /Key revoked/ })
    .getByText('through the console')
    .first()
    .waitFor()
})

test('the dialog of each new webhook endpoint shows its secret, which disappears with the dialog', async () => {
  const operator = await signedIn()
  const { page } = operator
  await page.getByRole('link', { name: 'Webhooks' }).click()
  for (const made of [1, 2]) {
    await operator.press('Add an endpoint')
    await page.getByLabel('URL').fill(unreachableUrl)
    await operator.press('Add the endpoint')
    if (made === 1) await reenterKey(page, service.apiKey)
    const secret = await page.getByRole('dialog').locator('code').innerText()
    await page.keyboard.press('Escape')
    await page.getByText(secret).waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('link', { name: unreachableUrl }).count()).toBe(made)
  }
})

test('the page shows the email address of a lead only after the lead is opened', async () => {
  await submitLead(createSandboxAdmin(service), 'social', { count: 1 })
  const { results } = await service.call('lead/list_leads', { userId, platform: 'social', newestFirst: true })
  const email = results.leads[0]?.fields.find(({ name }) => name === 'EMAIL')?.value ?? 'no address'
  const { page } = await signedIn()
  await page.goto(`${service.url}/console/users/${userId}/leads`)
  await page.getByRole('button', { name: 'Open' }).first().waitFor()
  expect(await page.content()).not.toContain(email)
  await page.getByRole('button', { name: 'Open' }).first().click()
  await page.getByRole('dialog').getByText(email).waitFor()
})

/** Responds to an operation in place of the service, with one page per request. */
async function fulfillPages(
  page: Page,
  operation: string,
  list: string,
  pageAt: (number: number) => { readonly entries: readonly object[]; readonly isLast: boolean },
): Promise<void> {
  await page.route(`**/${operation}`, async (route) => {
    const number = Number(route.request().postDataJSON().pagination ?? 1)
    const { entries, isLast } = pageAt(number)
    const pagination = {
      next: isLast ? '' : String(number + 1),
      previous: number === 1 ? '' : String(number - 1),
    }
    const results = { success: true, error: '', [list]: entries, pagination }
    await route.fulfill({ json: { success: true, requestId: 'req_pages', results } })
  })
}

test('the page of a campaign pages through its ad sets and its ads independently', async () => {
  const { page } = await signedIn()
  const partOf = (name: string) => (number: number) => ({
    entries: [
      { id: String(number), name: `${name} ${number}`, status: 'ACTIVE', effectiveStatus: '', issues: [] },
    ],
    isLast: number === 3,
  })
  await fulfillPages(page, 'social/get_ad_sets', 'adSets', partOf('Set'))
  await fulfillPages(page, 'social/get_ads', 'ads', partOf('Ad'))
  await page.goto(`${service.url}/console/users/${userId}/social/${springCampaignId}`)
  await page.getByRole('row', { name: 'Set 1' }).waitFor()
  const sets = page.getByRole('navigation', { name: 'Pages of ad sets' })
  await sets.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('row', { name: 'Set 2' }).waitFor()
  await page.getByRole('article', { name: 'Ad 1', exact: true }).waitFor()
  const ads = page.getByRole('navigation', { name: 'Pages of ads' })
  await ads.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('article', { name: 'Ad 2', exact: true }).waitFor()
  await page.getByRole('row', { name: 'Set 2' }).waitFor()
  await sets.getByRole('button', { name: 'Previous' }).click()
  await page.getByRole('row', { name: 'Set 1' }).waitFor()
})

test.each([
  { pages: 10, message: /does not have a campaign with this id/ },
  { pages: 11, message: /^This id is not among the first 1,000 campaigns of the ad account/ },
])(
  'the page of a campaign that is not in $pages pages of 100 campaigns reports whether all pages were searched',
  async ({ pages, message }) => {
    const { page } = await signedIn()
    await fulfillPages(page, 'social/get_campaigns', 'campaigns', (number) => ({
      entries: Array.from({ length: 100 }, (_, index) => ({ id: `${number}${index}`, name: 'Another' })),
      isLast: number === pages,
    }))
    await page.goto(`${service.url}/console/users/${userId}/social/404`)
    await page.locator('.empty').waitFor()
    expect(await page.locator('.empty p').innerText()).toMatch(message)
  },
)
