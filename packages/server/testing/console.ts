// Visitors of the console in real browsers.

import type { BrowserContextOptions, Page } from 'playwright-core'
import { useVisitorsAndSite, type Visitor } from './browser.ts'

/** Starts a service with its console and provides signed-in visitors. */
export function useConsole(options: Parameters<typeof useVisitorsAndSite>[0] = {}) {
  const { service, newVisitor } = useVisitorsAndSite(options)
  return {
    service,
    newVisitor,
    /** Opens the console in a browser with the service's clock, and signs in. */
    async newSignedInVisitor(options: BrowserContextOptions = {}, apiKey = service.apiKey): Promise<Visitor> {
      const signedInVisitor = await newVisitor(options)
      await signedInVisitor.page.clock.setFixedTime(new Date(service.clock.now()))
      await signedInVisitor.open(`${service.url}/console/`)
      await signedInVisitor.page.getByLabel('API key').fill(apiKey)
      await signedInVisitor.press('Sign in')
      await signedInVisitor.waitForHeading('Start')
      return signedInVisitor
    },
  }
}

/** Fills the required fields of a new LinkedIn campaign, except its name and start date. */
export async function fillProCampaign(page: Page): Promise<void> {
  await page.getByLabel('Objective').selectOption('ENGAGEMENT')
  await page.getByLabel('Daily budget').fill('40.00')
  await page.getByLabel('Locations', { exact: true }).fill('United States')
  await page
    .getByRole('option', { name: /^United States/ })
    .first()
    .click()
  await page.getByLabel('Post', { exact: true }).click()
  await page.locator('.choices [role=option]').first().click()
  await page.getByLabel('Not political advertising').check()
}

/** Confirms an action by entering the API key again. */
export async function reenterKey(page: Page, apiKey: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Enter your key again' })
  await dialog.getByLabel('API key').fill(apiKey)
  await dialog.getByRole('button', { name: 'Continue' }).click()
}
