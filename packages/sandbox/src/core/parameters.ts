// Request parameters as clients send them: in the query, in a form, or in a JSON object.

import type { Exchange } from './exchange.ts'

/** Returns the body's parameters as text. Empty when the body is neither a form nor a JSON object. */
export function parseBodyParameters(exchange: Exchange): URLSearchParams {
  const { body } = exchange
  if (body.length === 0) return new URLSearchParams()
  const type = exchange.headers['content-type'] ?? ''
  if (type.includes('json')) return parseJsonParameters(body.toString('utf8'))
  return type.includes('multipart') ? new URLSearchParams() : new URLSearchParams(body.toString('utf8'))
}

/** Returns the parameters of query and body together. The body takes precedence. */
export function parseAllParameters(exchange: Exchange): URLSearchParams {
  const parameters = new URLSearchParams(exchange.query)
  for (const [name, value] of parseBodyParameters(exchange)) parameters.set(name, value)
  return parameters
}

/** Returns the credentials of `Authorization: Bearer …` or another scheme, without the scheme. */
export function readAuthorization(exchange: Exchange, ...schemes: readonly string[]): string | undefined {
  const match = /^(\S+)\s+(\S.*)$/.exec(exchange.headers['authorization'] ?? '')
  const [, scheme = '', credentials] = match ?? []
  return schemes.some((accepted) => accepted.toLowerCase() === scheme.toLowerCase())
    ? credentials?.trim()
    : undefined
}

/** Client id and secret from the body or, as RFC 6749 prefers, from the exchange's `Authorization` header. */
export function readClientCredentials(
  form: URLSearchParams,
  exchange: Exchange | undefined,
): { id: string; secret: string } {
  const basic = exchange && readAuthorization(exchange, 'Basic')
  if (basic === undefined) return { id: form.get('client_id') ?? '', secret: form.get('client_secret') ?? '' }
  const [id = '', secret = ''] = Buffer.from(basic, 'base64').toString('utf8').split(':')
  return { id: decodeFormValue(id), secret: decodeFormValue(secret) }
}

function decodeFormValue(text: string): string {
  return new URLSearchParams(`value=${text}`).get('value') ?? text
}

function parseJsonParameters(text: string): URLSearchParams {
  const parameters = new URLSearchParams()
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return parameters
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return parameters
  for (const [name, field] of Object.entries(value)) {
    parameters.set(name, typeof field === 'string' ? field : JSON.stringify(field))
  }
  return parameters
}
