// Helpers of the contract's tests: an operation's example with changes, and the violations that follow.

import type { z } from 'zod'
import {
  type Body,
  declarationOf,
  type Flaw,
  type OperationName,
  operations,
  validate,
} from '../src/index.ts'
import { someValue } from './members.ts'

export type Members = Readonly<Record<string, unknown>>

/** Returns the violations of a body. Empty when the body is valid. */
export function flawsIn(name: OperationName, body: unknown): readonly Flaw[] {
  const outcome = validate(declarationOf(name), body)
  return 'flaws' in outcome ? outcome.flaws : []
}

/**
 * Returns the violations of an operation's example after replacing some fields. `undefined` removes a field.
 */
export function flawsOf(name: OperationName, changes: Members = {}): readonly Flaw[] {
  return flawsIn(name, changed(declarationOf(name).example.body, changes))
}

/**
 * Returns the violations of an operation's full body after replacing the value at one path. `undefined`
 * removes the value.
 */
export function flawsAt(name: OperationName, path: string, value: unknown): readonly Flaw[] {
  return flawsIn(name, bodyWith(name, { [path]: value }))
}

/** Returns an operation's full body after replacing the values at some paths. `undefined` removes a value. */
export function bodyWith(name: OperationName, changes: Members): Record<string, unknown> {
  return placed(fullBody(name), changes)
}

/** Returns a copy of a body with the values at some paths replaced. `undefined` removes a value. */
export function placed(given: Members, changes: Members): Record<string, unknown> {
  const body = structuredClone(given) as Record<string, unknown>
  for (const [path, value] of Object.entries(changes)) place(body, path, value)
  return body
}

function place(body: Record<string, unknown>, path: string, value: unknown): void {
  const steps = path.split(/[.[\]]+/).filter((step) => step !== '')
  const last = steps.pop() ?? ''
  let inner = body
  // The cast is safe for paths through objects and arrays. A wrong path makes its test fail.
  for (const step of steps) {
    // Lists that exclude another field are absent from the full body.
    inner[step] ??= []
    inner = inner[step] as Record<string, unknown>
  }
  if (value === undefined) delete inner[last]
  else inner[last] = value
}

/** Formats violations as `field CODE` for comparison. */
export function short(flaws: readonly Flaw[]): string[] {
  return flaws.map((flaw) => `${flaw.field} ${flaw.code}`)
}

/** Returns the example of an operation with changes, as a handler receives it: with defaults filled in. */
export function accepted<Name extends OperationName>(name: Name, changes: Members = {}): Body<Name> {
  const outcome = validate(declarationOf(name), changed(operations[name].example.body, changes))
  if ('flaws' in outcome) throw new Error(outcome.flaws.map((flaw) => flaw.message).join(' '))
  // The body was validated against the input of this operation.
  return outcome.body as Body<Name>
}

/** Returns the example plus a value for every optional field, except for fields that exclude each other. */
export function fullBody(name: OperationName): Record<string, unknown> {
  let body = changed(declarationOf(name).example.body, chosenMembers[name] ?? {})
  for (const [member, schema] of Object.entries(declarationOf(name).input.shape)) {
    if (member in body) continue
    // zod types the fields of an unknown object as core schemas. All of ours are `ZodType`.
    const wider = { ...body, [member]: someValue(schema as z.ZodType) }
    if (flawsIn(name, wider).length === 0) body = wider
  }
  return body
}

function changed(body: Members, changes: Members): Record<string, unknown> {
  const result: Record<string, unknown> = { ...body, ...changes }
  for (const [member, value] of Object.entries(result)) if (value === undefined) delete result[member]
  return result
}

/**
 * Values for fields that depend on each other, and lists of one entry for tests that change one entry at a
 * time.
 */
const chosenMembers: { readonly [Name in OperationName]?: Members } = {
  'social/get_campaign_insights': { startDate: '2026-01-24', endDate: '2026-01-30' },
  'search/get_campaign_insights': { startDate: '2026-01-24', endDate: '2026-01-30' },
  'pro/get_campaign_insights': { startDate: '2026-01-24', endDate: '2026-01-30' },
  'search/create_search_campaign': {
    endDate: '2030-03-31',
    negativeKeywords: [{ text: 'free', match_type: 'BROAD' }],
    proximityTargeting: [
      {
        radius_units: 'KILOMETERS',
        radius: 12.5,
        longitude_in_micro_degrees: -74_006_000,
        latitude_in_micro_degrees: 40_712_800,
      },
    ],
    negativeLocations: ['1023191'],
    ads: [
      {
        url: 'https://shop.foxgarden.example/chairs',
        headlines: ['Oak garden chairs', 'Built to stay outside', 'Delivered in two days'],
        descriptions: ['Solid oak, oiled by hand.', 'Try them for thirty days at home.'],
        headlineIndexToPinFirstSlot: 0,
        descriptionIndexToPinFirstSlot: 1,
      },
    ],
    conversionEvents: ['PURCHASE'],
    phoneNumber: '(212) 456-7890',
    phoneNumberCountryCode: 'US',
    utmParams: 'utm_source=search&utm_medium=cpc',
  },
  'pro/create_campaign': {
    totalBudget: '900',
    endDate: '2030-03-31',
    negativeLocations: ['101282230'],
    excludedAudiences: [21400818],
    bid: '9.50',
    ads: [
      {
        name: 'Pallets',
        imageUrl: 'https://shop.foxgarden.example/boxwood.png',
        introText: 'Boxwood by the pallet',
        headline: 'Trade prices',
        url: 'https://shop.foxgarden.example/trade',
        callToAction: 'LEARN_MORE',
      },
    ],
    utmParams: 'utm_source=pro&utm_medium=cpc',
  },
  'social/create_campaign': {
    platforms: ['SOCIAL_A'],
    negativeLocations: [{ key: '2000074', type: 'city', radius: 20, radius_unit: 'KILOMETERS' }],
    ages: { min: 18, max: 65 },
    locales: ['6'],
    operatingSystems: ['iOS'],
    devices: ['iPhone'],
    audienceIds: ['1'],
    excludedAudienceIds: ['2'],
    specialAdCategories: ['HOUSING'],
    specialAdCountries: ['US'],
    utmParams: 'utm_source=social',
  },
  'search/create_lead_form': { input_fields: ['EMAIL'] },
}
