// What the contract's tests share: an operation's example, changed in one place, and what is wrong with it then.

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

/** What is wrong with a body; nothing when it is valid. */
export function flawsIn(name: OperationName, body: unknown): readonly Flaw[] {
  const outcome = validate(declarationOf(name), body)
  return 'flaws' in outcome ? outcome.flaws : []
}

/** What is wrong with an operation's example after some members were replaced; `undefined` leaves one out. */
export function flawsOf(name: OperationName, changes: Members = {}): readonly Flaw[] {
  return flawsIn(name, changed(declarationOf(name).example.body, changes))
}

/** What is wrong with an operation's full body after the value at one path was replaced or, by `undefined`, removed. */
export function flawsAt(name: OperationName, path: string, value: unknown): readonly Flaw[] {
  return flawsIn(name, bodyWith(name, { [path]: value }))
}

/** An operation's full body after the values at some paths were replaced or, by `undefined`, removed. */
export function bodyWith(name: OperationName, changes: Members): Record<string, unknown> {
  return placed(fullBody(name), changes)
}

/** A copy of a body in which the values at some paths are replaced or, by `undefined`, removed. */
export function placed(given: Members, changes: Members): Record<string, unknown> {
  const body = structuredClone(given) as Record<string, unknown>
  for (const [path, value] of Object.entries(changes)) place(body, path, value)
  return body
}

function place(body: Record<string, unknown>, path: string, value: unknown): void {
  const steps = path.split(/[.[\]]+/).filter((step) => step !== '')
  const last = steps.pop() ?? ''
  let inner = body
  // The cast is true as long as paths lead through objects and arrays; a wrong path makes its test fail.
  for (const step of steps) {
    // A list that does not go along with the others is not there yet.
    inner[step] ??= []
    inner = inner[step] as Record<string, unknown>
  }
  if (value === undefined) delete inner[last]
  else inner[last] = value
}

/** Flaws as short text, `field CODE`, for comparing. */
export function short(flaws: readonly Flaw[]): string[] {
  return flaws.map((flaw) => `${flaw.field} ${flaw.code}`)
}

/** The example of an operation as a handler gets it after some members were replaced: with defaults filled in. */
export function accepted<Name extends OperationName>(name: Name, changes: Members = {}): Body<Name> {
  const outcome = validate(declarationOf(name), changed(operations[name].example.body, changes))
  if ('flaws' in outcome) throw new Error(outcome.flaws.map((flaw) => flaw.message).join(' '))
  // Validated against this very operation's input.
  return outcome.body as Body<Name>
}

/** The example together with a value for every optional member, except those that do not go along with it. */
export function fullBody(name: OperationName): Record<string, unknown> {
  let body = changed(declarationOf(name).example.body, chosenMembers[name] ?? {})
  for (const [member, schema] of Object.entries(declarationOf(name).input.shape)) {
    if (member in body) continue
    // The library types the members of an object it knows nothing about as its core's schemas; ours are all of these.
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

/** Where members depend on each other, or where lists of one entry are wanted because one entry is changed at a time. */
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
