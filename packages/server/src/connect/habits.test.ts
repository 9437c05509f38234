// What people and programs do to pages: load them again, press twice, go back, open two tabs, use the keyboard.

import { describe, expect, test } from 'vitest'
import { accountsOf, newLink, statusOfLink, useVisits } from '../../testing/browser.ts'

const { service, visitor, site } = useVisits()

test('a link survives programs that open it before the person does', async () => {
  const { link, linkId } = await newLink(service, { platform: 'SEARCH' })
  const looks = []
  for (const method of ['HEAD', 'GET', 'GET']) {
    const answer = await fetch(link, { method, redirect: 'manual' })
    expect(answer.status).toBe(200)
    expect(answer.headers.getSetCookie()).toEqual([])
    if (method === 'GET') looks.push(await answer.text())
  }
  expect(looks[0]).toBe(looks[1])
  expect(await statusOfLink(service, linkId)).toBe('opened')
  const ben = await visitor()
  await ben.goThrough(link, 'ben')
  await ben.sees('Connected')
})

test('every page can be loaded again', async () => {
  const { link } = await newLink(service, { platform: 'SOCIAL_A', redirectUri: site.url })
  const ada = await visitor()
  await ada.open(link)
  await ada.reload()
  await ada.sees('Connect Facebook and Instagram (sandbox)')
  await ada.press('Continue')
  await ada.consent('ada')
  await ada.sees('Choose an ad account')
  await ada.reload()
  await ada.choose('Fox Garden Shop')
  await ada.press('Continue')
  await ada.sees('Choose a Facebook page')
  await ada.reload()
  await ada.choose('Fox Garden Shop')
  await ada.press('Connect')
  const back = await site.arrival(ada)
  expect(back.searchParams.get('status')).toBe('success')
})

test('sending a form twice does it once', async () => {
  const { link, linkId, userId } = await newLink(service, { platform: 'SEARCH', redirectUri: site.url })
  const otto = await visitor()
  await otto.open(link)
  await otto.page.getByRole('button', { name: 'Continue' }).dblclick()
  await otto.consent('otto')
  await otto.choose('Harbor Coffee Roastery 2')
  await otto.page.getByRole('button', { name: 'Connect', exact: true }).dblclick()
  expect((await site.arrival(otto)).searchParams.get('status')).toBe('success')
  expect(await statusOfLink(service, linkId)).toBe('completed')
  expect(await accountsOf(service, userId)).toMatchObject({ searchAds: { accountId: 6600000002 } })
})

test('going back to the platform and answering again leads back to the choice', async () => {
  const { link, userId } = await newLink(service, { platform: 'SEARCH', redirectUri: site.url })
  const otto = await visitor()
  await otto.goThrough(link, 'otto')
  await otto.sees('Choose an ad account')
  await otto.page.goBack()
  await otto.consent('otto')
  await otto.sees('This did not work')
  await otto.page.getByRole('link', { name: 'Go back to your link' }).click()
  await otto.sees('Choose an ad account')
  // Further back is the start, which knows that there is a choice to make.
  await otto.open(link)
  await otto.sees('Choose an ad account')
  await otto.choose('Harbor Coffee Roastery 2')
  await otto.press('Connect')
  await site.arrival(otto)
  await otto.page.goBack()
  await otto.page.waitForLoadState()
  expect(await accountsOf(service, userId)).toMatchObject({ searchAds: { accountId: 6600000002 } })
})

test('of two tabs with the same link, the one that started last counts, and both end well', async () => {
  const { link, userId } = await newLink(service, { platform: 'SEARCH', redirectUri: site.url })
  const first = await visitor()
  const second = await first.newTab()
  await first.open(link)
  await first.press('Continue')
  await first.page.locator('input[name="person"]').first().waitFor()
  await second.open(link)
  await second.press('Continue')
  await second.page.locator('input[name="person"]').first().waitFor()

  await first.consent('ada')
  await first.sees('This did not work')
  await second.consent('ben')
  expect((await site.arrival(second)).searchParams.get('status')).toBe('success')
  expect(await accountsOf(service, userId)).toMatchObject({ searchAds: { userName: 'Ben Single' } })
  await first.open(link)
  await first.sees('Connected')
})

describe('the picker', () => {
  test('is used with the keyboard alone', async () => {
    const { link, userId } = await newLink(service, { platform: 'SEARCH', redirectUri: site.url })
    const yuki = await visitor()
    await yuki.open(link)
    const { keyboard } = yuki.page
    await keyboard.press('Tab')
    await keyboard.press('Enter')
    await yuki.consent('yuki')
    await yuki.sees('Choose an ad account')
    await keyboard.press('Tab')
    await keyboard.press('Space')
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await site.arrival(yuki)
    expect(await accountsOf(service, userId)).toMatchObject({ searchAds: { accountName: 'Yuki Tea House' } })
  })

  test.each(['light', 'dark'] as const)(
    'fits on a phone, names its fields and can be read by everybody, %s',
    async (colorScheme) => {
      const { link } = await newLink(service, { platform: 'SEARCH' })
      const agnes = await visitor({ viewport: { width: 320, height: 640 }, colorScheme })
      await agnes.open(link)
      const faults = [...(await faultsOf(agnes.page))]
      await agnes.press('Continue')
      await agnes.consent('agnes')
      await agnes.sees('Choose an ad account')
      faults.push(...(await faultsOf(agnes.page)))
      await agnes.choose('Birch Coffee Roastery (Key account)')
      faults.push(...(await faultsOf(agnes.page)))
      expect(faults).toEqual([])
    },
  )
})

/** Texts with too little contrast (WCAG AA), fields without a name, more width than the window, no language. */
async function faultsOf(page: { evaluate(script: string): Promise<unknown> }): Promise<string[]> {
  return (await page.evaluate(`(() => {
    const faults = []
    const { documentElement: root } = document
    if (root.scrollWidth > root.clientWidth) faults.push('wider than the window: ' + root.scrollWidth)
    if (root.lang !== 'en') faults.push('no language')
    if (document.querySelectorAll('h1').length !== 1) faults.push('not one main heading')
    for (const field of document.querySelectorAll('input:not([type=hidden])'))
      if (field.labels.length === 0) faults.push('no label: ' + field.name)
    const numbers = (color) => color.match(/[0-9.]+/g).map(Number)
    const light = (color) => {
      const [r, g, b] = numbers(color).map((part) => part / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const ground = (element) => {
      for (let at = element; at; at = at.parentElement) {
        const color = getComputedStyle(at).backgroundColor
        if (numbers(color)[3] !== 0) return color
      }
      return 'rgb(255, 255, 255)'
    }
    for (const element of document.querySelectorAll('main *')) {
      const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')
      if (!own) continue
      const [a, b] = [light(getComputedStyle(element).color), light(ground(element))]
      const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
      if (contrast < 4.5) faults.push(contrast.toFixed(2) + ': ' + element.textContent.slice(0, 40))
    }
    return faults
  })()`)) as string[]
}
