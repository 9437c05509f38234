// Query tunnelling: a query too long for a URL travels as the body of a POST that says which method it stands for.
// https://linkedin.github.io/rest.li/Query_Tunneling

import type { Exchange } from '../core/exchange.ts'
import { refusal } from './errors.ts'

/** A request as it was meant, whatever it travelled as. */
export interface Untunnelled {
  readonly method: string
  readonly rawQuery: string
  readonly contentType: string
  readonly body: Buffer
}

export function untunnel(exchange: Exchange): Untunnelled {
  const contentType = exchange.headers['content-type'] ?? ''
  const override = exchange.headers['x-http-method-override']
  if (exchange.method !== 'POST' || override === undefined) {
    return { method: exchange.method, rawQuery: exchange.rawQuery, contentType, body: exchange.body }
  }
  const method = override.toUpperCase()
  const [kind = ''] = contentType.split(';')
  switch (kind.trim().toLowerCase()) {
    case 'application/x-www-form-urlencoded':
      return {
        method,
        rawQuery: joined(exchange.rawQuery, exchange.body.toString('utf8')),
        contentType: '',
        body: Buffer.alloc(0),
      }
    case 'multipart/mixed': {
      const parts = partsOf(exchange.body.toString('utf8'), contentType)
      const form = parts.find(({ type }) => type.startsWith('application/x-www-form-urlencoded'))
      const content = parts.find(({ type }) => !type.startsWith('application/x-www-form-urlencoded'))
      return {
        method,
        rawQuery: joined(exchange.rawQuery, form?.text ?? ''),
        contentType: content?.type ?? '',
        body: Buffer.from(content?.text ?? ''),
      }
    }
    default:
      return { method, rawQuery: exchange.rawQuery, contentType, body: exchange.body }
  }
}

const joined = (query: string, tunnelled: string) =>
  [query, tunnelled.trim()].filter((part) => part !== '').join('&')

function partsOf(body: string, contentType: string): { type: string; text: string }[] {
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1]
  if (boundary === undefined) throw refusal('UNSUPPORTED_MEDIA_TYPE')
  return body
    .split(`--${boundary}`)
    .slice(1)
    .filter((part) => !part.startsWith('--'))
    .map((part) => {
      const blank = /\r?\n\r?\n/.exec(part)
      const head = blank === null ? part : part.slice(0, blank.index)
      const text = blank === null ? '' : part.slice(blank.index + blank[0].length).replace(/\r?\n$/, '')
      return { type: (/^content-type:\s*(.+)$/im.exec(head)?.[1] ?? '').trim().toLowerCase(), text }
    })
}
