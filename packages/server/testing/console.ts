// For tests of the console: somebody at a real browser who signs in and goes about.

import type { BrowserContextOptions, Page } from 'playwright-core'
import { useVisitorsAndSite, type Visitor } from './browser.ts'

/** A service with its console, and people who are signed in at it. */
export function useConsole(options: Parameters<typeof useVisitorsAndSite>[0] = {}) {
  const { service, newVisitor } = useVisitorsAndSite(options)
  return {
    service,
    newVisitor,
    /** Somebody whose clock says what that of the service says. */
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

/** What the form of a new campaign on LinkedIn asks for besides its name and its first day. */
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

/** Enters the key that an action needs again. */
export async function reenterKey(page: Page, apiKey: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Enter your key again' })
  await dialog.getByLabel('API key').fill(apiKey)
  await dialog.getByRole('button', { name: 'Continue' }).click()
}
