// Linking can fail in several ways, and the user can recover from most of them.

import { linkPlatforms } from '@adrail/contract'
import { describe, expect, test } from 'vitest'
import { listConnectedAccounts, newLink, readLinkStatus, useVisitorsAndSite } from '../../testing/browser.ts'
import { newLinkedUser } from '../../testing/linked.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { linkLifetimeMs } from '../linking/createLink.ts'

const { service, newVisitor: visitor, site } = useVisitorsAndSite()

describe('a login without ad accounts', () => {
  test.each(linkPlatforms)(
    'is explained for %s, and the user can continue with another login',
    async (platform) => {
      const { link, linkId } = await newLink(service, { platform, redirectUri: site.url })
      const nora = await visitor()
      await nora.completeConsent(link, 'nora')
      await nora.waitForHeading('No ad account found')
      expect(await readLinkStatus(service, linkId)).toBe('opened: no_ad_accounts')
      await nora.reload()
      await nora.waitForHeading('No ad account found')
      await nora.press('Use another login')
      await nora.decideConsent('ben')
      expect((await site.waitForArrival(nora)).searchParams.get('status')).toBe('success')
      expect(await readLinkStatus(service, linkId)).toBe('completed')
    },
  )

  test('returns the reason to the caller when the user cancels', async () => {
    const { link, linkId } = await newLink(service, { platform: 'SEARCH', redirectUri: site.url, state: 's' })
    const nora = await visitor()
    await nora.completeConsent(link, 'nora')
    await nora.waitForHeading('No ad account found')
    await nora.press('Cancel')
    expect(Object.fromEntries((await site.waitForArrival(nora)).searchParams)).toEqual({
      status: 'error',
      platform: 'SEARCH',
      state: 's',
      error: 'no_ad_accounts',
      error_description:
        'The login has no ad account that can be connected. Ask the user to sign in with a different login.',
    })
    expect(await readLinkStatus(service, linkId)).toBe('failed: no_ad_accounts')
  })
})

describe('a refused consent', () => {
  test.each(linkPlatforms)(
    'at %s returns the user to the caller with the status cancelled',
    async (platform) => {
      const { link, linkId, userId } = await newLink(service, { platform, redirectUri: site.url })
      const ada = await visitor()
      await ada.completeConsent(link, 'ada', 'refuse')
      const back = await site.waitForArrival(ada)
      expect(back.searchParams.get('status')).toBe('cancelled')
      expect(back.searchParams.get('error')).toBe('access_denied')
      expect(await readLinkStatus(service, linkId)).toBe('cancelled: access_denied')
      expect(await listConnectedAccounts(service, userId)).toEqual({})
    },
  )

  test('on the start page of the link also cancels the link', async () => {
    const { link, linkId } = await newLink(service, { platform: 'SEARCH' })
    const ada = await visitor()
    await ada.open(link)
    await ada.press('Cancel')
    await ada.waitForHeading('Not connected')
    expect(ada.page.url()).toBe(link)
    await ada.reload()
    await ada.waitForHeading('Not connected')
    expect(await readLinkStatus(service, linkId)).toBe('cancelled: access_denied')
  })
})

describe('a partial consent', () => {
  test.each([
    ['SOCIAL_A', 'greta', 'ads_management'],
    ['SEARCH', 'greta', 'adwords'],
  ] as const)(
    'at %s shows the missing permission, and the user can grant it again',
    async (platform, person, scope) => {
      const { link, linkId } = await newLink(service, { platform, redirectUri: site.url })
      const greta = await visitor()
      await greta.open(link)
      await greta.press('Continue')
      await greta.decideConsent(person, 'partial', [scope])
      await greta.waitForHeading('A permission is missing')
      expect(await readLinkStatus(service, linkId)).toBe('opened: missing_permissions')
      await greta.reload()
      await greta.press('Grant again')
      await greta.decideConsent(person)
      expect((await site.waitForArrival(greta)).searchParams.get('status')).toBe('success')
    },
  )
})

