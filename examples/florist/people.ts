// The people of the sandbox: the florist who consents, and a visitor who fills in a lead form.

import { Browser } from '../web-app/browser.ts'

// The address that `npm start` prints. adrail fetches images only from this address of the sandbox.
export const sandboxUrl = process.env['SANDBOX_URL'] ?? 'http://127.0.0.1:8081'

/** Opens the link as Greta Long and allows everything. */
export async function consent(link: string): Promise<void> {
  const browser = new Browser()
  await browser.open(link)
  await browser.submit({})
  await browser.submit({ person: 'greta', decision: 'allow' })
}

/** Fills in the form of a LinkedIn campaign as a visitor. */
export async function fillInForm(account: string, campaign: string): Promise<void> {
  const response = await fetch(`${sandboxUrl}/_sandbox/simulate/pro/lead`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account, campaign }),
  })
  if (!response.ok) throw new Error(await response.text())
}
