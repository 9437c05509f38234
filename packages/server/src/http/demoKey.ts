// The key of the demo, handed to the reference page so that a first request can be tried at once: on the machine that the
// service runs on and nowhere else. It stands in no document, because those are kept by browsers and caches.

import { isLoopbackAddress, isLoopbackHost } from '../base/loopback.ts'
import { sendEnvelope } from './answer.ts'
import type { Exchange } from './exchange.ts'
import type { Routes } from './routeTable.ts'

export function addDemoKey(routes: Routes, demoKey: () => string): void {
  routes.get('/docs/demo-key', (exchange) => {
    const apiKey = isOwnPage(exchange) ? demoKey() : ''
    sendEnvelope(exchange, 200, { success: true, error: '', apiKey })
  })
}

/** What proxies add. */
const traces = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/**
 * Asked by a page of this service, opened on this machine: no proxy in between, and under a name that leads nowhere else,
 * because a foreign page could have its own name lead here.
 */
export function isOwnPage({ request }: Exchange): boolean {
  const { headers, socket, httpVersion } = request
  // Proxies that say nothing of themselves often still speak HTTP/1.0, and browsers never do.
  const isForwarded = httpVersion === '1.0' || traces.some((name) => name in headers)
  const { host = '', 'sec-fetch-site': site = 'same-origin' } = headers
  return (
    isLoopbackAddress(socket.remoteAddress ?? '') &&
    isLoopbackHost(host) &&
    !isForwarded &&
    site === 'same-origin'
  )
}