describe('a failure of the platform', () => {
  test('is shown to the user, who can retry successfully', async () => {
    const { link, linkId } = await newLink(service, { platform: 'SEARCH', redirectUri: site.url })
    const call = 'customers:listAccessibleCustomers'
    await createSandboxAdmin(service).injectFault({ platform: 'search', call, kind: 'status', status: 500 })
    const ben = await visitor()
    await ben.completeConsent(link, 'ben')
    await ben.waitForHeading('Google Ads (sandbox) does not respond')
    expect(await readLinkStatus(service, linkId)).toBe('opened: platform_unavailable')
    await ben.press('Try again')
    await ben.decideConsent('ben')
    expect((await site.waitForArrival(ben)).searchParams.get('status')).toBe('success')
  })

  test('because of a misconfigured app ends the link with the error app_misconfigured', async () => {
    const { link, linkId } = await newLink(service, { platform: 'SOCIAL_A', redirectUri: site.url })
    const ben = await visitor()
    await ben.completeConsent(link, 'ben', 'misconfigured')
    const back = await site.waitForArrival(ben)
    expect(back.searchParams.get('error')).toBe('app_misconfigured')
    expect(await readLinkStatus(service, linkId)).toBe('failed: app_misconfigured')
  })
})

describe('a relink by another person', () => {
  test('replaces the earlier login only when the user confirms the replacement', async () => {
    const userId = await newLinkedUser(service, {
      platform: 'SEARCH',
      person: 'ada',
      accountId: '4823109756',
    })
    const { link } = await newLink(service, { platform: 'SEARCH', userId, redirectUri: site.url })
    const ben = await visitor()
    await ben.completeConsent(link, 'ben')
    await ben.waitForHeading('Choose an ad account')
    expect(await ben.readText()).toContain('The current connection uses the login of Ada Fox.')
    expect(await ben.page.locator('.option.off').innerText()).toMatch(
      /Fox Garden Shop\s+4823109756 · connected until now · not available to this login/,
    )
    await ben.choose('Single Cycles')
    // The browser does not send the form without the ticked box, and the service refuses such a form too.
    await ben.page.evaluate(`document.querySelector('[name=confirm]').required = false`)
    await ben.press('Connect')
    await ben.page.getByText('Select the checkbox to confirm').waitFor()
    expect(await listConnectedAccounts(service, userId)).toMatchObject({ searchAds: { userName: 'Ada Fox' } })
    expect(await ben.page.getByLabel('Single Cycles').isChecked()).toBe(true)
    await ben.page.getByLabel('Yes, replace the login of Ada Fox').check()
    await ben.press('Connect')
    await site.waitForArrival(ben)
    expect(await listConnectedAccounts(service, userId)).toMatchObject({
      searchAds: { userName: 'Ben Single' },
    })
  })

  test('changes nothing when the user cancels', async () => {
    const userId = await newLinkedUser(service, {
      platform: 'SEARCH',
      person: 'ada',
      accountId: '4823109756',
    })
    const { link } = await newLink(service, { platform: 'SEARCH', userId, redirectUri: site.url })
    const otto = await visitor()
    await otto.completeConsent(link, 'otto')
    await otto.waitForHeading('Choose an ad account')
    await otto.press('Cancel')
    expect((await site.waitForArrival(otto)).searchParams.get('status')).toBe('cancelled')
    expect(await listConnectedAccounts(service, userId)).toMatchObject({
      searchAds: { userName: 'Ada Fox', connectionStatus: 'active' },
    })
  })
})

