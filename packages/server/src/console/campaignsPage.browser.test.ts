// The campaigns page shows the campaigns of all users, derives statuses from their dates, and pauses all of
// them.

import { beforeAll, expect, test } from 'vitest'
import { useConsole } from '../../testing/console.ts'
import { pollTwice } from '../../testing/freshRound.ts'
import { newLinkedUser } from '../../testing/linked.ts'

const { service, newSignedInVisitor: signedIn } = useConsole({ environment: { MIRROR: 'on' } })
let userId = ''

beforeAll(async () => {
  userId = await newLinkedUser(service)
  await pollTwice(service.app.mirrorReader)
})

test.each(['Scheduled', 'Ended'])(
  'the campaigns page shows only campaigns with the badge %s when it filters by that status',
  async (word) => {
    const { page } = await signedIn()
    await page.goto(`${service.url}/console/campaigns`)
    await page.getByLabel('Status').selectOption(word)
    await expect.poll(() => page.url()).toContain(`status=${word.toUpperCase()}`)
    await page
      .getByRole('row', { name: /Facebook/ })
      .first()
      .waitFor()
    const statuses = await page.locator('tbody .badge').allInnerTexts()
    expect(new Set(statuses)).toEqual(new Set([word]))
  },
)

test('one red button pauses all campaigns after it shows the plan, and the undo resumes them', async () => {
  const active = async () => {
    const { campaigns } = (await service.call('social/get_campaigns', { userId, status: 'ACTIVE' })).results
    return campaigns.map(({ id }) => id).sort()
  }
  const before = await active()
  const operator = await signedIn()
  const { page } = operator
  const button = page.getByRole('button', { name: 'Pause all campaigns' })
  expect(await button.getAttribute('class')).toContain('danger')
  await button.click()
  await page.getByRole('dialog').locator('.plan li').first().waitFor()
  expect(await active()).toEqual(before)
  await operator.press('Pause these campaigns')
  await page.getByRole('status').getByText('Done', { exact: true }).waitFor()
  expect(await active()).toEqual([])
  await operator.press('Undo')
  await operator.press('Undo the operation')
  await operator.waitForHeading('Undo operation')
  await page.getByRole('status').getByText('Done', { exact: true }).waitFor()
  expect(await active()).toEqual(before)
})

test('both lists and the page of a campaign with ad set budgets show "In the ad sets" as its budget', async () => {
  const { page } = await signedIn()
  for (const list of ['campaigns', `users/${userId}`]) {
    await page.goto(`${service.url}/console/${list}`)
    const row = page.getByRole('row', { name: /Sunday breakfast boxes/ })
    await row.getByText('In the ad sets').waitFor()
    await row.getByRole('link', { name: 'Sunday breakfast boxes' }).click()
    await page.locator('.tile', { hasText: 'In the ad sets' }).waitFor()
  }
})
