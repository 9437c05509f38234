// The console as somebody uses it in the first days: from an empty workspace to campaigns on all platforms that run, bring
// something, and are stopped.

import { expect, test } from 'vitest'
import type { Visitor } from '../../testing/browser.ts'
import { fillProCampaign, useConsole } from '../../testing/console.ts'
import { dayMs, turn } from '../../testing/linking.ts'
import { sandboxOf } from '../../testing/sandbox.ts'

const { service, visitor, signedIn } = useConsole()

test('leads from an empty workspace to campaigns on three platforms, their results, a relink, an undo and a freeze that holds', async () => {
  const somebody = await signedIn()
  const { page } = somebody
  await page.getByRole('link', { name: 'To the users' }).click()
  await somebody.sees('Users')
  await somebody.press('New user')
  await page.getByLabel('Name', { exact: true }).fill('Fox & Söhne')
  await somebody.press('Make the user')
  await somebody.sees('Fox & Söhne')

  await link(somebody, 'Google Ads', 'ben')
  await link(somebody, 'Facebook and Instagram', 'ada', ['Fox Bakery', 'Fox Bakery'])
  await link(somebody, 'LinkedIn', 'ada', ['Fox Garden Shop'])

  await createOnSearch(somebody)
  await createOnSocial(somebody)
  await createOnPro(somebody)
  await seeResults(somebody)
  await relink(somebody)

  await openCampaign(somebody, 'Garden chairs, spring')
  await somebody.press('Pause')
  await somebody.press('Pause the campaign')
  await somebody.sees('Update campaign status on Google Ads')
  await isDone(somebody)
  await somebody.press('Undo')
  await somebody.press('Undo it')
  await somebody.sees('Undo operation')
  await isDone(somebody)
  await openCampaign(somebody, 'Garden chairs, spring')
  await somebody.press('Pause')
  await somebody.press('Pause the campaign')
  await somebody.sees('Update campaign status on Google Ads')
  await isDone(somebody)

  await page.getByRole('link', { name: 'Settings' }).click()
  await somebody.press('Block spend increases')
  await page.getByLabel('Reason').fill('The budget of the year is used up.')
  await somebody.press('Block all increases')
  await page.getByText('Spend increases blocked.').waitFor()

  await openCampaign(somebody, 'Garden chairs, spring')
  await somebody.press('Switch on')
  await page.getByText('SPEND_FROZEN').waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Operations' }).click()
  await page.getByRole('link', { name: 'Create search campaign on Google Ads' }).waitFor()
  await page.getByRole('link', { name: 'Create campaign on Facebook and Instagram' }).waitFor()
  await page.getByRole('link', { name: 'Create campaign on LinkedIn' }).waitFor()

  await somebody.press('Sign out')
  await somebody.sees('adrail')
})

async function isDone({ page }: Visitor): Promise<void> {
  await page.getByRole('status').getByText('Done', { exact: true }).waitFor()
}

async function openUser({ page }: Visitor): Promise<void> {
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await page.getByRole('link', { name: 'Fox & Söhne' }).click()
}

async function openCampaign(somebody: Visitor, name: string): Promise<void> {
  await openUser(somebody)
  await somebody.page.getByRole('link', { name }).click()
  await somebody.sees(name)
}

/** The user goes through the link, and chooses what there is to choose. */
async function link(
  { page }: Visitor,
  platform: string,
  person: string,
  choices: readonly string[] = [],
  state = 'Not linked',
): Promise<void> {
  const card = page.getByRole('region', { name: platform, exact: true })
  await card.getByText(state, { exact: true }).waitFor()
  await card.getByRole('button', { name: /^(Make a link|Link again)/ }).click()
  const href = await card.getByRole('link').getAttribute('href')
  const user = await visitor()
  await user.goThrough(href ?? '', person)
  for (const [index, choice] of choices.entries()) {
    await user.choose(choice)
    await user.press(index === choices.length - 1 ? 'Connect' : 'Continue')
  }
  await user.sees('Connected')
  // The page notices by itself.
  await card.getByText('Works', { exact: true }).waitFor()
}

