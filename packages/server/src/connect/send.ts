// How pages leave the service: always with the same headers, and never into a cache.

import type { FastifyReply } from 'fastify'
import type { Linking } from '../linking/linking.ts'

const securityHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

export function sendPage(reply: FastifyReply, linking: Linking, page: string, status = 200): FastifyReply {
  return secured(reply, linking).code(status).header('content-type', 'text/html; charset=utf-8').send(page)
}

/** Onward with GET, whatever the request was. */
export function redirect(reply: FastifyReply, linking: Linking, url: string): FastifyReply {
  return secured(reply, linking).code(303).header('location', url).send()
}

function secured(reply: FastifyReply, linking: Linking): FastifyReply {
  if (linking.publicUrl.startsWith('https:')) reply.header('strict-transport-security', 'max-age=31536000')
  return reply.headers(securityHeaders)
}
