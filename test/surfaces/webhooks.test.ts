// Tests the webhook parts outside the service: the client's signature check, and the command that forwards
// events.

import { once } from 'node:events'
import { readFile, symlink, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from '@adrail/cli/run'
import { WebhookVerificationError, webhooks } from '@adrail/client'
import { useReceiver, useService, verifyWithStandardLibrary } from '@adrail/server/testing'
import { newFolder } from '@adrail/server/testing/folders'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startRelay } from './relay.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const service = useService({ usesRealTime: true })
const receiver = useReceiver()
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const body =
  '{"eventId":"evt_1","type":"user.deleted","timestamp":"2026-01-31T09:30:00.000Z","userId":"","data":{}}'

async function deleteNewUser(): Promise<void> {
  const { userId } = (await service.call('user/create_user', { name: 'Somebody' })).results.user
  await service.call('user/delete_user', { userId })
}

test('the client verifies a message of the service with headers in each form, and returns the event', async () => {
  const url = `${receiver.url}/signed`
  const made = (await service.call('webhook/create_endpoint', { url })).results
  await deleteNewUser()
  await expect.poll(() => receiver.messagesAt('/signed').length).toBe(1)
  const [message] = receiver.messagesAt('/signed')
  if (!message) throw new Error('Nothing came.')
  const upper = Object.fromEntries(
    Object.entries(message.headers).map(([name, value]) => [name.toUpperCase(), value]),
  )
  for (const headers of [message.headers, upper, new Headers(message.headers)])
    expect(await webhooks.verify(message.body, headers, made.secret)).toEqual(JSON.parse(message.body))
  const bytes = new TextEncoder().encode(message.body)
  expect((await webhooks.verify(bytes, message.headers, [secret, made.secret])).eventId).toBe(message.id)
  await service.call('webhook/delete_endpoint', { endpointId: made.endpoint.endpointId })
})

test('the code of docs/webhooks.md accepts a signed message, and refuses changed, old and unsigned messages', async () => {
  const headers = await webhooks.sign(body, { id: 'evt_1', secret })
  vi.stubEnv('WEBHOOK_SECRET', secret)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { isGenuine, eventOf, receiver: written } = await importExamples('docs/webhooks.md')
  onTestFinished(() => void written.close())
  if (!written.listening) await once(written, 'listening')
  const { port } = written.address() as AddressInfo
  const receive = async (text: string) =>
    (await fetch(`http://localhost:${port}`, { method: 'POST', headers, body: text })).status
  const old = { ...headers, 'webhook-timestamp': '1769851800' }
  expect(isGenuine(body, headers, secret)).toBe(true)
  expect(isGenuine(`${body} `, headers, secret)).toBe(false)
  expect(isGenuine(body, old, secret)).toBe(false)
  expect(isGenuine(body, {}, secret)).toBe(false)
  expect(eventOf(body, headers, secret)).toEqual(JSON.parse(body))
  expect(() => eventOf(`${body} `, headers, secret)).toThrow()
  expect(await receive(body)).toBe(204)
  expect(await receive(`${body} `)).toBe(400)
})

test('the client refuses a message that is changed, unsigned, signed with another secret, or off by five minutes', async () => {
  const headers = await webhooks.sign(body, { id: 'evt_1', secret })
  verifyWithStandardLibrary({ path: '', id: '', type: '', data: {}, body, headers }, secret)
  const refused = (
    changed: Partial<Record<string, string>>,
    text = body,
    by: string = secret,
  ): Promise<unknown> =>
    expect(webhooks.verify(text, { ...headers, ...changed }, by)).rejects.toBeInstanceOf(
      WebhookVerificationError,
    )
  await refused({}, `${body} `)
  await refused({}, body, `whsec_${Buffer.alloc(32, 8).toString('base64')}`)
  await refused({ 'webhook-id': 'evt_2' })
  await refused({ 'webhook-signature': '' })
  await refused({ 'webhook-signature': 'v1a,AAAA v1,%%% v1,AAAA' })
  await refused({ 'webhook-timestamp': 'now' })
  for (const offSeconds of [-301, 301]) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offSeconds * 1000 })
    await refused({})
    vi.useRealTimers()
  }
  await expect(webhooks.verify(body, headers, 'hunter2')).rejects.toThrow(/whsec_/)
})

