// These tests cover, in a real browser, the drafts after a sign-out, the list of sessions, and the dialog
// that requests the key again.

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { reenterKey, useConsole } from '../../testing/console.ts'

const { service, newSignedInVisitor: signedIn } = useConsole()

const storedIn = (page: Page) => page.evaluate<string>('Object.values(sessionStorage).join()')

/** Stores a draft in the session storage, as the form of a new campaign does. */
async function storeDraft(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  await page.evaluate(`sessionStorage.setItem('draft', ${JSON.stringify(text)})`)
}

test('signing out deletes the drafts of every tab, and leads every tab to the sign-in page', async () => {
  const first = await signedIn()
  const second = await first.newTab()
  const tabs = [first, second]
  for (const [number, { page }] of tabs.entries()) {
    await page.goto(`${service.url}/console/users`)
    await storeDraft(page, `Secret plan ${number}`)
    expect(await storedIn(page)).toContain(`Secret plan ${number}`)
  }
  await first.press('Sign out')
  for (const tab of tabs) {
    await tab.waitForHeading('adrail')
    expect(await storedIn(tab.page)).toBe('')
  }
})

test('the console deletes the drafts of one key when someone signs in with another key', async () => {
  const operator = await signedIn()
  const { page } = operator
  await storeDraft(page, 'Secret plan')
  // The session expires without a sign-out.
  await page.context().clearCookies()
  await page.reload()
  await page.getByLabel('API key').fill((await service.newKey()).text)
  await operator.press('Sign in')
  await operator.waitForHeading('Start')
  expect(await storedIn(page)).not.toContain('Secret plan')
})

test('the list of sessions marks the current browser, and can sign out another browser', async () => {
  const { id: workspaceId, apiKey } = await service.newWorkspace()
  const other = await signedIn({}, (await service.newKey({ workspaceId })).text)
  const operator = await signedIn({}, apiKey)
  const { page } = operator
  await page.getByRole('link', { name: 'Sessions' }).click()
  await page.getByRole('row').nth(2).waitFor()
  const own = page.getByRole('row', { name: /This browser/ })
  expect(await own.count()).toBe(1)
  await page
    .getByRole('row')
    .filter({ hasNotText: /This browser|Signed in/ })
    .getByRole('button')
    .click()
  await operator.press('Sign out this browser')
  await reenterKey(page, apiKey)
  await page.getByRole('row').nth(2).waitFor({ state: 'detached' })
  await own.waitFor()
  await other.page.getByRole('link', { name: 'Users', exact: true }).click()
  await other.waitForHeading('adrail')
})

test('the console creates a key only after the key of the session is entered, and a canceled dialog changes nothing', async () => {
  const { apiKey } = await service.newWorkspace()
  const operator = await signedIn({}, apiKey)
  const { page } = operator
  const keys = async () => (await service.call('workspace/list_keys', {}, { apiKey })).results.keys.length
  await page.getByRole('link', { name: 'Keys' }).click()
  await operator.press('New key')
  await page.getByLabel('Name', { exact: true }).fill('Reporting')
  await operator.press('Create the key')
  await reenterKey(page, service.apiKey)
  await page.getByText('This is not the key that you signed in with.').waitFor()
  await operator.press('Cancel')
  await page.getByRole('dialog', { name: 'Enter your key again' }).waitFor({ state: 'detached' })
  expect(await keys()).toBe(1)
  await operator.press('Create the key')
  await reenterKey(page, apiKey)
  await page.getByRole('dialog').locator('code').waitFor()
  expect(await keys()).toBe(2)
})
