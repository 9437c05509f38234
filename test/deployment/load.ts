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
  readonly made: string[] = []
  readonly #failures: string[] = []
  /** Sent away by a process that has too much to do, as happens on a busy machine with restarts or without, and sent again. */
  #shed = 0
  readonly #pool: Pool
  readonly #apiKey: string
  #answers = 0
  #going = false
  #clients: Promise<void>[] = []
  #noticed = () => {}

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
    const answer = await this.#pool.request({
      method: 'POST',
      path: `/${operation}`,
      headers: { 'x-api-key': this.#apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await answer.body.text()
    if (text.includes('"OVERLOADED"')) {
      this.#shed++
      return await this.call(operation, body)
    }
    if (answer.statusCode !== 200) throw new Error(`${operation}: ${answer.statusCode} ${text.slice(0, 300)}`)
    // Every answer of the service is an envelope.
    return (JSON.parse(text) as { results: Results }).results
  }

  begin(): void {
    this.#going = true
    this.#clients = Array.from({ length: clients }, (_, client) => this.#work(client))
  }

  /** Waits for so many answers more. */
  answered(count: number): Promise<void> {
    const enough = this.#answers + count
    return new Promise((resolve) => {
      this.#noticed = () => {
        if (this.#answers >= enough) resolve()
      }
    })
  }

  async end(): Promise<{ answers: number; failures: string[]; shed: number; made: string[] }> {
    this.#going = false
    await Promise.all(this.#clients)
    return { answers: this.#answers, failures: this.#failures, shed: this.#shed, made: this.made }
  }

  async users(): Promise<string[]> {
    const found: string[] = []
    let pagination = ''
    do {
      const results = await this.call('user/list_users', pagination === '' ? {} : { pagination })
      found.push(...(results.users ?? []).map(({ externalId }) => externalId))
      pagination = results.pagination?.next ?? ''
    } while (pagination !== '')
    return found
  }

  async #work(client: number): Promise<void> {
    for (let count = 0; this.#going; count++)
      try {
        const externalId = `load-${client}-${count}`
        if (client % 2 === 0) {
          await this.call('user/create_user', { name: 'Load', externalId })
          this.made.push(externalId)
        } else if (client % 4 === 1) await this.call('social/get_campaigns', { userId: 'usr_demo_all' })
        else await this.call('user/list_users', {})
        this.#answers++
        this.#noticed()
      } catch (error) {
        this.#failures.push(error instanceof Error ? error.message : String(error))
      }
  }
}
