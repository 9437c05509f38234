// Describes the events as OpenAPI webhooks.

import { exampleOf } from '../events/event.ts'
import { type EventType, eventOf, eventTypes } from '../events/index.ts'
import { eventSchema, eventShape } from './eventSchemas.ts'
import { type JsonSchema, shapeReference } from './schemas.ts'

/** The part of an OpenAPI webhook object that adrail uses. */
export interface OpenApiWebhook {
  readonly post: {
    readonly operationId: string
    readonly tags: readonly string[]
    readonly summary: string
    readonly description: string
    readonly security: readonly []
    readonly requestBody: {
      readonly required: true
      readonly content: {
        readonly 'application/json': { readonly schema: JsonSchema; readonly examples: object }
      }
    }
    readonly responses: Readonly<Record<string, { readonly description: string }>>
  }
}

export function webhooks(): Readonly<Record<string, OpenApiWebhook>> {
  return Object.fromEntries(eventTypes.map((type) => [type, { post: describe(type) }]))
}

/** Returns the shapes that the webhooks refer to. */
export function eventShapes(): [string, JsonSchema][] {
  return eventTypes.map((type) => [eventShape(type), eventSchema(type)])
}

function describe(type: EventType): OpenApiWebhook['post'] {
  const { summary, advice } = eventOf(type)
  return {
    operationId: eventShape(type),
    tags: ['event'],
    summary: type,
    description: `${summary}\n\n${advice}`,
    security: [],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: { $ref: shapeReference + eventShape(type) },
          examples: { example: { value: exampleOf(type) } },
        },
      },
    },
    responses: { '2XX': { description: 'Taken. Any other answer, and none, means that it is sent again.' } },
  }
}
