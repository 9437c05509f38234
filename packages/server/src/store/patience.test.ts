// How long whoever needs a connection waits for it; PostgreSQL only, since SQLite has none.

import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openPresentStore } from './open.ts'

const serverUrl = inject('databaseUrl')

/** The server by way of somebody who takes longer with each connection than a request waits for one. */
async function slowlyReached(): Promise<URL> {
  const url = new URL(serverUrl)
  const path = `${url.searchParams.get('host')}/.s.PGSQL.5432`
  const between = createServer(async (near) => {
    near.on('error', () => {})
    await sleep(2500)
    const far = connect(path).on('error', () => near.destroy())
    near.pipe(far).pipe(near)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void between.close())
  await once(between, 'listening')
  // It listens on a port.
  const { port } = between.address() as AddressInfo
  return new URL(`postgresql://adrail@127.0.0.1:${port}${url.pathname}`)
}

async function reach(databaseUrl: URL): Promise<void> {
  const store = await openPresentStore({ databaseUrl: databaseUrl.href, dataDir: '' })
  onTestFinished(() => store?.close())
  await store?.ping()
}

test.skipIf(serverUrl === '')('two seconds, unless the URL says otherwise', async () => {
  const url = await slowlyReached()
  await expect(reach(url)).rejects.toThrow('timeout')

  url.searchParams.set('connect_timeout', '60')
  await reach(url)
})
