// Sends requests with undici's client. `fetch` costs three times as much, and the suite sends many requests.

import { type Dispatcher, request } from 'undici'

/** Raw response of any client. */
export interface RawResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export async function readResponse(pendingResponse: Response | Promise<Response>): Promise<RawResponse> {
  const response = await pendingResponse
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** Posts the body unchanged. */
export async function postText(
  url: string,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>>,
  dispatcher?: Dispatcher,
): Promise<RawResponse> {
  const response = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    ...(dispatcher ? { dispatcher } : {}),
  })
  return {
    status: response.statusCode,
    headers: toHeaders(response.headers),
    text: await response.body.text(),
  }
}

function toHeaders(rawHeaders: Dispatcher.ResponseData['headers']): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(rawHeaders))
    for (const singleValue of [value ?? []].flat()) headers.append(name, singleValue)
  return headers
}

/** Returns a well-formed key with a wrong last character. */
export function misspellKey(apiKey: string): string {
  return apiKey.slice(0, -1) + (apiKey.endsWith('x') ? 'y' : 'x')
}
