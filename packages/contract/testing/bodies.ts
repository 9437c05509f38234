// Helpers of the contract's tests: an operation's example with changes, and the violations that follow.

import type { z } from 'zod'
import {
  type Body,
  declarationOf,
  type OperationName,
  operations,
  type Violation,
  validate,
} from '../src/index.ts'
import { findSampleValue } from './fieldSchemas.ts'

export type JsonObject = Readonly<Record<string, unknown>>

/** Returns the violations of a body. Empty when the body is valid. */
export function listViolations(name: OperationName, body: unknown): readonly Violation[] {
  const validation = validate(declarationOf(name), body)
  return 'violations' in validation ? validation.violations : []
}

/**
 * Returns the violations of an operation's example after replacing some fields. `undefined` removes a field.
 */
export function violationsOfExample(name: OperationName, changes: JsonObject = {}): readonly Violation[] {
  return listViolations(name, applyChanges(declarationOf(name).example.body, changes))
}

/**
 * Returns the violations of an operation's full body after replacing the value at one path. `undefined`
 * removes the value.
 */
export function violationsAt(name: OperationName, path: string, value: unknown): readonly Violation[] {
  return listViolations(name, buildBodyWith(name, { [path]: value }))
}

/** Returns an operation's full body after replacing the values at some paths. `undefined` removes a value. */
export function buildBodyWith(name: OperationName, changes: JsonObject): Record<string, unknown> {
  return withValuesAt(buildFullBody(name), changes)
}

/** Returns a copy of a body with the values at some paths replaced. `undefined` removes a value. */
export function withValuesAt(source: JsonObject, changes: JsonObject): Record<string, unknown> {
  const body = structuredClone(source) as Record<string, unknown>
  for (const [path, value] of Object.entries(changes)) setAtPath(body, path, value)
  return body
}

function setAtPath(body: Record<string, unknown>, path: string, value: unknown): void {
  const steps = path.split(/[.[\]]+/).filter((step) => step !== '')
  const lastStep = steps.pop() ?? ''
  let container = body
  // The cast is safe for paths through objects and arrays. A wrong path makes its test fail.
  for (const step of steps) {
    // Lists that exclude another field are absent from the full body.
    container[step] ??= []
    container = container[step] as Record<string, unknown>
  }
  if (value === undefined) delete container[lastStep]
  else container[lastStep] = value
}

/** Formats violations as `field CODE` for comparison. */
export function formatViolations(violations: readonly Violation[]): string[] {
  return violations.map((violation) => `${violation.field} ${violation.code}`)
}

/** Returns the example of an operation with changes, as a handler receives it: with defaults filled in. */
export function parseExample<Name extends OperationName>(name: Name, changes: JsonObject = {}): Body<Name> {
  const validation = validate(declarationOf(name), applyChanges(operations[name].example.body, changes))
  if ('violations' in validation)
    throw new Error(validation.violations.map((violation) => violation.message).join(' '))
  // The body was validated against the input of this operation.
  return validation.body as Body<Name>
}

/** Returns the example plus a value for every optional field, except for fields that exclude each other. */
export function buildFullBody(name: OperationName): Record<string, unknown> {
  let body = applyChanges(declarationOf(name).example.body, chosenFields[name] ?? {})
  for (const [field, schema] of Object.entries(declarationOf(name).input.shape)) {
    if (field in body) continue
    // zod types the fields of an unknown object as core schemas. All of ours are `ZodType`.
    const candidate = { ...body, [field]: findSampleValue(schema as z.ZodType) }
    if (listViolations(name, candidate).length === 0) body = candidate
  }
  return body
}

function applyChanges(body: JsonObject, changes: JsonObject): Record<string, unknown> {
  const result: Record<string, unknown> = { ...body, ...changes }
  for (const [field, value] of Object.entries(result)) if (value === undefined) delete result[field]
  return result
}

/**
 * Values for fields that depend on each other, and lists of one entry for tests that change one entry at a
 * time.
 */
const chosenFields: { readonly [Name in OperationName]?: JsonObject } = {
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
