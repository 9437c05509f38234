// Two users can link the same ad account. The console counts it once and marks its campaigns.

import { beforeAll, expect, test } from 'vitest'
import { useConsole } from '../../testing/console.ts'
import { pollTwice } from '../../testing/freshRound.ts'
import { newLinkedUser } from '../../testing/linked.ts'

const { service, newSignedInVisitor: signedIn } = useConsole({ environment: { MIRROR: 'on' } })

const week = 'This week compared with the previous week'

/** Creates a workspace in which this many users linked the bakery's ad account. Returns its API key. */
async function workspaceOf(users: number): Promise<string> {
  const { apiKey } = await service.newWorkspace()
  for (let count = 0; count < users; count++) await newLinkedUser(service, { apiKey })
  return apiKey
}

let [alone, shared] = ['', '']
beforeAll(async () => {
  ;[alone, shared] = [await workspaceOf(1), await workspaceOf(2)]
  await pollTwice(service.app.mirrorReader)
})

async function weekShownTo(apiKey: string) {
  const { page } = await signedIn({}, apiKey)
  const table = page.getByRole('table', { name: week })
  await table.getByRole('row', { name: 'Facebook and Instagram' }).waitFor()
  return { page, figures: await table.innerText() }
}

test('the start page counts an ad account that two users linked only once, and lists both users', async () => {
  const { figures } = await weekShownTo(alone)
  const { page, figures: ofBoth } = await weekShownTo(shared)
  expect(ofBoth).toBe(figures)
  await page
    .getByText(
      /^Linked to ada and Linked to ada linked the same ad account on Facebook and Instagram, .+\. Totals count the account once\.$/,
    )
    .waitFor()
})

test('the campaigns page marks a campaign of an ad account that another user linked too', async () => {
  const { page } = await signedIn({}, shared)
  await page.getByRole('link', { name: 'Campaigns', exact: true }).click()
  const rows = page.getByRole('row', { name: /Spring bread/ })
  await rows.first().waitFor()
  expect(await rows.count()).toBe(2)
  expect(await rows.filter({ hasText: 'Same ad account as another user' }).count()).toBe(1)
})
