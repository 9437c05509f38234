// What a deployment is given to do while it is changed, and a strict account of what came of it.

import { Pool } from 'undici'

const clients = 8

interface Results {
  readonly success: boolean
  readonly users?: { readonly externalId: string }[]
  readonly pagination?: { readonly next: string }
}

/** Clients that ask without a pause, on connections that they keep: half of them read, half of them make users. */
export class Load {
  readonly createdIds: string[] = []
  readonly #failures: string[] = []
  /** Sent away by a process that has too much to do, as happens on a busy machine with restarts or without, and sent again. */
  #shedCount = 0
  readonly #pool: Pool
  readonly #apiKey: string
  #responseCount = 0
  #isRunning = false
  #clients: Promise<void>[] = []
  #onResponse = () => {}

  constructor(url: string, apiKey: string) {
    // The certificate is the proxy's own.
    this.#pool = new Pool(url, { connections: clients, connect: { rejectUnauthorized: false } })
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
    // Every answer of the service is an envelope.
    return (JSON.parse(text) as { results: Results }).results
  }

  start(): void {
    this.#isRunning = true
    this.#clients = Array.from({ length: clients }, (_, client) => this.#runClient(client))
  }

  /** Waits for so many answers more. */
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

  async users(): Promise<string[]> {
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
