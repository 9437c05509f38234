// These tests use the look-up fields of the console with a keyboard and check their ARIA attributes.

import { declarationOf, operationNames } from '@adrail/contract'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { findAxeViolations } from '../../testing/axe.ts'
import { useConsole } from '../../testing/console.ts'
import { newLinkedUser } from '../../testing/linked.ts'
import { springCampaignId } from '../../testing/social.ts'

const { service, newSignedInVisitor: signedIn } = useConsole()
let userId = ''

beforeAll(async () => {
  userId = await newLinkedUser(service)
})

async function openForm(): Promise<Page> {
  const { page } = await signedIn()
  await page.goto(`${service.url}/console/users/${userId}/social/new`)
  return page
}

/** Returns the text of the option in `aria-activedescendant`. Empty when no option is active. */
async function activeOption(page: Page, box: Locator): Promise<string> {
  const id = await box.getAttribute('aria-activedescendant')
  if (id === null) return ''
  const option = page.locator('[role=option][aria-selected=true]')
  expect(await option.getAttribute('id')).toBe(id)
  return await option.innerText()
}

const matches = (page: Page) => page.getByRole('listbox', { name: 'Matches' }).getByRole('option')

const hasFocus = async (box: Locator) => (await box.and(box.page().locator(':focus')).count()) === 1

test('a look-up is a combobox: arrow keys, Home and End reach its options, and the focus stays in the input', async () => {
  const page = await openForm()
  const box = page.getByRole('combobox', { name: 'Locations', exact: true })
  expect(await box.getAttribute('aria-expanded')).toBe('false')
  await box.focus()
  await page.keyboard.type('Berlin')
  await matches(page).nth(1).waitFor()
  const options = await matches(page).allInnerTexts()
  expect(await box.getAttribute('aria-expanded')).toBe('true')
  expect(await page.getByRole('listbox', { name: 'Matches' }).getAttribute('id')).toBe(
    await box.getAttribute('aria-controls'),
  )
  expect(await activeOption(page, box)).toBe('')
  for (const [key, option] of [
    ['ArrowDown', options[0]],
    ['ArrowDown', options[1]],
    ['End', options.at(-1)],
    ['ArrowDown', options[0]],
    ['ArrowUp', options.at(-1)],
    ['Home', options[0]],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(() => activeOption(page, box)).toBe(option)
    expect(await hasFocus(box)).toBe(true)
  }
  expect(await findAxeViolations(page, 'html')).toEqual([])
})

test('in a look-up, Enter chooses the active option, and Escape closes the list without a choice', async () => {
  const page = await openForm()
  const box = page.getByRole('combobox', { name: 'Locations', exact: true })
  await box.focus()
  await page.keyboard.type('Berlin')
  await matches(page).first().waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => matches(page).count()).toBe(0)
  expect(await box.inputValue()).toBe('Berlin')
  await page.keyboard.press('ArrowDown')
  await matches(page).first().waitFor()
  await page.keyboard.press('Enter')
  const remove = page.getByRole('button', { name: 'Remove Berlin' })
  await remove.waitFor()
  expect([await box.getAttribute('aria-expanded'), await hasFocus(box)]).toEqual(['false', true])
  await remove.focus()
  await page.keyboard.press('Enter')
  await remove.waitFor({ state: 'detached' })
  expect(await hasFocus(box)).toBe(true)
})

test('a single-choice look-up shows the name of the choice, and keeps the focus after a choice and after its removal', async () => {
  const page = await openForm()
  await page.locator('summary').first().click()
  const box = page.getByRole('combobox', { name: /^Lead form/ })
  await box.focus()
  await page.keyboard.press('ArrowDown')
  const name = await matches(page).first().locator('span').innerText()
  await page.keyboard.press('Enter')
  await expect.poll(() => box.inputValue()).toBe(name)
  expect(await hasFocus(box)).toBe(true)
  // Typed text without a chosen option changes nothing.
  await page.keyboard.type('something else')
  await page.keyboard.press('Tab')
  await expect.poll(() => box.inputValue()).toBe(name)
  await page.getByRole('button', { name: `Remove ${name}` }).press('Enter')
  await expect.poll(() => box.inputValue()).toBe('')
  expect(await hasFocus(box)).toBe(true)
})

test('the users page finds users by part of their name or email address, and its URL keeps the search', async () => {
  await service.call('user/create_user', { name: 'Fox & Söhne', email: 'office@fox.example' })
  await service.call('user/create_user', { name: 'Single Tools' })
  const { page } = await signedIn()
  await page.goto(`${service.url}/console/users`)
  const rows = page.getByRole('row')
  for (const search of ['söhne', 'OFFICE@']) {
    await page.getByLabel('Find a user').fill(search)
    await page.keyboard.press('Enter')
    await expect.poll(() => rows.count()).toBe(2)
    await rows.getByRole('link', { name: 'Fox & Söhne' }).waitFor()
  }
  await page.reload()
  expect(await page.getByLabel('Find a user').inputValue()).toBe('OFFICE@')
  await page.getByLabel('Find a user').fill('nobody')
  await page.keyboard.press('Enter')
  await page.getByText('No such users').waitFor()
})

test.each(['operations', 'events', 'audit', 'campaigns'])(
  'the list /%s filters by a user found by name, and another tab shows the name in the filter',
  async (path) => {
    const { results } = await service.call('user/create_user', { name: `Reader of ${path}` })
    const operator = await signedIn()
    const { page } = operator
    await page.goto(`${service.url}/console/${path}`)
    await page.getByLabel('User', { exact: true }).fill(`OF ${path}`)
    await matches(page).first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toContain(`userId=${results.user.userId}`)
    const other = await operator.newTab()
    await other.open(page.url())
    const box = other.page.getByLabel('User', { exact: true })
    await expect.poll(() => box.inputValue()).toBe(`Reader of ${path}`)
    await other.page.getByRole('button', { name: `Remove Reader of ${path}` }).click()
    await expect.poll(() => other.page.url()).not.toContain('userId')
  },
)

test('the audit page filters by a key that is found by name', async () => {
  const { keyId } = (await service.call('workspace/create_key', { name: 'Nightly', scopes: ['read'] }))
    .results.key
  const { page } = await signedIn()
  await page.goto(`${service.url}/console/audit`)
  await page.getByLabel('By', { exact: true }).fill('night')
  await page.getByRole('option', { name: /^Nightly/ }).click()
  await expect.poll(() => page.url()).toContain(`actor=${keyId}`)
})

test('the audit page offers the events of every operation and the latest operations, and accepts a typed event', async () => {
  const { operationId } = (
    await service.call('social/edit_campaign', { userId, campaignId: springCampaignId, amount: 12 })
  ).results
  const { page } = await signedIn()
  await page.goto(`${service.url}/console/audit`)
  const event = page.getByLabel('Event', { exact: true })
  await event.click()
  await matches(page).first().waitFor()
  const offered = await matches(page).locator('small').allInnerTexts()
  const recorded = operationNames.flatMap((name) => {
    const { audit } = declarationOf(name)
    return 'event' in audit ? [audit.event] : []
  })
  expect(recorded.filter((each) => !offered.includes(each))).toEqual([])
  await event.fill('later.release')
  await page.getByRole('option', { name: 'later.release' }).click()
  await page.getByText('No entries').waitFor()
  await event.fill('budget')
  await page.getByRole('option', { name: /^Campaign budget changed/ }).click()
  await page.getByLabel('Operation', { exact: true }).click()
  await page.getByRole('option', { name: operationId }).click()
  await expect.poll(() => page.url()).toContain(operationId)
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
})
