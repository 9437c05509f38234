// Derives the shape of each event type as JSON Schema.

import { z } from 'zod'
import { event } from '../events/event.ts'
import { type EventType, eventDeclarationOf } from '../events/index.ts'
import type { JsonSchema } from './schemas.ts'

/** Returns the schema of one event type: the common fields and the data of the type. */
export function toEventSchema(type: EventType): JsonSchema {
  const typedEvent = event.extend({ type: z.literal(type), data: eventDeclarationOf(type).data })
  const { $schema, ...schema } = z.toJSONSchema(typedEvent, {
    io: 'output',
    override: ({ jsonSchema }) => allowAdditionalProperties(jsonSchema),
  })
  return schema
}

/** Later releases may add fields to events. */
function allowAdditionalProperties(schema: { additionalProperties?: unknown }): void {
  if (schema.additionalProperties === false) delete schema.additionalProperties
}

/** Returns the name of the event's shape in OpenAPI. */
export function toEventShapeName(type: EventType): string {
  return `event_${type.replace('.', '_')}`
}
