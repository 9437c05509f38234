// Describes the events as OpenAPI webhooks.

import { buildExampleEvent } from '../events/event.ts'
import { type EventType, eventDeclarationOf, eventTypes } from '../events/index.ts'
import { toEventSchema, toEventShapeName } from './eventSchemas.ts'
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

export function buildWebhooks(): Readonly<Record<string, OpenApiWebhook>> {
  return Object.fromEntries(eventTypes.map((type) => [type, { post: describeWebhook(type) }]))
}

/** Returns the shapes that the webhooks refer to. */
export function listEventShapes(): [string, JsonSchema][] {
  return eventTypes.map((type) => [toEventShapeName(type), toEventSchema(type)])
}

function describeWebhook(type: EventType): OpenApiWebhook['post'] {
  const { summary, advice } = eventDeclarationOf(type)
  return {
    operationId: toEventShapeName(type),
    tags: ['event'],
    summary: type,
    description: `${summary}\n\n${advice}`,
    security: [],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: { $ref: shapeReference + toEventShapeName(type) },
          examples: { example: { value: buildExampleEvent(type) } },
        },
      },
    },
    responses: {
      '2XX': {
        description:
          'The receiver accepted the event. After any other response, or if there is no response, adrail resends the event.',
      },
    },
  }
}
