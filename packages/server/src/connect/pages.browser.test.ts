// In a real browser, a user follows a link to a connection and back to the caller.

import { linkPlatforms } from '@adrail/contract'
import { describe, expect, test } from 'vitest'
import { listConnectedAccounts, newLink, readLinkStatus, useVisitorsAndSite } from '../../testing/browser.ts'

const { service, newVisitor: visitor, site } = useVisitorsAndSite()

describe('a login with one ad account', () => {
  test.each(linkPlatforms)(
    'is connected to %s without a choice, and the user returns to the redirectUri [R5.3.redirect]',
    async (platform) => {
      const { link, linkId, userId } = await newLink(service, { platform, redirectUri: site.url, state: 'x' })
      const ben = await visitor()
      await ben.completeConsent(link, 'ben')

      const back = await site.waitForArrival(ben)
      expect(Object.fromEntries(back.searchParams)).toEqual({ status: 'success', platform, state: 'x' })
      // Meta adds a fragment to its redirect, which browsers keep through further redirects.
      expect(back.href).not.toContain('#')
      expect(await readLinkStatus(service, linkId)).toBe('completed')
      expect(Object.keys(await listConnectedAccounts(service, userId))).toHaveLength(1)
    },
  )

  test('without a redirectUri ends on a page of adrail, which is the same after a reload', async () => {
    const { link } = await newLink(service, { platform: 'SEARCH' })
    const ben = await visitor()
    await ben.completeConsent(link, 'ben')
    for (const load of [() => ben.reload(), () => ben.open(link)]) {
      await ben.waitForHeading('Connected')
      expect(await ben.readText()).toContain(
        'Your Google Ads (sandbox) account is connected to Test. You can close this page.',
      )
      expect(ben.page.url()).toBe(link)
      await load()
    }
  })

  test('keeps all 17 digits of the ad account ID, and returns them as text too [R2.1.digits, R2.1.text]', async () => {
    const { link, userId } = await newLink(service, { platform: 'SOCIAL_A' })
    const greta = await visitor()
    await greta.completeConsent(link, 'greta')
    await greta.waitForHeading('Connected')
    const response = await service.send('/auth/get_connected_accounts_data', {
      method: 'POST',
      headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ userId }),
    })
    expect(await response.text()).toContain(
      '"adAccountId":10150585630710217,"adAccountIdText":"10150585630710217",',
    )
  })
})

