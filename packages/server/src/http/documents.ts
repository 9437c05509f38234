// The routes of documents: the documentation, OpenAPI, the API reference, and a text for language models.

import { buildOpenApi, renderLlmsText } from '@adrail/contract'
import { CachedDocument, type DocumentSource } from './cachedDocument.ts'
import { addDemoKeyRoutes, type DemoKey } from './demoKey.ts'
import { toAddress } from './docs/docsFiles.ts'
import { docsPages } from './docs/docsIndex.ts'
import { listDocuments } from './docs/docsLibrary.ts'
import { loadReferenceScript, pagePolicy, referencePage } from './docs/reference.ts'
import type { Exchange } from './exchange.ts'
import { commonHeaders, sendEnvelope } from './httpResponses.ts'
import type { Routes } from './routeTable.ts'

export function addDocumentRoutes(routes: Routes, publicUrl: () => string, demo: DemoKey): void {
  // The bare address redirects browsers to the console, and lists the links for programs.
  routes.get('/', (exchange) => {
    const vary = { vary: 'accept' }
    if (exchange.header('accept')?.includes('text/html')) return redirect(exchange, 302, '/console/', vary)
    const results = {
      success: true,
      error: '',
      service: 'adrail',
      console: `${publicUrl()}/console/`,
      docs: `${publicUrl()}/docs`,
      reference: `${publicUrl()}/docs/reference`,
      openapi: `${publicUrl()}/openapi.json`,
      llms: `${publicUrl()}/llms.txt`,
    }
    return sendEnvelope(exchange, 200, results, vary)
  })
  routes.get('/docs', (exchange) => redirect(exchange, 301, '/docs/'))

  addDemoKeyRoutes(routes, demo)

  const documents: Readonly<Record<string, DocumentSource>> = {
    '/openapi.json': {
      headers: { 'content-type': 'application/json; charset=utf-8' },
      render: () => JSON.stringify(buildOpenApi({ serverUrl: publicUrl() })),
    },
    '/llms.txt': {
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      render: () => renderLlmsText({ serverUrl: publicUrl(), guides: listGuides() }),
    },
    ...listDocuments(),
    '/docs/reference': {
      headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pagePolicy },
      render: () => referencePage,
    },
    // Four megabytes, loaded when the page is first opened.
    '/docs/js/scalar.js': {
      headers: { 'content-type': 'application/javascript; charset=utf-8' },
      render: loadReferenceScript,
    },
  }
  for (const [path, source] of Object.entries(documents)) {
    const cachedDocument = new CachedDocument(source)
    routes.get(path, (exchange) => cachedDocument.send(exchange))
  }
}

function listGuides() {
  return docsPages.map(({ path, title, description }) => ({
    title,
    description,
    address: toAddress(`${path}.md`),
  }))
}

function redirect(
  exchange: Exchange,
  status: number,
  location: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  exchange.send(status, { ...commonHeaders(exchange.requestId), ...headers, location })
}