async function createOnSocial(somebody: Visitor): Promise<void> {
  const { page } = somebody
  await newCampaignOn(somebody, 'Facebook and Instagram', 'Rye week')
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
  // That of the page, and the one that was chosen.
  const seen = "Array.from(document.querySelectorAll('.ad img'), ({ naturalWidth }) => naturalWidth > 0)"
  await expect.poll(() => page.evaluate(seen)).toEqual([true, true])
  await page.getByLabel('Beneficiary').fill('Fox Bakery GmbH')
  await page.getByLabel('Payer').fill('Fox Bakery GmbH')
  await createIt(somebody, 'Create campaign on Facebook and Instagram')
}

async function createOnPro(somebody: Visitor): Promise<void> {
  await newCampaignOn(somebody, 'LinkedIn', 'Boxwood for landscapers')
  await fillProCampaign(somebody.page)
  await createIt(somebody, 'Create campaign on LinkedIn')
}

async function newCampaignOn(somebody: Visitor, platform: string, name: string): Promise<void> {
  const { page } = somebody
  await openUser(somebody)
  await page
    .getByRole('region', { name: `Campaigns on ${platform}` })
    .getByRole('link', { name: 'New campaign' })
    .click()
  await page.getByLabel('Campaign name').fill(name)
  await page.getByLabel('Start date').fill(new Date(service.clock.now()).toISOString().slice(0, 10))
}

async function createIt(somebody: Visitor, operation: string): Promise<void> {
  await somebody.press('Check it and show the plan')
  await somebody.press('Create the campaign')
  await somebody.sees(operation)
  await isDone(somebody)
}

/** Three days later the campaign has spent something, and one permission has ended meanwhile. */
async function seeResults(somebody: Visitor): Promise<void> {
  const { page } = somebody
  await sandboxOf(service).simulate('revoke', { person: 'ben', platform: 'search' })
  await turn(service, 3 * dayMs)
  await signInAgain(somebody)
  await openCampaign(somebody, 'Rye week')
  await page
    .getByRole('img', { name: /^Spend by day/ })
    .locator('canvas')
    .waitFor()
}

/** A session does not outlast the days; the console asks for the key again. */
async function signInAgain(somebody: Visitor): Promise<void> {
  const { page } = somebody
  await page.clock.setFixedTime(new Date(service.clock.now()))
  await page.goto(`${service.url}/console/`)
  await page.getByLabel('API key').fill(service.apiKey)
  await somebody.press('Sign in')
  await somebody.sees('Start')
}

/** Whose permission has ended is said on the first page, and a new link mends it. */
async function relink(somebody: Visitor): Promise<void> {
  const { page } = somebody
  await openUser(somebody)
  await page.getByRole('region', { name: 'Campaigns on Google Ads' }).getByRole('alert').waitFor()
  await page.getByRole('link', { name: 'Start', exact: true }).click()
  const row = page.getByRole('row', { name: /Google Ads Relink/ })
  await row.getByRole('link', { name: 'Fox & Söhne' }).click()
  await link(somebody, 'Google Ads', 'ben', [], 'Relink')
}

async function createOnSearch(somebody: Visitor): Promise<void> {
  const { page } = somebody
  await newCampaignOn(somebody, 'Google Ads', 'Garden chairs, spring')
  await somebody.press('Check it and show the plan')
  await expect.poll(() => page.getByLabel('Daily budget').getAttribute('aria-invalid')).toBe('true')
  // All of it is said at its field, and the first one is where the reader is led.
  await page.getByText('They are marked in the form.').waitFor()
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
  await somebody.press('Another order')
  await preview.getByText('Order today | Built to last | Garden chairs').waitFor()
  // Nothing is lost by loading the page again.
  await page.reload()
  await expect.poll(() => page.getByLabel('Callouts').inputValue()).toBe('Free delivery')
  await somebody.press('Check it and show the plan')
  await page
    .getByText(/12\.50\s[A-Z]{3} a day, 375\.00\s[A-Z]{3} in 30 days/)
    .first()
    .waitFor()
  await somebody.press('Create the campaign')
  await somebody.sees('Create search campaign on Google Ads')
  await isDone(somebody)
  expect((await service.call('user/list_users', {})).results.users).toHaveLength(1)
}