describe('the page of a link', () => {
  test('reports the expiry of the link at every step, and returns the user with the status expired', async () => {
    const open = await newLink(service, { platform: 'SEARCH', redirectUri: site.url, state: 'late' })
    const choosing = await newLink(service, { platform: 'SEARCH', redirectUri: site.url })
    const consentLink = await newLink(service, { platform: 'SEARCH', redirectUri: site.url })
    const [one, other, third] = [await visitor(), await visitor(), await visitor()]
    await one.open(open.link)
    await other.completeConsent(choosing.link, 'otto')
    await other.choose('Harbor Coffee Roastery 2')
    await third.open(consentLink.link)
    await third.press('Continue')
    await third.page.locator('input[name="person"]').first().waitFor()
    service.clock.advance(linkLifetimeMs)

    await one.press('Continue')
    await one.waitForHeading('This link has expired')
    expect(await one.readText()).toContain('Links expire after 30 minutes. Ask Test for a new link.')
    expect(await readLinkStatus(service, open.linkId)).toBe('expired')
    await one.page.getByRole('link', { name: 'Back to Test' }).click()
    expect(Object.fromEntries((await site.waitForArrival(one)).searchParams)).toEqual({
      status: 'expired',
      platform: 'SEARCH',
      state: 'late',
    })
    await other.press('Connect')
    expect((await site.waitForArrival(other)).searchParams.get('status')).toBe('expired')
    await third.decideConsent('ben')
    await third.waitForHeading('An error occurred')
    expect(await listConnectedAccounts(service, consentLink.userId)).toEqual({})
  })

  test('shows the outcome when the user opens a completed link again', async () => {
    const { link } = await newLink(service, { platform: 'SEARCH', redirectUri: site.url })
    const ben = await visitor()
    await ben.completeConsent(link, 'ben')
    await site.waitForArrival(ben)
    for (const address of [link, `${link}/select`, `${link}/start`]) {
      await ben.open(address)
      await ben.waitForHeading('Connected')
    }
    await ben.page.getByRole('link', { name: 'Back to Test' }).click()
    expect((await site.waitForArrival(ben)).searchParams.get('status')).toBe('success')
  })

  test('shows neither a workspace name nor further links when the link is unknown', async () => {
    const newcomer = await visitor()
    const never = `${service.url}/connect/${'A'.repeat(43)}`
    for (const address of [never, `${never}/select`, `${service.url}/connect/x`]) {
      await newcomer.open(address)
      await newcomer.waitForHeading('Unknown link')
      expect(await newcomer.page.title()).toBe('Unknown link')
      expect(await newcomer.page.getByRole('link').count()).toBe(0)
    }
  })
})

describe('an OAuth callback', () => {
  test.each([
    ['arrives in another browser', 'allow'],
    ['has an altered state', 'altered'],
  ])('connects nothing when it %s, and the user can still complete the link', async (_, decision) => {
    const { link, linkId, userId } = await newLink(service, { platform: 'SEARCH', redirectUri: site.url })
    const ben = await visitor()
    await ben.open(link)
    await ben.press('Continue')
    const stranger = await visitor()
    if (decision === 'allow') {
      // Another browser opens the consent page of the platform and receives the callback.
      await ben.page.locator('input[name="person"]').first().waitFor()
      await stranger.open(ben.page.url())
      await stranger.decideConsent('ben')
    } else await ben.decideConsent('ben', decision)
    const puzzled = decision === 'allow' ? stranger : ben
    await puzzled.waitForHeading('An error occurred')
    expect(puzzled.page.url()).toMatch(/\/connect\/callback\/search\?/)
    expect(await listConnectedAccounts(service, userId)).toEqual({})
    expect(await readLinkStatus(service, linkId)).toBe('started')

    await ben.completeConsent(link, 'ben')
    expect((await site.waitForArrival(ben)).searchParams.get('status')).toBe('success')
  })

  test('completes the link when the platform sends it twice', async () => {
    const { link } = await newLink(service, { platform: 'PROFESSIONAL', redirectUri: site.url })
    const ben = await visitor()
    await ben.completeConsent(link, 'ben', 'twice')
    expect((await site.waitForArrival(ben)).searchParams.get('status')).toBe('success')
  })
})
