// The page of a webhook endpoint shows its events, deliveries and responses, and resends deliveries.

import { expect, test } from 'vitest'
import { findAxeViolations } from '../../testing/axe.ts'
import { reenterKey, useConsole } from '../../testing/console.ts'
import { useReceiver } from '../../testing/receiver.ts'
import { newWebhookWorkspace } from '../../testing/webhooks.ts'

const { service, newSignedInVisitor: signedIn } = useConsole()
const receiver = useReceiver()

test('the page of an endpoint shows the payload and the response of a delivery, and resends it', async () => {
  const corner = await newWebhookWorkspace(service, receiver)
  const { endpointId } = await corner.newEndpoint({ url: `${receiver.url}/hooks` })
  receiver.respond = () => ({ status: 500, headers: {}, body: 'The queue is full.' })
  await corner.emitEvents(1)
  await corner.drain()
  const { page } = await signedIn({}, corner.apiKey)
  await page.goto(`${service.url}/console/webhooks/${endpointId}`)
  const row = page.getByRole('row', { name: /User deleted/ })
  await row.getByRole('button', { name: 'Show' }).click()
  const dialog = page.getByRole('dialog')
  const [sent] = receiver.messagesAt('/hooks')
  const payload = await dialog.getByRole('region', { name: 'Payload' }).locator('pre').innerText()
  expect(JSON.parse(payload)).toEqual(JSON.parse(sent?.body ?? ''))
  await dialog.getByRole('heading', { name: 'Response 500' }).waitFor()
  await dialog.getByText('The queue is full.').waitFor()
  expect(await findAxeViolations(page, 'dialog[open]')).toEqual([])
  await page.keyboard.press('Escape')
  receiver.respond = () => 204
  await row.getByRole('button', { name: 'Resend' }).click()
  await expect
    .poll(async () => {
      await corner.drain()
      return receiver.messagesAt('/hooks').length
    })
    .toBe(2)
  await page.reload()
  await row.getByText('Delivered', { exact: true }).waitFor()
})

test('the page of an endpoint explains each subscribed event, and changes the subscribed events', async () => {
  const corner = await newWebhookWorkspace(service, receiver)
  const { endpointId } = await corner.newEndpoint({ url: `${receiver.url}/chosen`, types: ['user.deleted'] })
  const { page } = await signedIn({}, corner.apiKey)
  await page.goto(`${service.url}/console/webhooks/${endpointId}`)
  const events = page.getByRole('region', { name: 'Events' })
  await events.getByText('User deleted').first().click()
  await events.getByText('user.deleted').waitFor()
  expect(await events.locator('dd').first().innerText()).toMatch(/user/i)
  await page.getByRole('button', { name: 'Change the events' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Lead received/).check()
  await dialog.getByLabel(/^User deleted/).uncheck()
  await dialog.getByRole('button', { name: 'Save the events' }).click()
  await events.getByText('Lead received').first().waitFor()
  const { endpoints } = (await corner.call('webhook/list_endpoints', {})).results
  expect(endpoints).toMatchObject([{ types: ['lead.received'] }])
})

test('a new endpoint subscribes to only the events that are chosen for it', async () => {
  const corner = await newWebhookWorkspace(service, receiver)
  const { page } = await signedIn({}, corner.apiKey)
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('button', { name: 'Add an endpoint' }).click()
  await page.getByLabel('URL').fill(`${receiver.url}/new`)
  expect(await page.getByLabel(/^All events/).isChecked()).toBe(true)
  await page.getByLabel('Only these').check()
  await page.getByLabel(/^Lead received/).check()
  await page.getByRole('button', { name: 'Add the endpoint' }).click()
  await reenterKey(page, corner.apiKey)
  await page.getByRole('dialog').locator('code').waitFor()
  const { endpoints } = (await corner.call('webhook/list_endpoints', {})).results
  expect(endpoints).toMatchObject([{ types: ['lead.received'] }])
})

test('an endpoint needs at least one chosen event, and subscribes to all events only when "All events" is chosen', async () => {
  const corner = await newWebhookWorkspace(service, receiver)
  const { endpointId } = await corner.newEndpoint({ url: `${receiver.url}/some`, types: ['user.deleted'] })
  const typesSent = async () => (await corner.call('webhook/list_endpoints', {})).results.endpoints[0]?.types
  const { page } = await signedIn({}, corner.apiKey)
  await page.goto(`${service.url}/console/webhooks/${endpointId}`)
  await page.getByRole('button', { name: 'Change the events' }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByLabel('Only these').isChecked()).toBe(true)
  await dialog.getByLabel(/^User deleted/).uncheck()
  await dialog.getByRole('button', { name: 'Save the events' }).click()
  await dialog.getByText('Choose at least one event, or all events.').waitFor()
  expect(await findAxeViolations(page, 'dialog[open]')).toEqual([])
  expect(await typesSent()).toEqual(['user.deleted'])
  await dialog.getByLabel(/^All events/).check()
  await dialog.getByRole('button', { name: 'Save the events' }).click()
  await expect.poll(typesSent).toEqual([])
})
