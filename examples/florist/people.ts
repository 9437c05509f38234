// The people of the sandbox: the florist who consents, and a visitor who fills in a lead form.

import { Browser } from '../web-app/browser.ts'

// As `npm start` prints it: adrail fetches images from exactly this address of the sandbox.
export const sandboxUrl = process.env['SANDBOX_URL'] ?? 'http://127.0.0.1:8081'

/** Greta Long opens the link and allows everything. */
export async function consent(link: string): Promise<void> {
  const browser = new Browser()
  await browser.open(link)
  await browser.submit({})
  await browser.submit({ person: 'greta', decision: 'allow' })
}

/** A visitor sees a campaign on LinkedIn and fills in its form. */
export async function fillInForm(account: string, campaign: string): Promise<void> {
  const response = await fetch(`${sandboxUrl}/_sandbox/simulate/pro/lead`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account, campaign }),
  })
  if (!response.ok) throw new Error(await response.text())
}
