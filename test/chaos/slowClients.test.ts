// T16: clients send single bytes slowly or never read their responses, while other clients behave normally.

import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { startTestSandbox, useProcesses } from '@adrail/server/testing'
import { expect, onTestFinished, test } from 'vitest'
import { runLoad } from './clientLoad.ts'
import { isLong, proofSize, proofTimeoutMs, reportProof } from './proofRun.ts'
import { createWorkspaceKey } from './workspaceKeys.ts'

const processes = useProcesses()
const forMs = proofSize(3000, 60_000)

/** Abusive connections, with the time for which each of them stayed open. */
class AbusiveConnections {
  readonly #sockets: Socket[] = []
  /**
   * An address of the loopback network. One address may hold a quarter of all connections, so each kind of
   * client has a separate address.
   */
  readonly #localAddress: string
  readonly openMs: number[] = []

  constructor(localAddress: string) {
    this.#localAddress = localAddress
  }

  /** Writes the beginning at once, and then one byte every second. */
  begin(url: string, count: number, beginning: string, drips: string): void {
    const { port } = new URL(url)
    for (let number = 0; number < count; number++) {
      const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress: this.#localAddress })
      const beganAt = performance.now()
      const drip = setInterval(() => drips !== '' && socket.write(drips), 1000)
      // The client does not read the response.
      socket.pause()
      socket.write(beginning)
      socket.on('error', () => {})
      socket.on('close', () => {
        clearInterval(drip)
        this.openMs.push(performance.now() - beganAt)
      })
      this.#sockets.push(socket)
    }
  }

  get open(): number {
    return this.#sockets.filter(({ destroyed }) => !destroyed).length
  }

  /**
   * Starts reading. A client that does not read notices a closed connection only after it has read the
   * earlier data.
   */
  startReading(): void {
    for (const socket of this.#sockets) socket.resume()
  }

  /** Counts the connections that received at least this many bytes. */
  countReceived(bytes: number): number {
    return this.#sockets.filter(({ bytesRead }) => bytesRead >= bytes).length
  }

  /**
   * Counts the connections that were neither closed nor refused. A refusal is short, and a refused client may
   * retry.
   */
  get openCount(): number {
    return this.#sockets.filter(
      ({ destroyed, bytesRead }) => !destroyed && (bytesRead === 0 || bytesRead > 4096),
    ).length
  }

  end(): void {
    for (const socket of this.#sockets) socket.destroy()
  }
}

test(
  'clients that are slow on purpose cause no refusals of other clients, and are disconnected',
  async () => {
    const sandbox = await startTestSandbox()
    const place = await processes.newInstallation()
    const service = await processes.start(place, {
      SANDBOX_URL: sandbox.url,
      // The long form uses the default timeouts, which are too long for the short form.
      ...(isLong ? {} : { HEADERS_TIMEOUT_MS: '2000', REQUEST_TIMEOUT_MS: '3000' }),
      KEYLESS_LIMIT_PER_MINUTE: '1000000',
      KEYLESS_LIMIT_BURST: '1000000',
    })
    const hostileKey = await service.readDemoKey()
    const apiKey = await createWorkspaceKey(processes, place, 'Good')
    const good = {
      apiKey,
      calls: [['user/list_users', {}] as const],
      // The service also closes idle connections. With few connections, each one has frequent requests.
      connections: proofSize(1, 8),
      perSecond: 5,
      durationMs: forMs,
    }
    const alone = await runLoad([service], good)

    const path = '/docs/js/scalar.js'
    const wholeBytes = (await (await fetch(service.url + path)).arrayBuffer()).byteLength
    const burdens = {
      heads: new AbusiveConnections('127.0.0.2'),
      bodies: new AbusiveConnections('127.0.0.3'),
      readers: new AbusiveConnections('127.0.0.4'),
    }
    onTestFinished(() => {
      for (const burden of Object.values(burdens)) burden.end()
    })
    burdens.heads.begin(
      service.url,
      proofSize(100, 1000),
      'POST /user/list_users HTTP/1.1\r\nhost: x\r\nx-slow: ',
      'x',
    )
    const head = `POST /user/list_users HTTP/1.1\r\nhost: x\r\nx-api-key: ${hostileKey}\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n`
    burdens.bodies.begin(service.url, proofSize(100, 1000), `${head}{`, ' ')
    const page = `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`
    burdens.readers.begin(service.url, proofSize(50, 500), page.repeat(3), '')
    const withAbuse = await runLoad([service], good)

    expect({ limited: withAbuse.limited, unexpected: withAbuse.unexpected, alone: alone.unexpected }).toEqual(
      {
        limited: 0,
        unexpected: 0,
        alone: 0,
      },
    )
    expect(withAbuse.good).toBeGreaterThan(0)
    await expect.poll(() => burdens.heads.open + burdens.bodies.open).toBe(0)
    // The service keeps clients that do not read for longer than the short form lasts.
    if (isLong) {
      // The wait covers twice the 30 seconds that a request may take, and the time for writing the beginning.
      await sleep(15_000)
      burdens.readers.startReading()
      await expect.poll(() => burdens.readers.openCount).toBe(0)
      expect(burdens.readers.countReceived(wholeBytes)).toBe(0)
    }

    const longest = (burden: AbusiveConnections) => Math.round(Math.max(0, ...burden.openMs) / 1000)
    const figures = {
      good: withAbuse.good,
      goodShed: withAbuse.shed,
      goodAmiss: withAbuse.unexpected,
      sentAway: burdens.heads.openMs.length + burdens.bodies.openMs.length + burdens.readers.openMs.length,
    }
    const times = {
      goodP99Ms: withAbuse.goodP99Ms.toFixed(1),
      goodP99MsAlone: alone.goodP99Ms.toFixed(1),
      headsKeptSeconds: longest(burdens.heads),
      bodiesKeptSeconds: longest(burdens.bodies),
    }
    reportProof('T16', isLong ? { ...figures, ...times } : figures)
    if (isLong) {
      expect(longest(burdens.heads)).toBeLessThanOrEqual(20)
      expect(longest(burdens.bodies)).toBeLessThanOrEqual(35)
    }
  },
  proofTimeoutMs,
)
