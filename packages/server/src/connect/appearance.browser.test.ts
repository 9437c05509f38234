// Link pages are accessible in the brand color of any workspace, in light and dark, on a phone and to screen
// readers.

import { expect, test } from 'vitest'
import { findAccessibilityProblems } from '../../testing/accessibility.ts'
import { newLink, useVisitorsAndSite } from '../../testing/browser.ts'
import { parseBrandLogo } from '../linking/brand.ts'
import { contrastRatio, textColorOn } from '../runtime/color.ts'
import { changeBrand } from '../store/brands.ts'

const { service, newVisitor: visitor } = useVisitorsAndSite()

/** Light, dark and bright colors, and medium ones on which neither black nor white has much contrast. */
const colours = ['#ffffff', '#000000', '#ffd400', '#777777', '#e4002b', '#18211e']

test.each([
  { colorScheme: 'light', locale: 'de-DE' },
  { colorScheme: 'dark', locale: 'fr-FR' },
] as const)(
  'link pages have no accessibility problems on a phone with any brand color: $colorScheme, $locale',
  async (appearance) => {
    const picture = await fetch(`${service.app.sandbox?.url}/_media/image/logo-320x100.png`)
    const logo = parseBrandLogo(Buffer.from(await picture.arrayBuffer()))
    const { db } = service.app.store
    const brand = {
      name: 'Grün & Söhne',
      privacy_url: 'https://a.example/p',
      support_url: 'mailto:a@b.example',
    }
    await changeBrand(db, service.workspaceId, { ...brand, ...logo })
    const { link } = await newLink(service, { platform: 'SEARCH' })
    const agnes = await visitor({ viewport: { width: 320, height: 640 }, ...appearance })
    const hindrances: string[] = []
    const checkPage = async (where: string) => {
      for (const colour of colours) {
        await changeBrand(db, service.workspaceId, { colour })
        await agnes.reload()
        const found = await findAccessibilityProblems(agnes.page)
        hindrances.push(...found.map((hindrance) => `${where}, ${colour}: ${hindrance}`))
      }
    }
    await agnes.open(link)
    await checkPage('start')
    const { page } = agnes
    expect(await page.getByRole('img', { name: brand.name, exact: true }).count()).toBe(1)
    expect(await page.evaluate("document.querySelector('.logo').naturalWidth")).toBe(320)
    const [privacy, support] = await page.getByRole('contentinfo').getByRole('link').all()
    expect(await privacy?.getAttribute('href')).toBe(brand.privacy_url)
    expect(await support?.getAttribute('href')).toBe(brand.support_url)
    await page.locator('form[action$="/start"] button').click()
    await agnes.decideConsent('agnes')
    await page.waitForURL(/select/)
    await page.getByRole('radio').nth(2).check()
    await checkPage('picker')
    await page.locator('form[action$="/cancel"] button').click()
    await page.waitForURL(link)
    await checkPage('outcome')
    expect(hindrances).toEqual([])
  },
)

test('textColorOn returns a text color with a contrast of at least 4.5 on any background', () => {
  let minContrast = Number.POSITIVE_INFINITY
  for (let red = 0; red < 256; red += 15)
    for (let green = 0; green < 256; green += 15)
      for (let blue = 0; blue < 256; blue += 15) {
        const colour = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
        minContrast = Math.min(minContrast, contrastRatio(colour, textColorOn(colour)))
      }
  expect(minContrast).toBeGreaterThanOrEqual(4.5)
})
