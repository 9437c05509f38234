import { expect, test } from 'vitest'
import { openConnection, type RawConnection, requestText } from '../../testing/rawHttp.ts'
import { useService } from '../../testing/service.ts'

const service = useService()
const path = '/connect/some-link/start'

async function begin(): Promise<RawConnection> {
  const connection = await openConnection(service.url)
  const form = { host: 'x', 'content-type': 'application/x-www-form-urlencoded', 'content-length': 2 }
  connection.write(requestText(`POST ${path} HTTP/1.1`, form))
  return connection
}

/** Waits until the service has received everything that was sent before. */
async function waitForIdle(): Promise<void> {
  for (let index = 0; index < 20; index++) await fetch(`${service.url}/healthz`)
}

test('a client that disconnects before its form is read does not block the next form of the same link', async () => {
  // The service reads the forms of one link one at a time, so the second form waits for the first.
  const first = await begin()
  await waitForIdle()
  const second = await begin()
  await waitForIdle()
  second.close()
  await waitForIdle()
  const third = await begin()
  third.write('a=')
  first.write('a=')
  expect((await first.readResponse()).status).toBe(404)
  expect((await third.readResponse()).status).toBe(404)
  first.close()
  third.close()
})
