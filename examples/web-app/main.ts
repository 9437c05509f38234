// Starts the web application and acts as its customer: links an account, makes a mistake, fixes it, and
// creates a campaign by pressing the button twice. With WEB_APP_PORT it only serves, so that you can try it.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createClient } from '@adrail/client'
import { createApp } from './app.ts'
import { Browser } from './browser.ts'

const adrail = createClient({
  url: process.env['ADRAIL_URL'] ?? 'http://localhost:8080',
  apiKey: process.env['ADRAIL_KEY'] ?? '',
})
const { user } = await adrail.user.create_user({ name: 'Customer of the web app' })
const customer = adrail.with({ userId: user.userId })
const app = createApp(customer).listen(Number(process.env['WEB_APP_PORT'] ?? 0), '127.0.0.1')
await once(app, 'listening')
const url = `http://127.0.0.1:${(app.address() as AddressInfo).port}`
console.log(`The web app serves at ${url}`)

if (process.env['WEB_APP_PORT'] === undefined) {
  await actAsCustomer()
  app.close()
}

async function actAsCustomer(): Promise<void> {
  const browser = new Browser()
  assert.match(await browser.open(url), /Connect an account/)

  // The customer goes to adrail's page, consents at the platform as Ben Single, and comes back.
  await browser.submit({})
  await browser.submit({})
  const home = await browser.submit({ person: 'ben', decision: 'allow' })
  assert.match(home, /Your campaigns/)

  const campaign = {
    campaignName: `Garden chairs ${user.userId.slice(-6)}`,
    dailyBudget: '12.50',
    startDate: '2030-03-01',
    url: 'https://shop.example/chairs',
    keywords: 'garden chairs\nteak bench',
    headlines: 'Garden chairs\nBuilt to last\nThis headline is far too long to be shown',
    descriptions: 'Solid oak, oiled by hand.\nThirty days to return.',
    callouts: 'Free delivery',
  }
  await browser.open(`${url}/campaigns/new`)
  assert.match(await browser.submit(campaign), /role="alert"[^<]*ads\[0\]\.headlines\[2\]/s)

  const plan = await browser.submit({ headlines: 'Garden chairs\nBuilt to last\nOrder today' })
  assert.match(plan, /This is what will happen.*12\.50/s)

  // The customer presses the button twice.
  const [first, second] = await Promise.all([browser.fork().submit({}), browser.fork().submit({})])
  assert.match(first, /Your campaign runs/)
  assert.equal(first, second)

  const { campaigns } = await customer.search.get_campaigns()
  assert.equal(campaigns.filter(({ name }) => name === campaign.campaignName).length, 1)
  console.log('Linked an account and created one campaign.')
}
