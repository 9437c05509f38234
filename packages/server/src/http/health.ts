// For load balancers and supervisors: is the process alive, and should it get requests?

import { ServiceError } from '../base/errors.ts'
import { schemaIsCurrent } from '../store/migrate.ts'
import type { Store } from '../store/tables.ts'
import { sendEnvelope, sendFailure } from './answer.ts'
import type { Exchange } from './exchange.ts'
import type { Routes } from './routes.ts'

export function addHealth(routes: Routes, store: Store, isDraining: () => boolean): void {
  routes.get('/healthz', (exchange) => sendWell(exchange, 'alive'))

  routes.get('/readyz', async (exchange) => {
    if (isDraining())
      return sendFailure(exchange, new ServiceError('SHUTTING_DOWN', { retryAfterSeconds: 1 }))
    try {
      await store.ping()
      if (await schemaIsCurrent(store.db)) return sendWell(exchange, 'ready')
      throw new Error('The database schema is older than this code.')
    } catch (cause) {
      return sendFailure(exchange, new ServiceError('DATABASE_UNAVAILABLE', { retryAfterSeconds: 2, cause }))
    }
  })
}

function sendWell(exchange: Exchange, status: string): void {
  sendEnvelope(exchange, 200, { success: true, error: '', status })
}
