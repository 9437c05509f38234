// Renders the part of docs/events.md that explains each event type.

import { buildExampleEvent } from '../events/event.ts'
import { type EventType, eventDeclarationOf, eventTypes } from '../events/index.ts'
import { toEventSchema } from './eventSchemas.ts'
import { listFields } from './fields.ts'
import { fence, formatJson, inlineCode, linkOperations, renderTable, toAnchor } from './markdown.ts'

export function renderEvents(): string {
  const rows = eventTypes.map((type) => [
    `[${type}](#${toAnchor(type)})`,
    linkOperationNames(eventDeclarationOf(type).summary),
  ])
  return [renderTable(['Type', 'When it is emitted'], rows), ...eventTypes.map(describeEvent)].join('\n\n')
}

const linkOperationNames = (text: string) => linkOperations(text)

function describeEvent(type: EventType): string {
  const { summary, advice } = eventDeclarationOf(type)
  const data = toEventSchema(type).properties?.['data']
  const fields = typeof data === 'object' ? listFields(data, { shapes: new Map() }) : []
  const dataRows = fields.map(({ path, type, notes }) => [inlineCode(path), type, linkOperationNames(notes)])
  return [
    `### ${type}`,
    linkOperationNames(summary),
    `**What to do.** ${linkOperationNames(advice)}`,
    ...(fields.length === 0
      ? ['`data` is empty.']
      : [renderTable(['Field of `data`', 'Type', 'Notes'], dataRows)]),
    fence('json', formatJson(buildExampleEvent(type))),
  ].join('\n\n')
}
