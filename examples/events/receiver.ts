// A receiver of events: verifies each message, does every event once, and answers before it works.

import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { type WebhookEvent, webhooks } from '@adrail/client'

export function createReceiver(secret: () => string, onEvent: (event: WebhookEvent) => void): Server {
  /** In your software: a table with the id as its key. */
  const seen = new Set<string>()
  return createServer(async (request, response) => {
    try {
      const event = await webhooks.verify(await text(request), request.headers, secret())
      response.writeHead(204).end()
      if (seen.has(event.eventId)) return
      seen.add(event.eventId)
      onEvent(event)
    } catch (error) {
      // Not from the service: nothing is done, and it is told so.
      response.writeHead(400).end(String(error))
    }
  })
}
