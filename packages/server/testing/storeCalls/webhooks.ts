// Webhook endpoints and deliveries.

import type { Store } from '../../src/store/tables.ts'
import * as webhookDeliveries from '../../src/store/webhookDeliveries.ts'
import * as webhookEndpoints from '../../src/store/webhookEndpoints.ts'
import { call, type StoreFunctionCall } from './call.ts'
import { at, limit, workspace_id } from './rows.ts'

const webhookEndpoint = {
  id: 'whe_1',
  workspace_id,
  url: '',
  types: '',
  description: '',
  secrets: 'old.1',
  status: 'enabled',
  reason: '',
  position: 0,
  again_until: 0,
  failing_since: null,
  lease_owner: 'owner',
  lease_until: 0,
  created_at: at,
} as const
const delivery = { endpoint_id: webhookEndpoint.id, seq: 1, attempts: 0 }

export const listWebhookCalls = ({ clock, db }: Store): readonly StoreFunctionCall[] => [
  call(webhookEndpoints.insertEndpoint, db, webhookEndpoint),
  call(webhookEndpoints.findEndpoint, db, workspace_id, webhookEndpoint.id),
  call(webhookEndpoints.listEndpoints, db, workspace_id),
  call(webhookEndpoints.countEndpoints, db, workspace_id),
  call(webhookEndpoints.changeEndpoint, db, workspace_id, webhookEndpoint.id, { url: '' }),
  call(webhookEndpoints.replaceSecrets, db, webhookEndpoint, 'old.1'),
  call(webhookEndpoints.listDueEndpoints, db, clock, { now: at, isFailing: false }, limit),
  call(webhookEndpoints.listDueEndpoints, db, clock, { now: at, isFailing: true }, limit),
  call(webhookEndpoints.acquireEndpoint, db, clock, webhookEndpoint, at),
  call(webhookEndpoints.renewEnabledEndpoint, db, clock, webhookEndpoint, at),
  call(webhookEndpoints.recordEndpointHealth, db, webhookEndpoint, { failing_since: at }),
  call(webhookEndpoints.advanceEndpoint, db, webhookEndpoint, 1),
  call(webhookDeliveries.createDeliveries, db, webhookEndpoint, 1, [], at),
  call(webhookDeliveries.createDeliveries, db, webhookEndpoint, 1, ['user.deleted', 'link.failed'], at),
  call(webhookDeliveries.redeliverEvent, db, webhookEndpoint, 'evt_1', at),
  call(webhookDeliveries.listDueDeliveries, db, webhookEndpoint.id, at, limit),
  call(webhookDeliveries.recordAttempt, db, delivery, { state: 'delivered' }),
  call(webhookDeliveries.listDeliveries, db, webhookEndpoint.id, { limit }),
  call(webhookDeliveries.listDeliveries, db, webhookEndpoint.id, { limit, before: 5, state: 'failed' }),
  call(webhookDeliveries.listDeliveries, db, webhookEndpoint.id, { limit, after: 5 }),
  call(webhookDeliveries.findFirstEventSince, db, workspace_id, 'evt_'),
  call(webhookEndpoints.rewindEndpoint, db, webhookEndpoint, 0, true),
  call(webhookEndpoints.releaseEndpoint, db, clock, webhookEndpoint),
  call(webhookEndpoints.renewEndpoint, db, clock, webhookEndpoint, at),
  call(webhookDeliveries.pruneDeliveries, db, at, limit),
  call(webhookDeliveries.deleteDeliveries, db, webhookEndpoint.id, limit),
  call(webhookEndpoints.releaseAllEndpoints, db),
  call(webhookEndpoints.deleteEndpoint, db, workspace_id, webhookEndpoint.id),
]
