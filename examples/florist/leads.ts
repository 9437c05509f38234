// Receives the leads of a user by webhook.

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { Client, WebhookEvent } from '@adrail/client'
import { createReceiver } from '../events/receiver.ts'

type LeadReceived = Extract<WebhookEvent, { type: 'lead.received' }>

export interface LeadInbox extends AsyncDisposable {
  /** The events so far, oldest first. */
  readonly received: readonly LeadReceived[]
  /** Waits for a lead of a campaign, at most a minute. */
  waitForLead(campaignId: string): Promise<LeadReceived>
}

export async function openLeadInbox(adrail: Client, userId: string): Promise<LeadInbox> {
  const received: LeadReceived[] = []
  let secret = ''
  const receiver = createReceiver(
    () => secret,
    (event) => {
      if (event.type === 'lead.received' && event.userId === userId) received.push(event)
    },
  ).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const { port } = receiver.address() as AddressInfo
  const webhook = await adrail.webhook.create_endpoint({
    url: `http://127.0.0.1:${port}/leads`,
    types: ['lead.received'],
  })
  secret = webhook.secret
  return {
    received,
    async waitForLead(campaignId) {
      for (let seconds = 0; seconds < 60; seconds++) {
        const event = received.find(({ data }) => data.campaignId === campaignId)
        if (event) return event
        await setTimeout(1000)
      }
      throw new Error('No lead arrived within a minute.')
    },
    async [Symbol.asyncDispose]() {
      await adrail.webhook.delete_endpoint({ endpointId: webhook.endpoint.endpointId })
      receiver.close()
      receiver.closeAllConnections()
    },
  }
}
