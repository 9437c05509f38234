// Query tunneling: a query too long for a URL travels in the body of a POST, with a header for the actual
// method.
// https://linkedin.github.io/rest.li/Query_Tunneling

import type { Exchange } from '../../core/exchange.ts'
import { proError } from './errors.ts'

/** The request after the tunnel is resolved. */
export interface EffectiveRequest {
  readonly method: string
  readonly rawQuery: string
  readonly contentType: string
  readonly body: Buffer
}

export function untunnel(exchange: Exchange): EffectiveRequest {
  const contentType = exchange.headers['content-type'] ?? ''
  const override = exchange.headers['x-http-method-override']
  if (exchange.method !== 'POST' || override === undefined) {
    return { method: exchange.method, rawQuery: exchange.rawQuery, contentType, body: exchange.body }
  }
  const method = override.toUpperCase()
  const [mediaType = ''] = contentType.split(';')
  switch (mediaType.trim().toLowerCase()) {
    case 'application/x-www-form-urlencoded':
      return {
        method,
        rawQuery: joinQueries(exchange.rawQuery, exchange.body.toString('utf8')),
        contentType: '',
        body: Buffer.alloc(0),
      }
    case 'multipart/mixed': {
      const parts = parseMultipart(exchange.body.toString('utf8'), contentType)
      const form = parts.find(({ type }) => type.startsWith('application/x-www-form-urlencoded'))
      const content = parts.find(({ type }) => !type.startsWith('application/x-www-form-urlencoded'))
      return {
        method,
        rawQuery: joinQueries(exchange.rawQuery, form?.text ?? ''),
        contentType: content?.type ?? '',
        body: Buffer.from(content?.text ?? ''),
      }
    }
    default:
      return { method, rawQuery: exchange.rawQuery, contentType, body: exchange.body }
  }
}

const joinQueries = (query: string, tunnelledQuery: string) =>
  [query, tunnelledQuery.trim()].filter((part) => part !== '').join('&')

function parseMultipart(body: string, contentType: string): { type: string; text: string }[] {
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1]
  if (boundary === undefined) throw proError('UNSUPPORTED_MEDIA_TYPE')
  return body
    .split(`--${boundary}`)
    .slice(1)
    .filter((part) => !part.startsWith('--'))
    .map((part) => {
      const separator = /\r?\n\r?\n/.exec(part)
      const header = separator === null ? part : part.slice(0, separator.index)
      const text =
        separator === null ? '' : part.slice(separator.index + separator[0].length).replace(/\r?\n$/, '')
      return { type: (/^content-type:\s*(.+)$/im.exec(header)?.[1] ?? '').trim().toLowerCase(), text }
    })
}
