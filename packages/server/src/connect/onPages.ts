// Routes that a person looks at: whatever goes wrong on a page is told on a page.

import type { Exchange } from '../http/exchange.ts'
import type { Handle, Routes } from '../http/routeTable.ts'
import type { Linking } from '../linking/linking.ts'
import { asServiceError } from '../waist/failure.ts'
import { plainPage } from './pages.ts'
import { sendPage } from './send.ts'

export type Pages = Pick<Routes, 'get' | 'post'>

export function onPages(routes: Routes, linking: Linking): Pages {
  const telling =
    (handle: Handle): Handle =>
    async (exchange) => {
      try {
        await handle(exchange)
      } catch (error) {
        tell(exchange, linking, error)
      }
    }
  return {
    get: (path, handle) => routes.get(path, telling(handle)),
    post: (path, handle) => routes.post(path, telling(handle)),
  }
}

function tell(exchange: Exchange, linking: Linking, error: unknown): void {
  const { requestId } = exchange
  const failure = asServiceError(error)
  if (failure.code === 'INTERNAL') linking.log.error('page failed', error, { requestId })
  const text =
    failure.status < 500
      ? failure.message
      : `Something went wrong on our side. Please try again in a moment. (${requestId})`
  sendPage(exchange, linking, plainPage('This did not work', text), { status: failure.status })
}
