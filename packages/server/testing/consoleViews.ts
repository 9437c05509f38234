// All pages of the console with their dialogs and states, by the names of their screenshots.

import type { Page } from 'playwright-core'
import { expect } from 'vitest'

export interface ConsoleView {
  readonly name: string
  /** Path below `/console/`. `:user` is the id of a user with accounts on all platforms. */
  readonly path: string
  /** The documentation contains this screenshot. */
  readonly isInDocs?: true
  /** Makes all calls of the page fail, or leaves them pending. */
  readonly calls?: 'failing' | 'waiting'
  /** Navigates from the page to the view. */
  readonly navigate?: (page: Page) => Promise<void>
}

const press = (...names: readonly (string | RegExp)[]) => {
  return async (page: Page) => {
    for (const name of names) await page.getByRole('button', { name }).first().click()
  }
}

async function openCampaign(page: Page): Promise<void> {
  const campaigns = page.getByRole('region', { name: /Campaigns on Facebook/ })
  await campaigns.locator('tbody a').first().click()
  await page.locator('.chart canvas').first().waitFor()
}

async function openPlan(page: Page): Promise<void> {
  await openCampaign(page)
  await press('Change the budget')(page)
  await page.getByLabel(/Daily budget/).fill('30')
  await press('Show the plan')(page)
  await page.getByRole('button', { name: /^(Set to|Request)/ }).waitFor()
}

async function createKey(page: Page): Promise<void> {
  await press('New key')(page)
  await page.getByLabel('Name', { exact: true }).fill('Reporting')
  await press('Create the key')(page)
  await page.getByRole('dialog', { name: 'Enter your key again' }).waitFor()
}

async function openFirstRow(page: Page): Promise<void> {
  await page.locator('tbody a').first().click()
}

async function openDelivery(page: Page): Promise<void> {
  await openFirstRow(page)
  await page.getByRole('button', { name: 'Show', exact: true }).first().click()
}

async function openEndpointEvents(page: Page): Promise<void> {
  await openFirstRow(page)
  await press('Change the events')(page)
  await page.getByLabel('Only these').check()
}

async function refuseBudget(page: Page): Promise<void> {
  await openCampaign(page)
  await press('Change the budget')(page)
  await page.getByLabel(/Daily budget/).fill('0.01')
  await press('Show the plan')(page)
  await page.getByRole('dialog').getByRole('alert').first().waitFor()
}

/** Shows a form with error messages at its fields. */
async function checkForm(page: Page): Promise<void> {
  await page.locator('summary').first().click()
  await press('Check and show the plan')(page)
  await page.getByRole('alert').first().waitFor()
}

async function searchLocations(page: Page): Promise<void> {
  await page.getByLabel('Locations', { exact: true }).fill('Berlin')
  await page
    .getByRole('option', { name: /^Berlin/ })
    .first()
    .waitFor()
}

async function openUserFilter(page: Page): Promise<void> {
  await page.getByLabel('User', { exact: true }).click()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option', { name: /Ada/ }).waitFor()
}

/** Fills a form until the preview shows the ad. */
async function writeSocialAd(page: Page): Promise<void> {
  await page.getByLabel('Image', { exact: true }).click()
  await page
    .getByRole('option', { name: /\d+ × \d+/ })
    .first()
    .click()
  await page.getByLabel(/^Primary text/).fill('Fresh rye, out of the oven at seven.')
  await page.getByLabel(/^Headline/).fill('Rye bread, baked here')
  await page.getByLabel('URL', { exact: true }).fill('https://www.foxbakery.example/rye')
  await seePreview(page)
}

async function writeSearchAd(page: Page): Promise<void> {
  await page.getByLabel('URL', { exact: true }).fill('https://shop.foxgarden.example/chairs')
  await page.getByLabel('Headlines').fill('Oak garden chairs\nBuilt to stay outside\nDelivered in two days')
  await page.getByLabel('Descriptions').fill('Solid oak, oiled by hand.\nThirty days to return.')
  await seePreview(page)
}

async function writeProAd(page: Page): Promise<void> {
  await page.getByLabel(/^Intro text/).fill('Boxwood by the pallet, delivered to your site.')
  await page.getByLabel(/^Headline/).fill('Boxwood for landscapers')
  await page.getByLabel('URL', { exact: true }).fill('https://shop.foxgarden.example/trade')
  await seePreview(page)
}

async function seePreview(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Preview of ad 1' }).scrollIntoViewIfNeeded()
}

async function openPictures(label: string, page: Page): Promise<void> {
  const field = page.getByLabel(label, { exact: true })
  await field.click()
  await page.locator('.pictures img').first().waitFor()
  await page.evaluate("document.querySelector('.pictures').scrollIntoView({ block: 'center' })")
}

