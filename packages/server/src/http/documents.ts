// The documents that come from the contract: OpenAPI, a reference to read and try, and a text for language models.

import { llmsText, openapi } from '@adrail/contract'
import Fastify, { type FastifyInstance } from 'fastify'
import { commonHeaders } from './answer.ts'

export function addDocuments(server: FastifyInstance, publicUrl: () => string): void {
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
  const openReference = async () => {
    reference ??= loadReference(publicUrl())
    return await reference
  }
  for (const path of ['/docs', '/docs/*'])
    server.get(path, async (request, reply) => {
      const pages = await openReference()
      reply.hijack()
      pages.routing(request.raw, reply.raw)
    })
}

async function loadReference(publicUrl: string): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const pages = Fastify({ logger: false })
  await pages.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      content: openapi({ serverUrl: publicUrl }),
      title: 'adrail API reference',
      favicon: favicon,
      // Nothing is loaded from anywhere else: the page works offline.
      withDefaultFonts: false,
      agent: { disabled: true },
      telemetry: false,
      hideClientButton: true,
    },
  })
  await pages.ready()
  return pages
}

const favicon =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"%3E%3Crect width="16" height="16" rx="4" fill="%231f6f50"/%3E%3Cpath d="M4 12 8 4l4 8M5.6 9h4.8" fill="none" stroke="%23fff" stroke-width="1.6"/%3E%3C/svg%3E'
