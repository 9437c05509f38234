// Look-ups of the console, used with a keyboard and heard by a screen reader.

import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { axeFlaws } from '../../testing/axe.ts'
import { useConsole } from '../../testing/console.ts'
import { linkedUser } from '../../testing/linked.ts'

const { service, signedIn } = useConsole()
let userId = ''

beforeAll(async () => {
  userId = await linkedUser(service)
})

async function openForm(): Promise<Page> {
  const { page } = await signedIn()
  await page.goto(`${service.url}/console/users/${userId}/social/new`)
  return page
}

/** The text of the option that `aria-activedescendant` names; empty where it names none. */
async function activeOption(page: Page, box: Locator): Promise<string> {
  const id = await box.getAttribute('aria-activedescendant')
  if (id === null) return ''
  const option = page.locator(`[role=option][aria-selected=true]`)
  expect(await option.getAttribute('id')).toBe(id)
  return await option.innerText()
}

const hasFocus = (box: Locator) => box.evaluate('(element) => element === document.activeElement')

test('a look-up is a combobox: arrow keys, Home and End reach its options, and the focus stays in the input', async () => {
  const page = await openForm()
  const box = page.getByRole('combobox', { name: 'Locations', exact: true })
  expect(await box.getAttribute('aria-expanded')).toBe('false')
  await box.focus()
  await page.keyboard.type('Berlin')
  await page.getByRole('option').nth(1).waitFor()
  const options = await page.getByRole('option').allInnerTexts()
  expect(await box.getAttribute('aria-expanded')).toBe('true')
  expect(await page.getByRole('listbox').getAttribute('id')).toBe(await box.getAttribute('aria-controls'))
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
  expect(await axeFlaws(page, 'html')).toEqual([])
})

test('Enter chooses the active option, and Escape closes the list without a choice', async () => {
  const page = await openForm()
  const box = page.getByRole('combobox', { name: 'Locations', exact: true })
  await box.focus()
  await page.keyboard.type('Berlin')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('option').count()).toBe(0)
  expect(await box.inputValue()).toBe('Berlin')
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  const remove = page.getByRole('button', { name: 'Remove Berlin' })
  await remove.waitFor()
  expect([await box.getAttribute('aria-expanded'), await hasFocus(box)]).toEqual(['false', true])
  await remove.focus()
  await page.keyboard.press('Enter')
  await remove.waitFor({ state: 'detached' })
  expect(await hasFocus(box)).toBe(true)
})

test('a field with one choice shows its name, and has the focus after the choice and after its removal', async () => {
  const page = await openForm()
  await page.locator('summary').first().click()
  const box = page.getByRole('combobox', { name: /^Lead form/ })
  await box.focus()
  await page.keyboard.press('ArrowDown')
  const name = await page.getByRole('option').first().locator('span').innerText()
  await page.keyboard.press('Enter')
  await expect.poll(() => box.inputValue()).toBe(name)
  expect(await hasFocus(box)).toBe(true)
  // What is typed instead, and not chosen, changes nothing.
  await page.keyboard.type('something else')
  await page.keyboard.press('Tab')
  await expect.poll(() => box.inputValue()).toBe(name)
  await page.getByRole('button', { name: `Remove ${name}` }).press('Enter')
  await expect.poll(() => box.inputValue()).toBe('')
  expect(await hasFocus(box)).toBe(true)
})
