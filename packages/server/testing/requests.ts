// How tests ask: with undici's own client. A request through fetch costs three times as much, and the suite makes many.

import { type Dispatcher, request } from 'undici'

/** An answer as it came, from whichever client. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export async function answerOf(given: Response | Promise<Response>): Promise<Answer> {
  const response = await given
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** Posts what stands there as it stands. */
export async function postText(
  url: string,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>>,
  dispatcher?: Dispatcher,
): Promise<Answer> {
  const came = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    ...(dispatcher ? { dispatcher } : {}),
  })
  return { status: came.statusCode, headers: headersOf(came.headers), text: await came.body.text() }
}

function headersOf(came: Dispatcher.ResponseData['headers']): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(came))
    for (const each of [value ?? []].flat()) headers.append(name, each)
  return headers
}

/** A key of the right form whose last letter is wrong, whichever it is. */
export function misspelt(apiKey: string): string {
  return apiKey.slice(0, -1) + (apiKey.endsWith('x') ? 'y' : 'x')
}
