// The console as somebody uses it on the first day: from an empty workspace to a campaign that runs and is stopped.

import { expect, test } from 'vitest'
import type { Visitor } from '../../testing/browser.ts'
import { useConsole } from '../../testing/console.ts'

const { service, visitor, signedIn } = useConsole()

test('leads from an empty workspace to a linked account, a campaign that runs, and a freeze that holds', async () => {
  const somebody = await signedIn()
  const { page } = somebody
  await page.getByRole('link', { name: 'To the users' }).click()
  await somebody.sees('Users')
  await somebody.press('New user')
  await page.getByLabel('Name', { exact: true }).fill('Fox & Söhne')
  await somebody.press('Make the user')
  await somebody.sees('Fox & Söhne')

  await linkOnSearch(somebody)

  await createOnSearch(somebody)

  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await page.getByRole('link', { name: 'Fox & Söhne' }).click()
  await page.getByRole('link', { name: 'Garden chairs, spring' }).click()
  await somebody.sees('Garden chairs, spring')
  await somebody.press('Pause')
  await somebody.press('Pause the campaign')
  await somebody.sees('search/update_campaign_status')
  await page.getByText('Everything was done.').waitFor()

  await page.getByRole('link', { name: 'Spending' }).click()
  await somebody.press('Freeze spending')
  await page.getByLabel('Why').fill('The budget of the year is used up.')
  await somebody.press('Freeze all spending')
  await page.getByText('Frozen.').waitFor()

  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await page.getByRole('link', { name: 'Fox & Söhne' }).click()
  await page.getByRole('link', { name: 'Garden chairs, spring' }).click()
  await somebody.press('Switch on')
  await page.getByText('SPEND_FROZEN').waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Operations' }).click()
  await page.getByRole('link', { name: 'search/create_search_campaign' }).waitFor()
  expect(await page.getByRole('row').count()).toBe(3)

  await somebody.press('Sign out')
  await somebody.sees('adrail')
})

async function linkOnSearch(somebody: Visitor): Promise<void> {
  const { page } = somebody
  const card = page.getByRole('region', { name: 'Google Ads', exact: true })
  await card.getByText('Not linked').waitFor()
  await card.getByRole('button', { name: 'Make a link' }).click()
  const link = await card.getByRole('link').getAttribute('href')
  const user = await visitor()
  await user.goThrough(link ?? '', 'ben')
  await user.sees('Connected')
  // The page notices by itself.
  await card.getByText('Works', { exact: true }).waitFor()
}

async function createOnSearch(somebody: Visitor): Promise<void> {
  const { page } = somebody
  await page.getByRole('link', { name: 'New campaign' }).click()
  await page.getByLabel('Campaign name').fill('Garden chairs, spring')
  await somebody.press('Check it and show the plan')
  await expect.poll(() => page.getByLabel('Daily budget').getAttribute('aria-invalid')).toBe('true')

  await page.getByLabel('Objective').selectOption('TRAFFIC')
  await page.getByLabel('Daily budget').fill('12.50')
  await page.getByLabel('Start date').fill('2030-03-01')
  await page.getByLabel('Keywords', { exact: true }).fill('garden chairs')
  await page.getByRole('button', { name: 'garden chairs As typed' }).click()
  await page.getByLabel('Locations', { exact: false }).first().fill('United States')
  await page
    .getByRole('button', { name: /^United States/ })
    .first()
    .click()
  await page.getByLabel('URL', { exact: true }).fill('https://shop.example/')
  await page.getByLabel('Headlines').fill('Garden chairs\nBuilt to last\nOrder today')
  await page.getByLabel('Descriptions').fill('Solid oak, oiled by hand.\nThirty days to return.')
  await page.getByLabel('Callouts').fill('Free delivery')
  // Nothing is lost by loading the page again.
  await page.reload()
  await expect.poll(() => page.getByLabel('Callouts').inputValue()).toBe('Free delivery')
  await somebody.press('Check it and show the plan')
  await page.getByText(/12\.50 a day, .*375\.00 in 30 days/).waitFor()
  await somebody.press('Create the campaign')
  await somebody.sees('search/create_search_campaign')
  await page.getByText('Everything was done.').waitFor()
  expect((await service.call('user/list_users', {})).results.users).toHaveLength(1)
}
