// Users and programs reload link pages, press buttons twice, go back, open two tabs, and use only the
// keyboard.

import { expect, test } from 'vitest'
import { listConnectedAccounts, newLink, readLinkStatus, useVisitorsAndSite } from '../../testing/browser.ts'

const { service, newVisitor: visitor, site } = useVisitorsAndSite()

test('a link still works after programs have opened it before the user', async () => {
  const { link, linkId } = await newLink(service, { platform: 'SEARCH' })
  const bodies = []
  for (const method of ['HEAD', 'GET', 'GET']) {
    const response = await fetch(link, { method, redirect: 'manual' })
    expect(response.status).toBe(200)
    expect(response.headers.getSetCookie()).toEqual([])
    if (method === 'GET') bodies.push(await response.text())
  }
  expect(bodies[0]).toBe(bodies[1])
  expect(await readLinkStatus(service, linkId)).toBe('opened')
  const ben = await visitor()
  await ben.completeConsent(link, 'ben')
  await ben.waitForHeading('Connected')
})

test('a user can reload every page of a link and still connect', async () => {
  const { link } = await newLink(service, { platform: 'SOCIAL_A', redirectUri: site.url })
  const ada = await visitor()
  await ada.open(link)
  await ada.reload()
  await ada.waitForHeading('Connect Facebook and Instagram (sandbox)')
  await ada.press('Continue')
  await ada.decideConsent('ada')
  await ada.waitForHeading('Choose an ad account')
  await ada.reload()
  await ada.choose('Fox Garden Shop')
  await ada.press('Continue')
  await ada.waitForHeading('Choose a Facebook page')
  await ada.reload()
  await ada.choose('Fox Garden Shop')
  await ada.press('Connect')
  const back = await site.waitForArrival(ada)
  expect(back.searchParams.get('status')).toBe('success')
})

test('a link connects the chosen account when the user double-clicks its buttons', async () => {
  const { link, linkId, userId } = await newLink(service, { platform: 'SEARCH', redirectUri: site.url })
  const otto = await visitor()
  await otto.open(link)
  await otto.page.getByRole('button', { name: 'Continue' }).dblclick()
  await otto.decideConsent('otto')
  await otto.choose('Harbor Coffee Roastery 2')
  await otto.page.getByRole('button', { name: 'Connect', exact: true }).dblclick()
  expect((await site.waitForArrival(otto)).searchParams.get('status')).toBe('success')
  expect(await readLinkStatus(service, linkId)).toBe('completed')
  expect(await listConnectedAccounts(service, userId)).toMatchObject({ searchAds: { accountId: 6600000002 } })
})

test('a user who goes back to the platform and consents again can return to the choice of an account', async () => {
  const { link, userId } = await newLink(service, { platform: 'SEARCH', redirectUri: site.url })
  const otto = await visitor()
  await otto.completeConsent(link, 'otto')
  await otto.waitForHeading('Choose an ad account')
  await otto.page.goBack()
  await otto.decideConsent('otto')
  await otto.waitForHeading('An error occurred')
  await otto.page.getByRole('link', { name: 'Go back to your link' }).click()
  await otto.waitForHeading('Choose an ad account')
  // The link also leads to the choice that is still open.
  await otto.open(link)
  await otto.waitForHeading('Choose an ad account')
  await otto.choose('Harbor Coffee Roastery 2')
  await otto.press('Connect')
  await site.waitForArrival(otto)
  await otto.page.goBack()
  await otto.page.waitForLoadState()
  expect(await listConnectedAccounts(service, userId)).toMatchObject({ searchAds: { accountId: 6600000002 } })
})

test('in two tabs with the same link, the tab that started last connects, and both show the result', async () => {
  const { link, userId } = await newLink(service, { platform: 'SEARCH', redirectUri: site.url })
  const first = await visitor()
  const second = await first.newTab()
  await first.open(link)
  await first.press('Continue')
  await first.page.locator('input[name="person"]').first().waitFor()
  await second.open(link)
  await second.press('Continue')
  await second.page.locator('input[name="person"]').first().waitFor()

  await first.decideConsent('ada')
  await first.waitForHeading('An error occurred')
  await second.decideConsent('ben')
  expect((await site.waitForArrival(second)).searchParams.get('status')).toBe('success')
  expect(await listConnectedAccounts(service, userId)).toMatchObject({
    searchAds: { userName: 'Ben Single' },
  })
  await first.open(link)
  await first.waitForHeading('Connected')
})

test('a user can choose an ad account with the keyboard alone', async () => {
  const { link, userId } = await newLink(service, { platform: 'SEARCH', redirectUri: site.url })
  const yuki = await visitor()
  await yuki.open(link)
  const { keyboard } = yuki.page
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await yuki.decideConsent('yuki')
  await yuki.waitForHeading('Choose an ad account')
  await keyboard.press('Tab')
  await keyboard.press('Space')
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await site.waitForArrival(yuki)
  expect(await listConnectedAccounts(service, userId)).toMatchObject({
    searchAds: { accountName: 'Yuki Tea House' },
  })
})
