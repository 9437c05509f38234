// Renders the part of docs/events.md that explains each event type.

import { exampleOf } from '../events/event.ts'
import { type EventType, eventOf, eventTypes } from '../events/index.ts'
import { eventSchema } from './eventSchemas.ts'
import { fieldsOf } from './fields.ts'
import { anchor, code, fence, json, linkOperations, table } from './markdown.ts'

export function eventsText(): string {
  const rows = eventTypes.map((type) => [`[${type}](#${anchor(type)})`, linked(eventOf(type).summary)])
  return [table(['Type', 'When it is told'], rows), ...eventTypes.map(describe)].join('\n\n')
}

const linked = (text: string) => linkOperations(text, 'operations.md')

function describe(type: EventType): string {
  const { summary, advice } = eventOf(type)
  const data = eventSchema(type).properties?.['data']
  const fields = typeof data === 'object' ? fieldsOf(data, { shapes: new Map() }) : []
  const members = fields.map(({ path, type, notes }) => [code(path), type, linked(notes)])
  return [
    `### ${type}`,
    linked(summary),
    `**What to do.** ${linked(advice)}`,
    ...(fields.length === 0 ? ['`data` is empty.'] : [table(['In `data`', 'Type', 'Notes'], members)]),
    fence('json', json(exampleOf(type))),
  ].join('\n\n')
}
