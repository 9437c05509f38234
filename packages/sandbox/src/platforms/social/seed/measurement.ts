// Measurement and audiences of the starting world: pixels, custom conversions, audiences, lead forms.

import { readTable } from '../../../core/dataFiles.ts'
import { dayMs } from '../../../core/durations.ts'
import type { State } from '../../../core/state.ts'
import type { LeadForm } from '../state.ts'

export function seedMeasurement({ social, seededAt }: State): void {
  const toInstant = (daysAgo: string) => seededAt - Number(daysAgo) * dayMs
  for (const row of readTable('social/world/leadForms.tsv', formColumns)) {
    const { id, page, name, daysAgo, leads, tracking } = row
    social.leadForms[id] = {
      id,
      page,
      name,
      status: parseFormStatus(row.status),
      locale: 'en_US',
      createdAt: toInstant(daysAgo),
      leads: Number(leads),
      ...(tracking === '' ? {} : { tracking: parsePairs(tracking) }),
    }
  }
  for (const { id, account, name, daysAgo, unavailable, events } of readTable(
    'social/world/pixels.tsv',
    pixelColumns,
  )) {
    social.pixels[id] = {
      id,
      account,
      name,
      createdAt: toInstant(daysAgo),
      events: parseAmounts(events),
      ...(unavailable === 'yes' ? { unavailable: true } : {}),
    }
  }
  for (const row of readTable('social/world/customConversions.tsv', conversionColumns)) {
    const { id, account, name, eventType, pixel, daysAgo, pixelHidden } = row
    social.customConversions[id] = {
      id,
      account,
      name,
      eventType,
      pixel,
      archived: row.archived === 'yes',
      unavailable: row.unavailable === 'yes',
      createdAt: toInstant(daysAgo),
      ...(pixelHidden === 'yes' ? { pixelHidden: true } : {}),
    }
  }
  for (const { id, account, name, subtype, daysAgo } of readTable(
    'social/world/audiences.tsv',
    audienceColumns,
  )) {
    const createdAt = toInstant(daysAgo)
    const timestamps = { createdAt, updatedAt: createdAt }
    social.audiences[id] = { id, account, name, description: '', subtype, ...timestamps }
  }
}

const formColumns = ['id', 'page', 'name', 'status', 'daysAgo', 'leads', 'tracking'] as const
const pixelColumns = ['id', 'account', 'name', 'daysAgo', 'unavailable', 'events'] as const
const conversionColumns = [
  'id',
  'account',
  'name',
  'eventType',
  'pixel',
  'daysAgo',
  'pixelHidden',
  'archived',
  'unavailable',
] as const
const audienceColumns = ['id', 'account', 'name', 'subtype', 'daysAgo'] as const

const formStatuses: readonly LeadForm['status'][] = ['ACTIVE', 'ARCHIVED', 'DELETED', 'DRAFT']

function parseFormStatus(text: string): LeadForm['status'] {
  const status = formStatuses.find((candidate) => candidate === text)
  if (status === undefined) throw new Error(`A lead form cannot be '${text}'.`)
  return status
}

/** Parses `PageView=24 Purchase=0.8`. */
function parseAmounts(text: string): Record<string, number> {
  const pairs = text === '' ? [] : text.split(' ').map((pair) => pair.split('='))
  return Object.fromEntries(pairs.map(([name = '', amount]) => [name, Number(amount)]))
}

/** Parses `utm_source=feed utm_campaign=garden`. */
function parsePairs(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(text.split(' ').map((pair) => pair.split('=')))
}
