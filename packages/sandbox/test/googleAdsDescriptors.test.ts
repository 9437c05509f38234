// These tests compare the declarations of the Google Ads emulator with the official protocol descriptors and
// field list.

import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import protobuf from 'protobufjs'
import { expect, test } from 'vitest'
import { resourceKinds } from '../src/platforms/search/resources.ts'
import { enumValues } from '../src/platforms/search/schema/enums.ts'
import { getMessageType, messageNames } from '../src/platforms/search/schema/messages.ts'
import {
  errorFamilies,
  fieldBehaviors,
  findDescriptor,
  validateSearchMessage,
} from '../testing/descriptors.ts'

const qualifiedNames: Readonly<Record<string, string>> = {
  NetworkSettings: 'resources.Campaign.NetworkSettings',
  GeoTargetTypeSetting: 'resources.Campaign.GeoTargetTypeSetting',
  DynamicSearchAdsSetting: 'resources.Campaign.DynamicSearchAdsSetting',
  AiMaxSetting: 'resources.Campaign.AiMaxSetting',
  TrackingSetting: 'resources.Campaign.TrackingSetting',
  QualityInfo: 'resources.AdGroupCriterion.QualityInfo',
  PositionEstimates: 'resources.AdGroupCriterion.PositionEstimates',
  ValueSettings: 'resources.ConversionAction.ValueSettings',
  AttributionModelSettings: 'resources.ConversionAction.AttributionModelSettings',
  LocationNames: 'services.SuggestGeoTargetConstantsRequest.LocationNames',
  GeoTargets: 'services.SuggestGeoTargetConstantsRequest.GeoTargets',
}

function officialMessage(name: string): protobuf.Type {
  const paths = qualifiedNames[name] ?? ['resources', 'common', 'services'].map((group) => `${group}.${name}`)
  for (const path of [paths].flat()) {
    const descriptor = findDescriptor(path)
    if (descriptor !== undefined) return descriptor
  }
  throw new Error(`${name} is in no descriptor`)
}

/** The sandbox emulates only some metrics and segments. */
const partial = new Set(['Metrics', 'Segments'])

function describeOfficial(field: protobuf.Field): string {
  const type = field.resolvedType
  const kind =
    type instanceof protobuf.Enum
      ? `enum ${type.name}`
      : type instanceof protobuf.Type
        ? type.name
        : field.type
  const behaviors = fieldBehaviors(field)
  const union = field.partOf !== null && !field.partOf.isProto3Optional ? field.partOf.name : ''
  return [
    kind,
    field.repeated ? 'list' : '',
    field.partOf?.isProto3Optional === true ? 'optional' : '',
    behaviors.has('OUTPUT_ONLY') ? 'output' : '',
    behaviors.has('IMMUTABLE') ? 'immutable' : '',
    union,
  ].join('|')
}

test('every declared message has exactly the official fields with their types and markers', () => {
  const differences: string[] = []
  for (const name of messageNames()) {
    const official = officialMessage(name)
    const declared = getMessageType(name)
    const names = new Set(declared.fields.map((field) => field.name))
    for (const field of official.fieldsArray) {
      // Requests contain the customer id in the path.
      if (!names.has(field.name) && field.name !== 'customer_id' && !partial.has(name)) {
        differences.push(`${name}.${field.name} is not declared`)
      }
    }
    for (const field of declared.fields) {
      const officialField = official.fields[field.name]
      if (officialField === undefined) {
        differences.push(`${name}.${field.name} does not exist`)
        continue
      }
      if (field.kind === 'unemulated' || `${name}.${field.name}` === 'Asset.image_asset') continue
      const kind =
        field.kind === 'enum'
          ? `enum ${field.typeName}`
          : field.kind === 'message'
            ? field.typeName
            : field.kind
      const declaredMarks = [
        kind === 'mask' ? 'FieldMask' : kind,
        field.repeated ? 'list' : '',
        field.optional ? 'optional' : '',
        field.outputOnly ? 'output' : '',
        field.immutable ? 'immutable' : '',
        field.oneof ?? '',
      ].join('|')
      if (declaredMarks !== describeOfficial(officialField))
        differences.push(`${name}.${field.name}: ${declaredMarks} ≠ ${describeOfficial(officialField)}`)
      if (fieldBehaviors(officialField).has('REQUIRED') && !field.required)
        differences.push(`${name}.${field.name} is required`)
    }
  }
  expect(differences).toEqual([])
})

