// Every page of the console, its dialogs and its states, by the names of their pictures.

import type { Page } from 'playwright-core'
import { expect } from 'vitest'

export interface View {
  readonly name: string
  /** Below `/console/`; `:user` stands for a user with accounts on all platforms. */
  readonly path: string
  /** Stands in the documents. */
  readonly shown?: true
  /** How all calls of the page end: with an error, or not at all. */
  readonly calls?: 'failing' | 'waiting'
  /** From the page to what is looked at. */
  readonly reach?: (page: Page) => Promise<void>
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
  await page.getByLabel(/Budget a day/).fill('30')
  await press('Show the plan')(page)
  await page.getByRole('button', { name: /^(Set to|Ask for)/ }).waitFor()
}

async function makeKey(page: Page): Promise<void> {
  await press('New key')(page)
  await page.getByLabel('Name', { exact: true }).fill('Reporting')
  await press('Make the key')(page)
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
  await page.getByLabel(/Budget a day/).fill('0.01')
  await press('Show the plan')(page)
  await page.getByRole('dialog').getByRole('alert').first().waitFor()
}

/** A form with what is wrong said at its fields. */
async function check(page: Page): Promise<void> {
  await page.locator('summary').first().click()
  await press('Check it and show the plan')(page)
  await page.getByRole('alert').first().waitFor()
}

async function lookUp(page: Page): Promise<void> {
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

/** A form whose ad can be seen. */
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

async function lookAtPictures(label: string, page: Page): Promise<void> {
  const field = page.getByLabel(label, { exact: true })
  await field.click()
  await page.locator('.pictures img').first().waitFor()
  await page.evaluate("document.querySelector('.pictures').scrollIntoView({ block: 'center' })")
}

export const consoleViews: readonly View[] = [
  { name: 'start', path: '' },
  { name: 'pauseAll', path: '', reach: press('Pause all campaigns') },
  { name: 'startFailing', path: '', calls: 'failing' },
  { name: 'startWaiting', path: '', calls: 'waiting' },
  { name: 'call', path: '', reach: press('Show the call') },
  { name: 'users', path: 'users' },
  { name: 'newUser', path: 'users', reach: press('New user') },
  { name: 'user', path: 'users/:user', shown: true },
  { name: 'relink', path: 'users/:user', reach: press(/^(Make a link|Link again)/) },
  { name: 'forget', path: 'users/:user', reach: press(/^Forget/) },
  { name: 'campaigns', path: 'campaigns', shown: true },
  { name: 'campaignsNone', path: 'campaigns?search=nobody' },
  { name: 'campaign', path: 'users/:user', shown: true, reach: openCampaign },
  { name: 'plan', path: 'users/:user', shown: true, reach: openPlan },
  { name: 'newSocial', path: 'users/:user/social/new', reach: lookUp },
  { name: 'newSearch', path: 'users/:user/search/new', reach: check },
  { name: 'newPro', path: 'users/:user/pro/new' },
  {
    name: 'images',
    path: 'users/:user/social/new',
    reach: (page) => lookAtPictures('Image', page),
  },
  { name: 'posts', path: 'users/:user/social/new', reach: (page) => lookAtPictures('Post', page) },
  { name: 'adSocial', path: 'users/:user/social/new', reach: writeSocialAd },
  { name: 'adSearch', path: 'users/:user/search/new', reach: writeSearchAd },
  { name: 'adPro', path: 'users/:user/pro/new', reach: writeProAd },
  { name: 'leads', path: 'leads?userId=:user' },
  { name: 'lead', path: 'leads?userId=:user', reach: press('Open') },
  { name: 'reports', path: 'reports' },
  { name: 'reportsByDay', path: 'reports?by=DAY&level=ACCOUNT' },
  { name: 'usersNone', path: 'users?search=nobody' },
  { name: 'userFilter', path: 'campaigns', reach: openUserFilter },
  { name: 'operations', path: 'operations' },
  { name: 'operation', path: 'operations', reach: openFirstRow },
  { name: 'approvals', path: 'approvals' },
  { name: 'events', path: 'events' },
  { name: 'webhooks', path: 'webhooks' },
  { name: 'newEndpoint', path: 'webhooks', reach: press(/^(Add|New)/) },
  { name: 'endpoint', path: 'webhooks', reach: openFirstRow },
  { name: 'delivery', path: 'webhooks', reach: openDelivery },
  { name: 'endpointEvents', path: 'webhooks', reach: openEndpointEvents },
  { name: 'refusedBudget', path: 'users/:user', reach: refuseBudget },
  { name: 'settings', path: 'settings' },
  { name: 'limits', path: 'settings', reach: press('Change the limits', 'Add a currency') },
  { name: 'rules', path: 'settings', reach: press('Change the rules', 'Add a currency') },
  { name: 'brand', path: 'settings', reach: press('Change the brand') },
  { name: 'freeze', path: 'settings', reach: press('Block spend increases') },
  { name: 'keys', path: 'keys' },
  { name: 'newKey', path: 'keys', reach: press('New key') },
  { name: 'keyAgain', path: 'keys', reach: makeKey },
  { name: 'sessions', path: 'sessions' },
  { name: 'audit', path: 'audit' },
  { name: 'nowhere', path: 'nowhere' },
]

/** Goes there, until nothing is awaited any more. */
export async function showView(
  page: Page,
  { path, calls, reach }: View,
  url: string,
  userId: string,
): Promise<void> {
  if (calls === 'waiting') await page.route('**/console/api/**', () => {})
  if (calls === 'failing')
    await page.route('**/console/api/**', (route) => route.fulfill({ status: 400, body: '{}' }))
  await page.goto(`${url}/console/${path.replace(':user', userId)}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  if (calls === 'waiting') return void (await page.locator('.skeleton').first().waitFor())
  await isStill(page)
  await reach?.(page)
  await isStill(page)
}

async function isStill(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await nothingLoads(page)
}

/** A page, or what was opened on it, shows what it waited for. */
export async function nothingLoads(page: Page): Promise<void> {
  await expect.poll(() => page.locator('.skeleton').count()).toBe(0)
}
