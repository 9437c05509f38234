// The routes of documents that derive from the contract: OpenAPI, the API reference, the error codes, guides,
// and a text for language models.

import { buildOpenApi, renderLlmsText } from '@adrail/contract'
import { CachedDocument, type DocumentSource } from './cachedDocument.ts'
import { addDemoKeyRoutes, type DemoKey } from './demoKey.ts'
import { renderErrorsPage } from './errorsPage.ts'
import type { Exchange } from './exchange.ts'
import { renderGuidePage } from './guidePage.ts'
import { commonHeaders, sendEnvelope } from './httpResponses.ts'
import { guideNames, loadReferenceScript, pagePolicy, referencePage } from './reference.ts'
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
      reference: `${publicUrl()}/docs`,
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
      render: () => renderLlmsText({ serverUrl: publicUrl() }),
    },
    '/docs/': {
      headers: pageHeaders,
      render: () => referencePage,
    },
    '/docs/errors': {
      headers: pageHeaders,
      render: renderErrorsPage,
    },
    ...Object.fromEntries(
      guideNames.map((name) => [
        `/docs/${name}`,
        { headers: pageHeaders, render: () => renderGuidePage(name) },
      ]),
    ),
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

const pageHeaders = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pagePolicy }

function redirect(
  exchange: Exchange,
  status: number,
  location: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  exchange.send(status, { ...commonHeaders(exchange.requestId), ...headers, location })
}
