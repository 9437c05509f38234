// Serves the built files of the console: one page for every console URL, and the assets that it loads.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CachedDocument } from '../http/cachedDocument.ts'
import type { Exchange } from '../http/exchange.ts'
import { commonHeaders } from '../http/httpResponses.ts'
import type { Routes } from '../http/routeTable.ts'
import { ServiceError } from '../runtime/errors.ts'
import { consoleFolder } from '../runtime/servedFiles.ts'
import { isSecure } from './sessionCookie.ts'

const folder = fileURLToPath(consoleFolder)

/** The policy allows no third-party content, requests or frames, and text can never become a script. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  // The page names the files of the newest build, so browsers revalidate it by its ETag on every load.
  'cache-control': 'no-cache',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** Asset names contain a content hash, so browsers cache assets forever. */
const assetHeaders = {
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'same-origin',
}

const contentTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
}

/** The message instructs the operator to build the console. The command installs nothing. */
const notBuiltMessage =
  'The console is not built. Run `npm run build:console` in the folder of adrail, then reload this page. adrail needs no restart.'

/** Returns the startup warning about a console that is not built, or undefined. */
export function consoleWarning(): string | undefined {
  return isBuilt() ? undefined : notBuiltMessage.replace('reload this page', 'open the console')
}

function isBuilt(): boolean {
  return existsSync(join(folder, 'index.html'))
}

/** Console URLs have at most this many path segments. */
const maxDepth = 5

export function addConsoleFiles(routes: Routes, publicUrl: () => string): void {
  const getDocuments = memoizeDefined(() => loadDocuments(publicUrl()))

  routes.get('/console/assets/:file', async (exchange) => {
    const asset = getDocuments()?.assets.get(exchange.parameters['file'] ?? '')
    if (!asset) throw new ServiceError('UNKNOWN_OPERATION')
    await asset.send(exchange)
  })

  const sendApp = async (exchange: Exchange) => {
    const page = getDocuments()?.page
    await (page ? page.send(exchange) : sendNotBuilt(exchange))
  }
  routes.get('/console', (exchange) =>
    exchange.send(301, { ...commonHeaders(exchange.requestId), location: '/console/' }),
  )
  routes.get('/console/', sendApp)
  for (let depth = 1; depth <= maxDepth; depth++)
    routes.get(`/console/${Array.from({ length: depth }, (_, index) => `:part${index}`).join('/')}`, sendApp)
}

/**
 * Reads all files when the console is first opened: a later build does not remove files that a
 * loaded page refers to. Returns undefined while the console is not built.
 */
function loadDocuments(publicUrl: string) {
  if (!isBuilt()) return undefined
  const transportHeaders = isSecure(publicUrl) ? { 'strict-transport-security': 'max-age=31536000' } : {}
  const read = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8')
  const assets = readdirSync(join(folder, 'assets')).map((file) => {
    const type = contentTypes[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
    const headers = { ...assetHeaders, ...transportHeaders, 'content-type': type }
    const text = read('assets', file)
    return [file, new CachedDocument({ headers, render: () => text })] as const
  })
  const page = read('index.html')
  return {
    page: new CachedDocument({ headers: { ...pageHeaders, ...transportHeaders }, render: () => page }),
    assets: new Map(assets),
  }
}

function sendNotBuilt(exchange: Exchange): void {
  const text = `${notBuiltMessage}\n`
  const type = { 'content-type': 'text/plain; charset=utf-8' }
  exchange.send(503, { ...commonHeaders(exchange.requestId), ...type }, text)
}

/** Caches the first result that is not undefined. */
function memoizeDefined<Value>(load: () => Value | undefined): () => Value | undefined {
  let value: Value | undefined
  return () => {
    value ??= load()
    return value
  }
}
