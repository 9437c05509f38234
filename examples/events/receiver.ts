// A receiver of events. It verifies each message, responds before it works, and handles every event once.

import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { type WebhookEvent, webhooks } from '@adrail/client'

export function createReceiver(secret: () => string, onEvent: (event: WebhookEvent) => void): Server {
  /** In your software, this is a table with the event id as its key. */
  const seenIds = new Set<string>()
  return createServer(async (request, response) => {
    try {
      const event = await webhooks.verify(await text(request), request.headers, secret())
      response.writeHead(204).end()
      if (seenIds.has(event.eventId)) return
      seenIds.add(event.eventId)
      onEvent(event)
    } catch (error) {
      // The message is not from the service. The receiver does nothing and returns 400.
      response.writeHead(400).end(String(error))
    }
  })
}