test('every enumeration has exactly the official values', () => {
  const official = new Map<string, string>()
  for (const name of messageNames()) {
    for (const field of officialMessage(name).fieldsArray) {
      const type = field.resolvedType
      if (!(type instanceof protobuf.Enum)) continue
      const values = Object.keys(type.values).filter(
        (value) => value !== 'UNSPECIFIED' && value !== 'UNKNOWN',
      )
      official.set(type.name, values.sort().join(' '))
    }
  }
  for (const [name, values] of enumValues()) {
    expect([name, [...values.keys()].sort().join(' ')]).toEqual([name, official.get(name)])
  }
})

test('a query can select every listed field of an emulated resource and no other field', () => {
  const require = createRequire(import.meta.url)
  const file = require.resolve('google-ads-api').replace(/build\/.*$/, 'build/cjs/protos/autogen/fields.d.ts')
  const listed = new Set(
    [...readFileSync(file, 'utf8').matchAll(/"([a-z_0-9]+(?:\.[a-z_0-9]+)+)"/g)].map(
      ([, field]) => field ?? '',
    ),
  )
  const emulatedFields = new Set<string>()
  const unemulated: string[] = []
  const collect = (path: string, message: string): void => {
    for (const field of getMessageType(message).fields) {
      const fieldPath = `${path}.${field.name}`
      if (field.kind === 'unemulated') unemulated.push(fieldPath)
      else if (field.hidden) continue
      else if (field.kind === 'message' && !field.repeated) collect(fieldPath, field.typeName)
      else emulatedFields.add(fieldPath)
    }
  }
  for (const kind of resourceKinds) collect(kind.name, kind.message)
  const emulated = new Set(resourceKinds.map(({ name }) => name))
  expect([...emulatedFields].filter((field) => !listed.has(field))).toEqual([])
  expect(
    [...listed].filter(
      (field) =>
        emulated.has(field.split('.')[0] ?? '') &&
        !emulatedFields.has(field) &&
        !unemulated.some(
          (unemulatedPath) => field === unemulatedPath || field.startsWith(`${unemulatedPath}.`),
        ),
    ),
  ).toEqual([])
})

test('every error code in the Google Ads emulator exists in the official descriptors', () => {
  const families = errorFamilies()
  const folder = new URL('../src/platforms/search/', import.meta.url)
  const unknownCodes: string[] = []
  let codes = 0
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue
    const source = readFileSync(new URL(file, folder), 'utf8')
    for (const [, family = '', value = ''] of source.matchAll(/['"`](\w+Error)\.([A-Z0-9_]{3,})['"`]/g)) {
      codes++
      if (families.get(family)?.has(value) !== true) unknownCodes.push(`${family}.${value} in ${file}`)
    }
  }
  expect(unknownCodes).toEqual([])
  expect(codes).toBeGreaterThan(100)
})

test('validateSearchMessage reports errors that a lenient decoder accepts', () => {
  const broken = {
    mutateOperations: [
      {
        campaignOperation: {
          create: {
            startDate: '2026-01-01',
            status: 'RUNNING',
            maximizeConversions: {},
            targetSpend: {},
            id: '1',
          },
        },
      },
      { assetOperation: { create: { calloutAsset: {} } } },
      {
        campaignCriterionOperation: {
          create: { proximity: { geoPoint: { latitudeInMicroDegrees: '1' } }, keyword: { text: 5 } },
        },
      },
    ],
  }
  const problems = validateSearchMessage('services.MutateGoogleAdsRequest', broken, 'request')
  for (const expected of [
    'startDate: unknown field',
    '"RUNNING" is not a value of CampaignStatus',
    'union campaign_bidding_strategy set twice',
    'create.id: only the server sets it',
    'calloutText: required field missing',
    '"1" is no int32',
    '5 is no string',
    'union criterion set twice',
  ]) {
    expect(problems.some((problem) => problem.includes(expected))).toBe(true)
  }
})
