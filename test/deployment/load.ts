// Keeps a deployment under load while it changes, and records every failure.

import { Pool } from 'undici'

const clientCount = 8

interface Results {
  readonly success: boolean
  readonly users?: { readonly externalId: string }[]
  readonly pagination?: { readonly next: string }
}

/**
 * Runs clients that send requests without a pause over persistent connections. Half of the clients read, and
 * half create users.
 */
export class Load {
  readonly createdIds: string[] = []
  readonly #failures: string[] = []
  /**
   * Counts requests that an overloaded process rejected and that the client resent. Overload occurs on a busy
   * machine even without restarts.
   */
  #shedCount = 0
  readonly #pool: Pool
  readonly #apiKey: string
  #responseCount = 0
  #isRunning = false
  #clients: Promise<void>[] = []
  #onResponse = () => {}

  constructor(url: string, apiKey: string) {
    // The proxy uses a self-signed certificate.
    this.#pool = new Pool(url, { connections: clientCount, connect: { rejectUnauthorized: false } })
    this.#apiKey = apiKey
  }

  async isReady(): Promise<boolean> {
    try {
      return (await this.call('user/list_users', {})).success
    } catch {
      return false
    }
  }

  async call(operation: string, body: object): Promise<Results> {
    const response = await this.#pool.request({
      method: 'POST',
      path: `/${operation}`,
      headers: { 'x-api-key': this.#apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.body.text()
    if (text.includes('"OVERLOADED"')) {
      this.#shedCount++
      return await this.call(operation, body)
    }
    if (response.statusCode !== 200)
      throw new Error(`${operation}: ${response.statusCode} ${text.slice(0, 300)}`)
    // Every response of the service is an envelope.
    return (JSON.parse(text) as { results: Results }).results
  }

  start(): void {
    this.#isRunning = true
    this.#clients = Array.from({ length: clientCount }, (_, client) => this.#runClient(client))
  }

  /** Resolves after this many further responses. */
  waitForResponses(count: number): Promise<void> {
    const targetCount = this.#responseCount + count
    return new Promise((resolve) => {
      this.#onResponse = () => {
        if (this.#responseCount >= targetCount) resolve()
      }
    })
  }

  async stop(): Promise<{ responses: number; failures: string[]; shed: number; createdIds: string[] }> {
    this.#isRunning = false
    await Promise.all(this.#clients)
    return {
      responses: this.#responseCount,
      failures: this.#failures,
      shed: this.#shedCount,
      createdIds: this.createdIds,
    }
  }

  async listExternalIds(): Promise<string[]> {
    const externalIds: string[] = []
    let pagination = ''
    do {
      const results = await this.call('user/list_users', pagination === '' ? {} : { pagination })
      externalIds.push(...(results.users ?? []).map(({ externalId }) => externalId))
      pagination = results.pagination?.next ?? ''
    } while (pagination !== '')
    return externalIds
  }

  async #runClient(client: number): Promise<void> {
    for (let count = 0; this.#isRunning; count++)
      try {
        const externalId = `load-${client}-${count}`
        if (client % 2 === 0) {
          await this.call('user/create_user', { name: 'Load', externalId })
          this.createdIds.push(externalId)
        } else if (client % 4 === 1) await this.call('social/get_campaigns', { userId: 'usr_demo_all' })
        else await this.call('user/list_users', {})
        this.#responseCount++
        this.#onResponse()
      } catch (error) {
        this.#failures.push(error instanceof Error ? error.message : String(error))
      }
  }
}