describe('a login with many ad accounts', () => {
  test('keeps the chosen account while the user pages through and searches the list', async () => {
    const { link, userId } = await newLink(service, { platform: 'PROFESSIONAL', redirectUri: site.url })
    const otto = await visitor()
    await otto.completeConsent(link, 'otto')
    await otto.waitForHeading('Choose an ad account')
    expect(await otto.page.title()).toBe('Choose an ad account · Test')
    expect(await otto.readText()).toContain('Signed in as Otto Forty')

    await otto.choose('Forty Bikes Aachen')
    await otto.press('Next →')
    await otto.page.getByText('2 of 2').waitFor()
    expect(await otto.page.getByLabel('Forty Bikes Aachen').isChecked()).toBe(true)
    await otto.page.getByLabel('Search').fill('forty bamb')
    await otto.press('Search')
    await otto.page.getByLabel('Forty Bikes Bamberg').waitFor()
    await expect.poll(() => otto.page.getByRole('radio').count()).toBe(2)
    await otto.reload()
    expect(await otto.page.getByLabel('Forty Bikes Aachen').isChecked()).toBe(true)
    await otto.press('Connect')

    await site.waitForArrival(otto)
    expect(await listConnectedAccounts(service, userId)).toMatchObject({
      proAds: { accountName: 'Forty Bikes Aachen', accountId: 514000101 },
    })
  })

  test('shows unusable accounts with the reason, and cannot connect them', async () => {
    const { link, userId } = await newLink(service, { platform: 'SEARCH', redirectUri: site.url })
    const otto = await visitor()
    await otto.completeConsent(link, 'otto')
    await otto.page.getByLabel('Search').fill('660-000-000')
    await otto.press('Search')
    await otto.page.waitForURL(/q=/)
    expect(await otto.page.locator('.option.off').allInnerTexts()).toEqual([
      expect.stringMatching(/^660-000-0007\s+cannot be used: not active$/),
      expect.stringMatching(/^Linden Yoga House 6\s+660-000-0006 · EUR · cannot be used: suspended$/),
    ])
    expect(await otto.page.getByRole('radio', { disabled: true }).count()).toBe(2)
    // adrail refuses an account that cannot be chosen, even if the form contains it.
    await otto.page.evaluate(`document.querySelector('[value="6600000007"]').disabled = false`)
    await otto.page.locator('input[value="6600000007"]').check()
    await otto.press('Connect')
    await otto.page.getByText('Choose one of the ad accounts below.').waitFor()
    expect(await otto.page.title()).toBe('Error: Choose an ad account · Test')
    expect(await listConnectedAccounts(service, userId)).toEqual({})
  })

  test('lists hundreds of accounts of an agency by manager, and finds one by its manager and name', async () => {
    const { link, userId } = await newLink(service, { platform: 'SEARCH', redirectUri: site.url })
    const agnes = await visitor()
    await agnes.completeConsent(link, 'agnes')
    await agnes.waitForHeading('Choose an ad account')
    expect(await agnes.readText()).toMatch(/Search 28\d ad accounts/)
    expect(await agnes.page.locator('.group').allInnerTexts()).toEqual(
      expect.arrayContaining([
        'Direct access',
        'Agnes Agency',
        'Agnes Agency › Canada region › Canada Leads',
      ]),
    )
    // The search matches the manager of an account as well as its name.
    await agnes.page.getByLabel('Search').fill('europe travel coffee')
    await agnes.page.getByLabel('Search').press('Enter')
    await agnes.page.waitForURL(/q=/)
    expect(new Set(await agnes.page.locator('.group').allInnerTexts())).toEqual(
      new Set(['Agnes Agency › Europe region › Europe Travel']),
    )
    const chosen = agnes.page.getByRole('radio').first()
    const accountId = Number(await chosen.getAttribute('value'))
    await chosen.check()
    await agnes.press('Connect')

    await site.waitForArrival(agnes)
    expect(await listConnectedAccounts(service, userId)).toMatchObject({
      searchAds: { accountId, managerId: '8800000001', currencyCode: 'EUR', userName: 'Agnes Agency' },
    })
  })

  test('offers Facebook pages that the user can access only through a business', async () => {
    const { link, userId } = await newLink(service, { platform: 'SOCIAL_A', redirectUri: site.url })
    const agnes = await visitor()
    await agnes.completeConsent(link, 'agnes')
    await agnes.choose('Canal Cycles')
    await agnes.press('Continue')
    await agnes.waitForHeading('Choose a Facebook page')
    expect(await agnes.readText()).toContain('Ad account Canal Cycles')
    // The first step keeps its choice when the user goes back to it.
    await agnes.choose('Thames Studio')
    await agnes.press('Back')
    await agnes.waitForHeading('Choose an ad account')
    expect(await agnes.page.getByLabel('Canal Cycles').isChecked()).toBe(true)
    await agnes.press('Continue')
    await agnes.waitForHeading('Choose a Facebook page')
    await agnes.choose('Thames Studio')
    await agnes.press('Connect')

    await site.waitForArrival(agnes)
    expect(await listConnectedAccounts(service, userId)).toMatchObject({
      socialAds: {
        adAccountName: 'Canal Cycles',
        primaryPage: { name: 'Thames Studio', businessManagerId: '220055' },
        secondaryPage: { id: '17841400000000503' },
      },
    })
  })
})

