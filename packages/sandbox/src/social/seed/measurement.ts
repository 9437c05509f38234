// Measurement and audiences of the starting world: pixels, custom conversions, audiences, lead forms.

import { readTable } from '../../core/dataFiles.ts'
import type { State } from '../../core/state.ts'
import type { LeadForm } from '../state.ts'
import { dayMs } from './campaigns.ts'

export function seedMeasurement({ social, seededAt }: State): void {
  const instant = (daysAgo: string) => seededAt - Number(daysAgo) * dayMs
  for (const row of readTable('social/world/leadForms.tsv', formColumns)) {
    const { id, page, name, daysAgo, leads, tracking } = row
    social.leadForms[id] = {
      id,
      page,
      name,
      status: formStatus(row.status),
      locale: 'en_US',
      createdAt: instant(daysAgo),
      leads: Number(leads),
      ...(tracking === '' ? {} : { tracking: pairsIn(tracking) }),
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
      createdAt: instant(daysAgo),
      events: amounts(events),
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
      createdAt: instant(daysAgo),
      ...(pixelHidden === 'yes' ? { pixelHidden: true } : {}),
    }
  }
  for (const { id, account, name, subtype, daysAgo } of readTable(
    'social/world/audiences.tsv',
    audienceColumns,
  )) {
    const createdAt = instant(daysAgo)
    const made = { createdAt, updatedAt: createdAt }
    social.audiences[id] = { id, account, name, description: '', subtype, ...made }
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

function formStatus(text: string): LeadForm['status'] {
  const status = formStatuses.find((known) => known === text)
  if (status === undefined) throw new Error(`A lead form cannot be '${text}'.`)
  return status
}

/** Parses `PageView=24 Purchase=0.8`. */
function amounts(text: string): Record<string, number> {
  const pairs = text === '' ? [] : text.split(' ').map((pair) => pair.split('='))
  return Object.fromEntries(pairs.map(([name = '', amount]) => [name, Number(amount)]))
}

/** Parses `utm_source=feed utm_campaign=garden`. */
function pairsIn(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(text.split(' ').map((pair) => pair.split('=')))
}
