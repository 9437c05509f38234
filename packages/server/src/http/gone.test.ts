import { expect, test } from 'vitest'
import { type Connection, open, requestText } from '../../testing/rawHttp.ts'
import { useService } from '../../testing/service.ts'

const service = useService()
const path = '/connect/some-link/start'

async function begin(): Promise<Connection> {
  const connection = await open(service.url)
  const form = { host: 'x', 'content-type': 'application/x-www-form-urlencoded', 'content-length': 2 }
  connection.write(requestText(`POST ${path} HTTP/1.1`, form))
  return connection
}

/** Until the service has seen what was sent before. */
async function settle(): Promise<void> {
  for (let index = 0; index < 20; index++) await fetch(`${service.url}/healthz`)
}

test('whoever leaves before their body is read keeps nobody waiting', async () => {
  // Forms of one link are read one after the other: the second waits for the first.
  const first = await begin()
  await settle()
  const second = await begin()
  await settle()
  second.close()
  await settle()
  const third = await begin()
  third.write('a=')
  first.write('a=')
  expect((await first.answer()).status).toBe(404)
  expect((await third.answer()).status).toBe(404)
  first.close()
  third.close()
})
