// For load balancers and supervisors: is the process alive, and should it get requests?

import type { FastifyInstance, FastifyReply } from 'fastify'
import { ServiceError } from '../base/errors.ts'
import { schemaIsCurrent } from '../store/migrate.ts'
import type { Store } from '../store/tables.ts'
import { commonHeaders, envelopeText, sendFailure } from './answer.ts'

export function addHealth(server: FastifyInstance, store: Store, isDraining: () => boolean): void {
  server.get('/healthz', async (_request, reply) => sendWell(reply, 'alive'))

  server.get('/readyz', async (_request, reply) => {
    if (isDraining()) return sendFailure(reply, new ServiceError('SHUTTING_DOWN', { retryAfterSeconds: 1 }))
    try {
      await store.ping()
      if (await schemaIsCurrent(store.db)) return sendWell(reply, 'ready')
      throw new Error('The database schema is older than this code.')
    } catch (cause) {
      return sendFailure(reply, new ServiceError('DATABASE_UNAVAILABLE', { retryAfterSeconds: 2, cause }))
    }
  })
}

function sendWell(reply: FastifyReply, status: string): FastifyReply {
  return reply
    .headers(commonHeaders(reply.request.id))
    .send(envelopeText(200, reply.request.id, { success: true, error: '', status }))
}
