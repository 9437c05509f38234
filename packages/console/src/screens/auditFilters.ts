// Filters of the audit log besides users and keys. Both accept any text, because later releases record other
// events.

import { client } from '../calls/client.ts'
import type { Lookup } from '../form/lookup.ts'
import { formatTimestamp } from '../words/formats.ts'
import { formatEventName, formatOperationName } from '../words/statuses.ts'

const toCustomChoice = (text: string) => ({ label: text, detail: 'As typed', value: text })

const eventsBySubject: Readonly<Record<string, string>> = {
  approval: 'requested replanned decided',
  audience: 'created',
  campaign: 'created budget_changed status_changed',
  campaigns: 'paused',
  connection: 'made removed',
  credential: 'flagged healed',
  database: 'writes_lost',
  endpoint: 'created changed disabled deleted tested replayed secret_rotated',
  image: 'uploaded deleted',
  key: 'created rotated revoked refused',
  lead: 'read',
  lead_form: 'created',
  link: 'created',
  location_group: 'created',
  operation: 'settled undone late_copy_found',
  redirect: 'added removed',
  session: 'started ended revoked',
  test_lead: 'created',
  user: 'created deleted',
  video: 'uploaded',
  workspace: 'created branded settings_changed',
}

const events = Object.entries(eventsBySubject).flatMap(([subject, verbs]) =>
  verbs.split(' ').map((verb) => `${subject}.${verb}`),
)

export const auditEventLookup: Lookup = {
  createCustomChoice: toCustomChoice,
  find: async () => events.map((event) => ({ label: formatEventName(event), detail: event, value: event })),
  findLabel: async (event) => formatEventName(event),
}

export const operationLookup: Lookup = {
  createCustomChoice: toCustomChoice,
  async find(_userId, _query, signal) {
    const { operations } = await client.operation.list_operations({}, { signal })
    return operations.map(({ operationId, operation, createdAt }) => ({
      label: formatOperationName(operation),
      detail: `${formatTimestamp(createdAt)} · ${operationId}`,
      value: operationId,
    }))
  },
}