describe('the choice of a Facebook page', () => {
  test('works without JavaScript, can exclude the Instagram account, and is preselected in the next link', async () => {
    const { link, userId } = await newLink(service, { platform: 'SOCIAL_A', redirectUri: site.url })
    const ada = await visitor({ javaScriptEnabled: false })
    await ada.completeConsent(link, 'ada')
    await ada.press('Continue')
    // Nothing is chosen, so the browser shows the missing choice and stays on the page.
    await ada.waitForHeading('Choose an ad account')
    await ada.choose('Fox Tea House')
    await ada.press('Continue')
    await ada.waitForHeading('Choose a Facebook page')
    await ada.choose('Fox Bakery')
    await ada.page.getByLabel('Include the Instagram account').uncheck()
    await ada.press('Connect')
    await site.waitForArrival(ada)
    const { socialAds } = await listConnectedAccounts(service, userId)
    expect(socialAds).toMatchObject({ adAccountName: 'Fox Tea House', primaryPage: { name: 'Fox Bakery' } })
    expect(socialAds).not.toHaveProperty('secondaryPage')

    const again = await newLink(service, { platform: 'SOCIAL_A', userId, redirectUri: site.url })
    await ada.completeConsent(again.link, 'ada')
    await ada.waitForHeading('Choose an ad account')
    expect(await ada.page.getByLabel('Fox Tea House').isChecked()).toBe(true)
    await ada.press('Continue')
    await ada.waitForHeading('Choose a Facebook page')
    expect(await ada.page.getByLabel('Fox Bakery').isChecked()).toBe(true)
    expect(await ada.page.getByLabel('Include the Instagram account').isChecked()).toBe(false)
    await ada.page.getByLabel('Include the Instagram account').check()
    await ada.press('Connect')
    await site.waitForArrival(ada)
    expect((await listConnectedAccounts(service, userId)).socialAds).toHaveProperty(
      'secondaryPage.name',
      'Fox Bakery',
    )
  })

  test('is skipped when there is one page, but the Instagram account can still be excluded', async () => {
    const { link, userId } = await newLink(service, { platform: 'SOCIAL_A', redirectUri: site.url })
    const yuki = await visitor()
    await yuki.completeConsent(link, 'yuki')
    await yuki.choose('Yuki Ramen Kyoto')
    await yuki.page.getByLabel('Include the Instagram account').uncheck()
    await yuki.press('Connect')
    await site.waitForArrival(yuki)
    const { socialAds } = await listConnectedAccounts(service, userId)
    expect(socialAds).toMatchObject({ currencyCode: 'JPY', primaryPage: { name: 'Yuki Ramen' } })
    expect(socialAds).not.toHaveProperty('secondaryPage')
  })
})

describe('the redirect to the caller', () => {
  test.each([
    ['reserved characters of URLs', 'a&b=c#d?e%20f+g"h\'i<j>\\k l\n'],
    ['letters of many scripts', '🦊 žluťoučký 結縁茶舗 \u202e عربى'],
    ['two thousand characters', '🦊'.repeat(400) + '&'.repeat(1600)],
  ])('returns the state of the caller byte for byte when it contains %s [R5.3.state]', async (_, state) => {
    const redirectUri = `${site.url}?own=1%2B1&keep=a+b%20c&flag&state=theirs`
    const { link } = await newLink(service, { platform: 'SEARCH', redirectUri, state })
    const ben = await visitor()
    await ben.completeConsent(link, 'ben')
    const back = await site.waitForArrival(ben)
    expect(back.searchParams.getAll('state')).toEqual([state])
    // The parameters of the redirectUri stay unchanged, except that adrail replaces its own parameters.
    expect(back.search).toMatch(/^\?own=1%2B1&keep=a\+b%20c&flag&status=success&platform=SEARCH&state=[^&]+$/)
  })

  test('happens for each of two links that one browser follows at the same time', async () => {
    const first = await newLink(service, { platform: 'SEARCH', redirectUri: site.url, state: 'first' })
    const second = await newLink(service, {
      platform: 'PROFESSIONAL',
      redirectUri: site.url,
      state: 'second',
    })
    const one = await visitor()
    const other = await one.newTab()
    for (const [tab, { link }] of [
      [one, first],
      [other, second],
    ] as const) {
      await tab.open(link)
      await tab.press('Continue')
    }
    await one.decideConsent('ben')
    await other.decideConsent('greta')
    expect((await site.waitForArrival(one)).searchParams.get('state')).toBe('first')
    expect((await site.waitForArrival(other)).searchParams.get('state')).toBe('second')
    expect(await listConnectedAccounts(service, first.userId)).toMatchObject({
      searchAds: { userName: 'Ben Single' },
    })
    expect(await listConnectedAccounts(service, second.userId)).toMatchObject({
      proAds: { userName: 'Greta Long' },
    })
  })
})
