// Derives the shape of each event type as JSON Schema.

import { z } from 'zod'
import { event } from '../events/event.ts'
import { type EventType, eventOf } from '../events/index.ts'
import type { JsonSchema } from './schemas.ts'

/** Returns the schema of one event type: the common fields and the data of the type. */
export function eventSchema(type: EventType): JsonSchema {
  const own = event.extend({ type: z.literal(type), data: eventOf(type).data })
  const { $schema, ...schema } = z.toJSONSchema(own, {
    io: 'output',
    override: ({ jsonSchema }) => open(jsonSchema),
  })
  return schema
}

/** Later releases may add fields to events. */
function open(schema: { additionalProperties?: unknown }): void {
  if (schema.additionalProperties === false) delete schema.additionalProperties
}

/** Returns the name of the event's shape in OpenAPI. */
export function eventShape(type: EventType): string {
  return `event_${type.replace('.', '_')}`
}
