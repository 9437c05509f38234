// The documents of the documentation: pages, pictures, style, script and search index.

import { setImmediate } from 'node:timers/promises'
import { errorCodes } from '@adrail/contract'
import type { DocumentSource } from '../cachedDocument.ts'
import { listDocsFiles, readDocsFile, readPageAsset, toAddress } from './docsFiles.ts'
import { docsPolicy, renderDocsPage } from './docsPage.ts'
import { renderErrorsPage } from './errorsPage.ts'
import { type RenderedMarkdown, renderMarkdown } from './markdown.ts'
import { indexPage } from './searchIndex.ts'

/** Returns every document with its address, such as `/docs/linking`. */
export function listDocuments(): Readonly<Record<string, DocumentSource>> {
  const files = listDocsFiles()
  const addresses = new Map(files.map((file) => [file, toAddress(file)]))
  const sources = files.map((file): [address: string, source: DocumentSource] => [
    toAddress(file),
    file.endsWith('.md') ? pageSource(file, addresses) : pictureSource(file),
  ])
  return {
    ...Object.fromEntries(sources),
    '/docs/docs.css': assetSource('docs.css', 'text/css'),
    '/docs/docs.js': assetSource('docs.js', 'text/javascript'),
    '/docs/search.json': searchSource(addresses),
  }
}

type Addresses = ReadonlyMap<string, string>

const pageHeaders = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': docsPolicy }

function pageSource(file: string, addresses: Addresses): DocumentSource {
  return {
    headers: pageHeaders,
    render: async () => renderDocsPage(file.replace(/\.md$/, ''), await renderPage(file, addresses)),
  }
}

async function renderPage(file: string, addresses: Addresses): Promise<RenderedMarkdown> {
  const resolve = (target: string) => resolveLink(target, file, addresses)
  if (file === 'errors.md') return renderErrorsPage(resolve)
  return renderMarkdown((await readDocsFile(file)).toString(), resolve)
}

/** Links to files that are served become links to their addresses. Of other files only the text is shown. */
function resolveLink(target: string, from: string, addresses: Addresses): string | undefined {
  if (/^https?:/.test(target)) return target
  if (target.startsWith('#')) return from === 'errors.md' ? toErrorAnchor(target) : target
  const { pathname, hash: fragment } = new URL(target, `file:///docs/${from}`)
  if (pathname === '/docs/openapi.json') return '/openapi.json'
  if (pathname === '/docs/llms.txt') return '/llms.txt'
  const file = pathname.replace('/docs/', '')
  const address = addresses.get(file)
  if (address === undefined) return undefined
  return `${address}${file === 'errors.md' ? toErrorAnchor(fragment) : fragment}`
}

const codesByAnchor = new Map<string, string>(
  errorCodes.map((code) => [`#${code.toLowerCase()}`, `#${code}`]),
)

/** The anchor of an error is its code in upper case, because the `docs` field of errors links to it. */
function toErrorAnchor(fragment: string): string {
  return codesByAnchor.get(fragment) ?? fragment
}

const pictureTypes: Readonly<Record<string, string>> = { svg: 'image/svg+xml', png: 'image/png' }

function pictureSource(file: string): DocumentSource {
  const type = pictureTypes[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
  return {
    // Diagrams have a style sheet of their own, which follows the color scheme.
    headers: {
      'content-type': type,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    },
    render: () => readDocsFile(file),
  }
}

function assetSource(name: string, type: string): DocumentSource {
  return { headers: { 'content-type': `${type}; charset=utf-8` }, render: () => readPageAsset(name) }
}

function searchSource(addresses: Addresses): DocumentSource {
  return {
    headers: { 'content-type': 'application/json; charset=utf-8' },
    async render() {
      const pages = []
      for (const [file, address] of addresses) {
        if (!file.endsWith('.md')) continue
        pages.push(indexPage(address, await renderPage(file, addresses)))
        // A long page takes some milliseconds, in which other requests wait.
        await setImmediate()
      }
      return JSON.stringify(pages)
    },
  }
}
