// Tests of the rules of search/create_lead_form and of two operations that accept lists of ids.

import { describe, expect, test } from 'vitest'
import { formatViolations, violationsOfExample } from '../../../testing/bodies.ts'

const name = 'search/create_lead_form'

describe('search/create_lead_form [R4.11.input_fields]', () => {
  const questions = ['COMPANY_SIZE', 'ANNUAL_SALES', 'CATEGORY', 'PROPERTY_TYPE', 'TRAVEL_BUDGET', 'JOB_ROLE']
  const contacts = [
    ...['FULL_NAME', 'EMAIL', 'PHONE_NUMBER', 'POSTAL_CODE', 'STREET_ADDRESS', 'CITY', 'REGION', 'COUNTRY'],
    ...['WORK_EMAIL', 'COMPANY_NAME', 'WORK_PHONE', 'JOB_TITLE'],
  ]
  const cases = [
    ['accepts several input fields', ['FULL_NAME', 'EMAIL'], []],
    ['accepts the first and the last name', ['FIRST_NAME', 'LAST_NAME'], []],
    ['accepts all contact fields and five questions', [...contacts, ...questions.slice(0, 5)], []],
    ['rejects a sixth question', questions, ['input_fields TOO_MANY']],
    ['rejects a repeated input field', ['EMAIL', 'CITY', 'EMAIL'], ['input_fields[2] DUPLICATE']],
    [
      'rejects the first name together with the full name',
      ['FULL_NAME', 'FIRST_NAME'],
      ['input_fields[1] CONFLICT'],
    ],
    [
      'rejects both parts of the name together with the full name',
      ['LAST_NAME', 'FULL_NAME', 'FIRST_NAME'],
      ['input_fields[0] CONFLICT', 'input_fields[2] CONFLICT'],
    ],
  ] as const
  test.each(cases)('%s', (_, fields, expected) => {
    expect(formatViolations(violationsOfExample(name, { input_fields: fields }))).toEqual(expected)
  })
})

test('social/create_leadform_audience rejects a repeated lead form id [R4.13.leadFormIds]', () => {
  expect(
    formatViolations(
      violationsOfExample('social/create_leadform_audience', { leadFormIds: ['1', '2', '1'] }),
    ),
  ).toEqual(['leadFormIds[2] DUPLICATE'])
})

test('search/create_location_group rejects a repeated location asset id [R4.22.locationAssetIds]', () => {
  expect(
    formatViolations(violationsOfExample('search/create_location_group', { locationAssetIds: ['1', '1'] })),
  ).toEqual(['locationAssetIds[1] DUPLICATE'])
})