export const consoleViews: readonly ConsoleView[] = [
  { name: 'start', path: '' },
  { name: 'pauseAll', path: '', navigate: press('Pause all campaigns') },
  { name: 'startFailing', path: '', calls: 'failing' },
  { name: 'startWaiting', path: '', calls: 'waiting' },
  { name: 'call', path: '', navigate: press('Show the call') },
  { name: 'users', path: 'users' },
  { name: 'newUser', path: 'users', navigate: press('New user') },
  { name: 'user', path: 'users/:user', isInDocs: true },
  { name: 'relink', path: 'users/:user', navigate: press(/^(Create a link|Relink)/) },
  { name: 'deleteUser', path: 'users/:user', navigate: press(/^Delete user/) },
  { name: 'campaigns', path: 'campaigns', isInDocs: true },
  { name: 'campaignsNone', path: 'campaigns?search=nobody' },
  { name: 'campaign', path: 'users/:user', isInDocs: true, navigate: openCampaign },
  { name: 'plan', path: 'users/:user', isInDocs: true, navigate: openPlan },
  { name: 'newSocial', path: 'users/:user/social/new', navigate: searchLocations },
  { name: 'newSearch', path: 'users/:user/search/new', navigate: checkForm },
  { name: 'newPro', path: 'users/:user/pro/new' },
  {
    name: 'images',
    path: 'users/:user/social/new',
    navigate: (page) => openPictures('Image', page),
  },
  { name: 'posts', path: 'users/:user/social/new', navigate: (page) => openPictures('Post', page) },
  { name: 'adSocial', path: 'users/:user/social/new', navigate: writeSocialAd },
  { name: 'adSearch', path: 'users/:user/search/new', navigate: writeSearchAd },
  { name: 'adPro', path: 'users/:user/pro/new', navigate: writeProAd },
  { name: 'leads', path: 'leads?userId=:user' },
  { name: 'lead', path: 'leads?userId=:user', navigate: press('Open') },
  { name: 'reports', path: 'reports' },
  { name: 'reportsByDay', path: 'reports?by=DAY&level=ACCOUNT' },
  { name: 'usersNone', path: 'users?search=nobody' },
  { name: 'userFilter', path: 'campaigns', navigate: openUserFilter },
  { name: 'operations', path: 'operations' },
  { name: 'operation', path: 'operations', navigate: openFirstRow },
  { name: 'approvals', path: 'approvals' },
  { name: 'events', path: 'events' },
  { name: 'webhooks', path: 'webhooks' },
  { name: 'newEndpoint', path: 'webhooks', navigate: press(/^(Add|New)/) },
  { name: 'endpoint', path: 'webhooks', navigate: openFirstRow },
  { name: 'delivery', path: 'webhooks', navigate: openDelivery },
  { name: 'endpointEvents', path: 'webhooks', navigate: openEndpointEvents },
  { name: 'refusedBudget', path: 'users/:user', navigate: refuseBudget },
  { name: 'settings', path: 'settings' },
  { name: 'limits', path: 'settings', navigate: press('Change the limits', 'Add a currency') },
  { name: 'rules', path: 'settings', navigate: press('Change the rules', 'Add a currency') },
  { name: 'brand', path: 'settings', navigate: press('Change the brand') },
  { name: 'freeze', path: 'settings', navigate: press('Block spend increases') },
  { name: 'keys', path: 'keys' },
  { name: 'newKey', path: 'keys', navigate: press('New key') },
  { name: 'keyAgain', path: 'keys', navigate: createKey },
  { name: 'sessions', path: 'sessions' },
  { name: 'audit', path: 'audit' },
  { name: 'nowhere', path: 'nowhere' },
]

/** Opens the view and waits until nothing is loading. */
export async function showView(
  page: Page,
  { path, calls, navigate }: ConsoleView,
  url: string,
  userId: string,
): Promise<void> {
  if (calls === 'waiting') await page.route('**/console/api/**', () => {})
  if (calls === 'failing')
    await page.route('**/console/api/**', (route) => route.fulfill({ status: 400, body: '{}' }))
  await page.goto(`${url}/console/${path.replace(':user', userId)}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  if (calls === 'waiting') return void (await page.locator('.skeleton').first().waitFor())
  await waitUntilIdle(page)
  await navigate?.(page)
  await waitUntilIdle(page)
}

async function waitUntilIdle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await waitUntilLoaded(page)
}

/** Waits until no placeholder of loading content is left. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  await expect.poll(() => page.locator('.skeleton').count()).toBe(0)
}
