// The shapes of events as JSON Schema, one for each type.

import { z } from 'zod'
import { event } from '../events/event.ts'
import { type EventType, eventOf } from '../events/index.ts'
import type { JsonSchema } from './schemas.ts'

/** An event of one type: what all have, and its own data. */
export function eventSchema(type: EventType): JsonSchema {
  const own = event.extend({ type: z.literal(type), data: eventOf(type).data })
  const { $schema, ...schema } = z.toJSONSchema(own, {
    io: 'output',
    override: ({ jsonSchema }) => open(jsonSchema),
  })
  return schema
}

/** Events may gain members. */
function open(schema: { additionalProperties?: unknown }): void {
  if (schema.additionalProperties === false) delete schema.additionalProperties
}

/** The name of its shape in OpenAPI. */
export function eventShape(type: EventType): string {
  return `event_${type.replace('.', '_')}`
}
