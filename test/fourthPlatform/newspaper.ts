// Town Board in a sandbox of any process, as a test controls it and as the newspaper's own users see it.

import { createAdminCaller } from '@adrail/server/testing'
import { expect } from 'vitest'

/** Address of the sandbox, and Ada's access to the newspaper, as the demo file contains them. */
export interface NewspaperAccess {
  readonly url: string
  readonly town: { readonly accessToken: string; readonly accountId: string }
}

/** A change at the newspaper. */
interface Effect {
  readonly kind: string
  readonly id: string
  readonly detail?: Readonly<Record<string, unknown>>
}

interface Request {
  readonly body: string
}

export interface Newspaper {
  readonly url: string
  /** Lists the changes of a campaign since its creation. */
  listChanges(campaignId: string): Promise<readonly Effect[]>
  listRequests(call: string): Promise<readonly Request[]>
  /** Holds the next request of a call, before or after its effect. */
  holdNext(call: string, when: 'before' | 'after'): Promise<{ waitUntilHeld(): Promise<unknown> }>
  advanceClock(duration: string): Promise<unknown>
  /** Returns the day of the newspaper's clock, some days ago. */
  dayAgo(days: number): Promise<string>
  /** A reader replies to an ad. `pushes` is the number of notices to the application. */
  submitReply(campaign: string, pushes: number): Promise<unknown>
  /** Sends a request of the account's owner to the newspaper's API. */
  callApi(path: string, body?: object): Promise<unknown>
}

export function createNewspaper({ url, town }: NewspaperAccess): Newspaper {
  const callAdmin = createAdminCaller(() => url)
  return {
    url,
    // The routes of the admin API declare their responses.
    async listChanges(campaignId) {
      const effects = (await callAdmin('GET', 'effects?platform=town&format=json')) as readonly Effect[]
      return effects.filter(({ kind, id }) => kind === 'change' && id === campaignId)
    },
    listRequests: async (call) =>
      (await callAdmin('GET', `requests?platform=town&call=${call}&format=json`)) as readonly Request[],
    async holdNext(call, when) {
      const order = { platform: 'town', call, kind: 'stall', when }
      const { id } = (await callAdmin('POST', 'faults', order)) as { readonly id: string }
      const countHeld = async () => {
        const { faults } = (await callAdmin('GET', 'faults')) as {
          readonly faults: readonly { readonly id: string; readonly holding: number }[]
        }
        return faults.find((fault) => fault.id === id)?.holding
      }
      return { waitUntilHeld: () => expect.poll(countHeld).toBe(1) }
    },
    advanceClock: (duration) => callAdmin('POST', 'clock', { advance: duration }),
    async dayAgo(days) {
      const { now } = (await callAdmin('GET', 'clock')) as { readonly now: string }
      return new Date(Date.parse(now) - days * 86_400_000).toISOString().slice(0, 10)
    },
    submitReply: (campaign, pushes) => callAdmin('POST', 'simulate/town/lead', { campaign, pushes }),
    async callApi(path, body) {
      const response = await fetch(`${url}/town/v1/accounts/${town.accountId}/${path}`, {
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
        headers: { authorization: `Bearer ${town.accessToken}` },
      })
      if (!response.ok) throw new Error(`${path}: ${response.status}`)
      return await response.json()
    },
  }
}
