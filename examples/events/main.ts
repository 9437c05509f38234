// A user's permission ends at the platform. The program does not poll: an event arrives, the user gets and
// opens a new link, and the next event reports that the connection works again.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createClient, type WebhookEvent } from '@adrail/client'
import { Browser } from '../web-app/browser.ts'
import { createReceiver } from './receiver.ts'

const serviceUrl = process.env['ADRAIL_URL'] ?? 'http://localhost:8080'
const adrail = createClient({
  url: serviceUrl,
  apiKey: process.env['ADRAIL_KEY'] ?? '',
})
const sandboxUrl = process.env['SANDBOX_URL'] ?? 'http://localhost:8081'
const { user } = await adrail.user.create_user({ name: 'Customer with a connection that ends' })
const customer = adrail.with({ userId: user.userId })

const events: WebhookEvent[] = []
let secret = ''
const receiver = createReceiver(
  () => secret,
  (event) => {
    if (event.userId !== user.userId) return
    console.log(event.type)
    events.push(event)
  },
).listen(0, '127.0.0.1')
await once(receiver, 'listening')
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`
const created = await adrail.webhook.create_endpoint({ url, description: 'The example' })
secret = created.secret
const { endpointId } = created.endpoint

try {
  await linkAccount()
  await waitForEvent('link.completed')

  // The person removes the app at the platform, and the platform notifies the service.
  const revoked = await fetch(`${sandboxUrl}/_sandbox/simulate/social/deauthorize`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ person: 'ben', url: `${serviceUrl}/connect/deauthorize/social` }),
  })
  assert(revoked.ok, await revoked.text())
  const { data } = await waitForEvent('connection.needs_relink')
  assert.equal(data.platform, 'social')

  // Your software would send a mail with the link. Here the user opens it at once.
  await linkAccount()
  await waitForEvent('connection.healed')
  const { campaigns } = await customer.social.get_campaigns()
  assert(campaigns.length > 0)
  console.log('The connection ended, the user was told, and it works again.')
} finally {
  await adrail.webhook.delete_endpoint({ endpointId })
  receiver.close()
  receiver.closeAllConnections()
}

/** Opens a link as the user and allows everything as Ben Single. */
async function linkAccount(): Promise<void> {
  const { link: page } = await customer.auth.create_link({ platform: 'SOCIAL_A' })
  const browser = new Browser()
  await browser.open(page)
  await browser.submit({})
  await browser.submit({ person: 'ben', decision: 'allow' })
}

/** Waits for an event, at most a minute. */
async function waitForEvent<Type extends WebhookEvent['type']>(
  type: Type,
): Promise<Extract<WebhookEvent, { type: Type }>> {
  for (let seconds = 0; seconds < 60; seconds++) {
    const event = events.find((each): each is Extract<WebhookEvent, { type: Type }> => each.type === type)
    if (event) return event
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
  throw new Error(`${type} did not come.`)
}