/** Listens in the background until the test ends or stops the command. */
function startListening(args: readonly string[], serviceUrl = service.url) {
  const abortController = new AbortController()
  onTestFinished(() => abortController.abort())
  const outputLines: string[] = []
  const statusLines: string[] = []
  const exit = run(['listen', ...args, '--types', 'user.deleted'], {
    settings: { serviceUrl, apiKey: service.apiKey, profilesFile: '/nowhere', demoFile: '/nowhere' },
    input: process.stdin,
    isTty: false,
    canPrompt: false,
    columns: 80,
    signal: abortController.signal,
    print: (text) => outputLines.push(text),
    printStatus: (text) => statusLines.push(text),
    prompt: () => {},
    styleOutput: (_, text) => text,
    styleStatus: (_, text) => text,
    readInput: async () => '',
    newIdempotencyKey: () => '',
    newSecret: () => '',
  })
  return { outputLines, statusLines, exit, end: () => abortController.abort() }
}

test('adrail listen forwards every event in order with a signature, and resends a refused event', async () => {
  await deleteNewUser()
  await deleteNewUser()
  let refusals = 1
  receiver.respond = () => (refusals-- > 0 ? 503 : 200)
  const args = ['--forward', `${receiver.url}/listened`, '--from', 'oldest', '--secret', secret]
  const { outputLines, statusLines, exit, end } = startListening(args)
  const { events } = (await service.call('event/list_events', { types: ['user.deleted'] })).results
  await expect.poll(() => outputLines.length).toBe(events.length)
  await deleteNewUser()
  await expect.poll(() => outputLines.length).toBe(events.length + 1)
  const came = receiver.messagesAt('/listened')
  for (const message of came) verifyWithStandardLibrary(message, secret)
  expect(came.map(({ id }) => id).slice(0, 2)).toEqual([events[0]?.eventId, events[0]?.eventId])
  expect(outputLines.map((line) => line.split('  ').slice(1))).toEqual([
    ...events.map(({ type, eventId }) => [type, eventId, '200']),
    ['user.deleted', came.at(-1)?.id, '200'],
  ])
  expect(statusLines.join('\n')).toMatch(/signed with whsec_.*\n.*503, retrying in 1 s/)
  end()
  expect(await exit).toBe(0)
})

test('adrail listen forwards an event of a time in which the service was unreachable', async () => {
  const relay = await startRelay(() => service.url)
  receiver.respond = () => 200
  const args = ['--forward', `${receiver.url}/outlasted`, '--secret', secret]
  const { outputLines, statusLines, exit, end } = startListening(args, relay.url)
  await expect.poll(() => relay.requests.length).toBe(2)
  // One more failure than the client retries automatically.
  relay.injectFaults(...Array.from({ length: 6 }, () => ({})))
  await deleteNewUser()
  await expect.poll(() => outputLines.length).toBe(1)
  expect(statusLines.at(-1)).toMatch(
    /got no answer from .* The command continues when the service responds\.$/,
  )
  end()
  expect(await exit).toBe(0)
})

test('adrail listen refuses an invalid secret', async () => {
  const { statusLines, exit } = startListening(['--forward', `${receiver.url}/never`, '--secret', 'hunter2'])
  expect(await exit).toBe(2)
  expect(statusLines.join('\n')).toContain('--secret must be an endpoint secret')
})

interface Programs {
  isGenuine(body: string, headers: object, secret: string): boolean
  eventOf(body: string, headers: object, secret: string): unknown
  readonly receiver: Server
}

/** Imports the code examples of the page unchanged, except for the name and port of the receiver. */
async function importExamples(page: string): Promise<Programs> {
  const folder = newFolder('adrail-page-', 'disk')
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const text = await readFile(join(root, page), 'utf8')
  const codeBlocks = Array.from(text.matchAll(/^```js\n(.*?)^```$/gms), ([, code = '']) => code)
  const imported: object[] = []
  for (const [index, code] of codeBlocks.entries()) {
    const file = join(folder, `piece${index}.mjs`)
    await writeFile(
      file,
      code
        .replace(/^createServer/m, 'export const receiver = createServer')
        .replace('.listen(3000)', '.listen(0)'),
    )
    imported.push(await import(file))
  }
  // Returns the exports of the examples. A missing example fails the test with its name.
  return Object.assign({}, ...imported) as Programs
}
