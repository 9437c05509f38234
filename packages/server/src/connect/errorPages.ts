// Error pages: failures of page requests are shown as HTML with texts for users.

import type { FailureHandler } from '../http/routeTable.ts'
import { plainFrame } from './pageContext.ts'
import { plainPage } from './pages.ts'
import { type PublicSite, sendPage } from './send.ts'
import { fill } from './texts/sentences.ts'

export function renderErrorPage(site: PublicSite): FailureHandler {
  return (exchange, failure, headers) => {
    const { requestId } = exchange
    const { status, details } = failure
    const frame = plainFrame(exchange)
    const { title, serverError, busy, unreadable, unknownLink, unknownLinkText } =
      frame.language.texts.failures
    const page =
      status === 404
        ? plainPage(frame, unknownLink, unknownLinkText)
        : status === 429 || status === 503
          ? plainPage(frame, title, busy)
          : plainPage(frame, title, status < 500 ? unreadable : fill(serverError, { requestId }))
    const { retryAfterSeconds } = details
    sendPage(exchange, site, page, {
      status,
      headers: {
        ...headers,
        'x-request-id': requestId,
        ...(retryAfterSeconds === undefined ? {} : { 'retry-after': retryAfterSeconds }),
      },
    })
  }
}
