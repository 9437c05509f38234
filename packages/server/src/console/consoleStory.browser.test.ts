// An operator uses the console in the first days of a workspace: the operator creates campaigns on all
// platforms, reads their results, and stops them.

import { expect, test } from 'vitest'
import type { Visitor } from '../../testing/browser.ts'
import { fillProCampaign, useConsole } from '../../testing/console.ts'
import { advanceClocks } from '../../testing/linking.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { dayMs } from '../runtime/durations.ts'

const { service, newVisitor: visitor, newSignedInVisitor: signedIn } = useConsole()

test('an operator of an empty workspace creates campaigns on three platforms, reads results, relinks, undoes a write and freezes spend', async () => {
  const operator = await signedIn()
  const { page } = operator
  await page.getByRole('link', { name: 'Go to users' }).click()
  await operator.waitForHeading('Users')
  await operator.press('New user')
  await page.getByLabel('Name', { exact: true }).fill('Fox & Söhne')
  await operator.press('Create the user')
  await operator.waitForHeading('Fox & Söhne')

  await link(operator, 'Google Ads', 'ben')
  await link(operator, 'Facebook and Instagram', 'ada', ['Fox Bakery', 'Fox Bakery'])
  await link(operator, 'LinkedIn', 'ada', ['Fox Garden Shop'])

  await createOnSearch(operator)
  await createOnSocial(operator)
  await createOnPro(operator)
  await seeResults(operator)
  await relink(operator)

  await openCampaign(operator, 'Garden chairs, spring')
  await operator.press('Pause')
  await operator.press('Pause the campaign')
  await operator.waitForHeading('Update campaign status on Google Ads')
  await isDone(operator)
  await operator.press('Undo')
  await operator.press('Undo the operation')
  await operator.waitForHeading('Undo operation')
  await isDone(operator)
  await openCampaign(operator, 'Garden chairs, spring')
  await operator.press('Pause')
  await operator.press('Pause the campaign')
  await operator.waitForHeading('Update campaign status on Google Ads')
  await isDone(operator)

  await page.getByRole('link', { name: 'Settings' }).click()
  await operator.press('Block spend increases')
  await page.getByLabel('Reason').fill('The budget of the year is used up.')
  await operator.press('Block all increases')
  await page.getByText('Spend increases blocked.').waitFor()

  await openCampaign(operator, 'Garden chairs, spring')
  await operator.press('Activate')
  await page.getByText('SPEND_FROZEN').waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Operations' }).click()
  await page.getByRole('link', { name: 'Create search campaign on Google Ads' }).waitFor()
  await page.getByRole('link', { name: 'Create campaign on Facebook and Instagram' }).waitFor()
  await page.getByRole('link', { name: 'Create campaign on LinkedIn' }).waitFor()

  await operator.press('Sign out')
  await operator.waitForHeading('adrail')
})

async function isDone({ page }: Visitor): Promise<void> {
  await page.getByRole('status').getByText('Done', { exact: true }).waitFor()
}

async function openUser({ page }: Visitor): Promise<void> {
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await page.getByRole('link', { name: 'Fox & Söhne' }).click()
}

async function openCampaign(operator: Visitor, name: string): Promise<void> {
  await openUser(operator)
  await operator.page.getByRole('link', { name }).click()
  await operator.waitForHeading(name)
}

/** Creates a link in the console, follows it as the user, and makes the choices. */
async function link(
  { page }: Visitor,
  platform: string,
  person: string,
  choices: readonly string[] = [],
  state = 'Not linked',
): Promise<void> {
  const card = page.getByRole('region', { name: platform, exact: true })
  await card.getByText(state, { exact: true }).waitFor()
  await card.getByRole('button', { name: /^(Create a link|Relink)/ }).click()
  const href = await card.getByRole('link').getAttribute('href')
  const user = await visitor()
  await user.completeConsent(href ?? '', person)
  for (const [index, choice] of choices.entries()) {
    await user.choose(choice)
    await user.press(index === choices.length - 1 ? 'Connect' : 'Continue')
  }
  await user.waitForHeading('Connected')
  // The page shows the new connection without a reload.
  await card.getByText('Connected', { exact: true }).waitFor()
}

async function createOnSocial(operator: Visitor): Promise<void> {
  const { page } = operator
  await newCampaignOn(operator, 'Facebook and Instagram', 'Rye week')
  await page.getByLabel('Objective').selectOption('TRAFFIC')
  await page.getByLabel('Daily budget in EUR').fill('15.00')
  await page.getByLabel('Locations', { exact: true }).fill('Berlin')
  await page
    .getByRole('option', { name: /^Berlin/ })
    .first()
    .click()
  await page.getByLabel('Image', { exact: true }).click()
  await page
    .getByRole('option', { name: /\d+ × \d+/ })
    .first()
    .click()
  await page.getByLabel(/^Primary text/).fill('Fresh rye, out of the oven at seven.')
  await page.getByLabel(/^Headline/).fill('Rye bread, baked here')
  await page.getByLabel('URL', { exact: true }).fill('https://www.foxbakery.example/rye')
  const preview = page.getByRole('region', { name: 'Preview of ad 1' })
  for (const text of ['Fox Bakery', 'Rye bread, baked here', 'www.foxbakery.example', 'Learn more'])
    await preview.getByText(text, { exact: true }).waitFor()
  // The preview loads the picture of the page and the chosen image.
  const seen = "Array.from(document.querySelectorAll('.ad img'), ({ naturalWidth }) => naturalWidth > 0)"
  await expect.poll(() => page.evaluate(seen)).toEqual([true, true])
  await page.getByLabel('Beneficiary').fill('Fox Bakery GmbH')
  await page.getByLabel('Payer').fill('Fox Bakery GmbH')
  await createIt(operator, 'Create campaign on Facebook and Instagram')
}

