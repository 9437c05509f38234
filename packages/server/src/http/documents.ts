// The documents that come from the contract: OpenAPI, a reference to read and try, and a text for language models.

import { llmsText, openapi } from '@adrail/contract'
import Fastify, { type FastifyInstance } from 'fastify'
import { commonHeaders, envelopeText } from './answer.ts'

export function addDocuments(server: FastifyInstance, publicUrl: () => string): void {
  // Whoever opens the bare address learns where to go on: people in a browser are taken there.
  server.get('/', async (request, reply) => {
    reply.headers({ ...commonHeaders(request.id), vary: 'accept' })
    if (request.headers.accept?.includes('text/html')) return reply.redirect('/docs/', 302)
    const results = {
      success: true,
      error: '',
      service: 'adrail',
      reference: `${publicUrl()}/docs`,
      openapi: `${publicUrl()}/openapi.json`,
      llms: `${publicUrl()}/llms.txt`,
    }
    return reply.send(envelopeText(200, request.id, results))
  })

  let openapiText: string | undefined
  server.get('/openapi.json', async (request, reply) => {
    openapiText ??= JSON.stringify(openapi({ serverUrl: publicUrl() }))
    return reply.headers(commonHeaders(request.id)).send(openapiText)
  })

  server.get('/llms.txt', async (request, reply) =>
    reply
      .headers({ ...commonHeaders(request.id), 'content-type': 'text/plain; charset=utf-8' })
      .send(llmsText({ serverUrl: publicUrl() })),
  )

  // The reference page brings four megabytes of script along; it is loaded when somebody first opens it.
  let reference: Promise<FastifyInstance> | undefined
  for (const path of ['/docs', '/docs/', '/docs/js/scalar.js'])
    server.get(path, async (request, reply) => {
      reference ??= loadReference()
      const pages = await reference
      reply.hijack()
      pages.routing(request.raw, reply.raw)
    })
}

async function loadReference(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const pages = Fastify({ logger: false })
  pages.addHook('onSend', async (_request, reply) => {
    reply.headers({ 'content-security-policy': policy, 'x-content-type-options': 'nosniff' })
  })
  await pages.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      // Requests go to where the page came from, under whichever name it was opened.
      servers: [{ url: '/', description: 'This service.' }],
      pageTitle: 'adrail API reference',
      favicon,
      customCss: style,
      // Operations are known by their paths; sentences would fill the side bar.
      operationTitleSource: 'path',
      hideModels: true,
      // Nothing is loaded from anywhere else, and nothing is offered that would be: the page works offline.
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      showDeveloperTools: 'never',
    },
  })
  await pages.ready()
  return pages
}

/** An API key typed into the page can go to this service and nowhere else. */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The colours of the mark, and a side bar in which the longest path has room. */
const style = `
:root { --scalar-sidebar-width: 330px; }
.light-mode { --scalar-color-accent: #1f6f50; --scalar-background-accent: #1f6f5014; --scalar-button-1: #1f6f50; --scalar-button-1-hover: #17573e; }
.dark-mode { --scalar-color-accent: #5fc79b; --scalar-background-accent: #5fc79b1f; --scalar-button-1: #2f8a66; --scalar-button-1-hover: #37a077; --scalar-button-1-color: #fff; }
`

const favicon =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"%3E%3Crect width="16" height="16" rx="4" fill="%231f6f50"/%3E%3Cpath d="M4 12 8 4l4 8M5.6 9h4.8" fill="none" stroke="%23fff" stroke-width="1.6"/%3E%3C/svg%3E'
