// T16: callers who send a byte now and then, or never read what they asked for, beside others who mean well.

import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { useProcesses } from '@adrail/server/testing/processes'
import { startTestSandbox } from '@adrail/server/testing/worlds'
import { expect, onTestFinished, test } from 'vitest'
import { ask } from './crowds.ts'
import { isLong, proofTimeoutMs, sized, tell } from './figures.ts'
import { newKeyIn } from './keys.ts'

const processes = useProcesses()
const forMs = sized(3000, 60_000)

/** Connections that are a burden, and how long each of them was suffered. */
class Burden {
  readonly #sockets: Socket[] = []
  /** Of the loopback network: one address may hold a quarter of all connections, so each kind of client has its own. */
  readonly #localAddress: string
  readonly keptMs: number[] = []

  constructor(localAddress: string) {
    this.#localAddress = localAddress
  }

  /** Writes the beginning at once, and then a byte every second. */
  begin(url: string, count: number, beginning: string, drips: string): void {
    const { port } = new URL(url)
    for (let number = 0; number < count; number++) {
      const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress: this.#localAddress })
      const beganAt = performance.now()
      const drip = setInterval(() => drips !== '' && socket.write(drips), 1000)
      // Nothing is read of what comes.
      socket.pause()
      socket.write(beginning)
      socket.on('error', () => {})
      socket.on('close', () => {
        clearInterval(drip)
        this.keptMs.push(performance.now() - beganAt)
      })
      this.#sockets.push(socket)
    }
  }

  get open(): number {
    return this.#sockets.filter(({ destroyed }) => !destroyed).length
  }

  /** Whoever does not read sees only now whether the connection was closed: it ends after what had come already. */
  readAtLast(): void {
    for (const socket of this.#sockets) socket.resume()
  }

  /** How many got so much or more. */
  got(bytes: number): number {
    return this.#sockets.filter(({ bytesRead }) => bytesRead >= bytes).length
  }

  /** How many were neither sent away nor refused; a refusal is short, and who got one may ask again. */
  get borne(): number {
    return this.#sockets.filter(
      ({ destroyed, bytesRead }) => !destroyed && (bytesRead === 0 || bytesRead > 4096),
    ).length
  }

  end(): void {
    for (const socket of this.#sockets) socket.destroy()
  }
}

test(
  'whoever is slow on purpose keeps nobody else waiting, and is sent away',
  async () => {
    const sandbox = await startTestSandbox()
    const place = await processes.newInstallation()
    const service = await processes.start(place, {
      SANDBOX_URL: sandbox.url,
      // The long form has the patience of any service; the short one is too short for it.
      ...(isLong ? {} : { HEADERS_TIMEOUT_MS: '2000', REQUEST_TIMEOUT_MS: '3000' }),
      KEYLESS_LIMIT_PER_MINUTE: '1000000',
      KEYLESS_LIMIT_BURST: '1000000',
    })
    const hostileKey = await service.readDemoKey()
    const apiKey = await newKeyIn(processes, place, 'Good')
    const good = {
      apiKey,
      questions: [['user/list_users', {}] as const],
      // Connections that nobody asks on in time are closed as well: with few of them each is asked on often.
      connections: sized(1, 8),
      perSecond: 5,
      durationMs: forMs,
    }
    const alone = await ask([service], good)

    const path = '/docs/js/scalar.js'
    const wholeBytes = (await (await fetch(service.url + path)).arrayBuffer()).byteLength
    const burdens = {
      heads: new Burden('127.0.0.2'),
      bodies: new Burden('127.0.0.3'),
      readers: new Burden('127.0.0.4'),
    }
    onTestFinished(() => {
      for (const burden of Object.values(burdens)) burden.end()
    })
    burdens.heads.begin(
      service.url,
      sized(100, 1000),
      'POST /user/list_users HTTP/1.1\r\nhost: x\r\nx-slow: ',
      'x',
    )
    const head = `POST /user/list_users HTTP/1.1\r\nhost: x\r\nx-api-key: ${hostileKey}\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n`
    burdens.bodies.begin(service.url, sized(100, 1000), `${head}{`, ' ')
    const page = `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`
    burdens.readers.begin(service.url, sized(50, 500), page.repeat(3), '')
    const beside = await ask([service], good)

    expect({ limited: beside.limited, amiss: beside.amiss, alone: alone.amiss }).toEqual({
      limited: 0,
      amiss: 0,
      alone: 0,
    })
    expect(beside.good).toBeGreaterThan(0)
    await expect.poll(() => burdens.heads.open + burdens.bodies.open).toBe(0)
    // Whoever does not read is borne for longer than the short form takes.
    if (isLong) {
      // Up to twice the half minute that a request may take, and what writing the beginning took.
      await sleep(15_000)
      burdens.readers.readAtLast()
      await expect.poll(() => burdens.readers.borne).toBe(0)
      expect(burdens.readers.got(wholeBytes)).toBe(0)
    }

    const longest = (burden: Burden) => Math.round(Math.max(0, ...burden.keptMs) / 1000)
    const figures = {
      good: beside.good,
      goodShed: beside.shed,
      goodAmiss: beside.amiss,
      sentAway: burdens.heads.keptMs.length + burdens.bodies.keptMs.length + burdens.readers.keptMs.length,
    }
    const times = {
      goodP99Ms: beside.goodP99Ms.toFixed(1),
      goodP99MsAlone: alone.goodP99Ms.toFixed(1),
      headsKeptSeconds: longest(burdens.heads),
      bodiesKeptSeconds: longest(burdens.bodies),
    }
    tell('T16', isLong ? { ...figures, ...times } : figures)
    if (isLong) {
      expect(longest(burdens.heads)).toBeLessThanOrEqual(20)
      expect(longest(burdens.bodies)).toBeLessThanOrEqual(35)
    }
  },
  proofTimeoutMs,
)