async function createOnPro(operator: Visitor): Promise<void> {
  await newCampaignOn(operator, 'LinkedIn', 'Boxwood for landscapers')
  await fillProCampaign(operator.page)
  await createIt(operator, 'Create campaign on LinkedIn')
}

async function newCampaignOn(operator: Visitor, platform: string, name: string): Promise<void> {
  const { page } = operator
  await openUser(operator)
  await page
    .getByRole('region', { name: `Campaigns on ${platform}` })
    .getByRole('link', { name: 'New campaign' })
    .click()
  await page.getByLabel('Campaign name').fill(name)
  await page.getByLabel('Start date').fill(new Date(service.clock.now()).toISOString().slice(0, 10))
}

async function createIt(operator: Visitor, operation: string): Promise<void> {
  await operator.press('Check and show the plan')
  await operator.press('Create the campaign')
  await operator.waitForHeading(operation)
  await isDone(operator)
}

/** Revokes a permission, advances the clock by three days, and checks that a campaign has spend. */
async function seeResults(operator: Visitor): Promise<void> {
  const { page } = operator
  await createSandboxAdmin(service).simulate('revoke', { person: 'ben', platform: 'search' })
  await advanceClocks(service, 3 * dayMs)
  await signInAgain(operator)
  await openCampaign(operator, 'Rye week')
  await page
    .getByRole('img', { name: /^Spend by day/ })
    .locator('canvas')
    .waitFor()
}

/** Signs in again, because the session expires when the clock advances by days. */
async function signInAgain(operator: Visitor): Promise<void> {
  const { page } = operator
  await page.clock.setFixedTime(new Date(service.clock.now()))
  await page.goto(`${service.url}/console/`)
  await page.getByLabel('API key').fill(service.apiKey)
  await operator.press('Sign in')
  await operator.waitForHeading('Start')
}

/** Follows the start page to the user whose permission was revoked, and relinks the account. */
async function relink(operator: Visitor): Promise<void> {
  const { page } = operator
  await openUser(operator)
  await page.getByRole('region', { name: 'Campaigns on Google Ads' }).getByRole('alert').waitFor()
  await page.getByRole('link', { name: 'Start', exact: true }).click()
  const row = page.getByRole('row', { name: /Google Ads Needs relink/ })
  await row.getByRole('link', { name: 'Fox & Söhne' }).click()
  await link(operator, 'Google Ads', 'ben', [], 'Needs relink')
}

async function createOnSearch(operator: Visitor): Promise<void> {
  const { page } = operator
  await newCampaignOn(operator, 'Google Ads', 'Garden chairs, spring')
  await operator.press('Check and show the plan')
  await expect.poll(() => page.getByLabel('Daily budget').getAttribute('aria-invalid')).toBe('true')
  // The page shows each error at its field and moves the focus to the first one.
  await page.getByText('The form marks these fields.').waitFor()
  const focused = () => page.evaluate('document.activeElement.labels[0].textContent')
  await expect.poll(focused).toBe('Objective')

  await page.getByLabel('Objective').selectOption('TRAFFIC')
  await page.getByLabel('Daily budget').fill('12.50')
  await page.getByLabel('Start date').fill('2030-03-01')
  await page.getByLabel('Keywords', { exact: true }).fill('garden chairs')
  await page.getByRole('option', { name: 'garden chairs As typed' }).click()
  await page.getByLabel('Locations', { exact: false }).first().fill('United States')
  await page
    .getByRole('option', { name: /^United States/ })
    .first()
    .click()
  await page.getByLabel('URL', { exact: true }).fill('https://shop.example/')
  await page.getByLabel('Headlines').fill('Garden chairs\nBuilt to last\nOrder today')
  await page.getByLabel('Descriptions').fill('Solid oak, oiled by hand.\nThirty days to return.')
  await page.getByLabel('Callouts').fill('Free delivery')
  const preview = page.getByRole('region', { name: 'Preview of ad 1' })
  await preview.getByText('Garden chairs | Built to last | Order today').waitFor()
  await page.getByLabel('Headline that always comes first').selectOption('Order today')
  await preview.getByText('Order today | Garden chairs | Built to last').waitFor()
  await operator.press('Show another order')
  await preview.getByText('Order today | Built to last | Garden chairs').waitFor()
  // A reload keeps the content of the form.
  await page.reload()
  await expect.poll(() => page.getByLabel('Callouts').inputValue()).toBe('Free delivery')
  await operator.press('Check and show the plan')
  await page
    .getByText(/12\.50\s[A-Z]{3} a day, 375\.00\s[A-Z]{3} in 30 days/)
    .first()
    .waitFor()
  await operator.press('Create the campaign')
  await operator.waitForHeading('Create search campaign on Google Ads')
  await isDone(operator)
  expect((await service.call('user/list_users', {})).results.users).toHaveLength(1)
}
