// The rules of search/create_lead_form and of the two operations that take lists of ids.

import { describe, expect, test } from 'vitest'
import { formatViolations, violationsOfExample } from '../../../testing/bodies.ts'

const name = 'search/create_lead_form'

describe('input fields [R4.11.input_fields]', () => {
  const questions = ['COMPANY_SIZE', 'ANNUAL_SALES', 'CATEGORY', 'PROPERTY_TYPE', 'TRAVEL_BUDGET', 'JOB_ROLE']
  const contacts = [
    ...['FULL_NAME', 'EMAIL', 'PHONE_NUMBER', 'POSTAL_CODE', 'STREET_ADDRESS', 'CITY', 'REGION', 'COUNTRY'],
    ...['WORK_EMAIL', 'COMPANY_NAME', 'WORK_PHONE', 'JOB_TITLE'],
  ]
  const cases = [
    ['several fields', ['FULL_NAME', 'EMAIL'], []],
    ['first and last name', ['FIRST_NAME', 'LAST_NAME'], []],
    ['all contact fields and five questions', [...contacts, ...questions.slice(0, 5)], []],
    ['a sixth question', questions, ['input_fields TOO_MANY']],
    ['a field twice', ['EMAIL', 'CITY', 'EMAIL'], ['input_fields[2] DUPLICATE']],
    ['full name and first name', ['FULL_NAME', 'FIRST_NAME'], ['input_fields[1] CONFLICT']],
    [
      'full name and both parts of it',
      ['LAST_NAME', 'FULL_NAME', 'FIRST_NAME'],
      ['input_fields[0] CONFLICT', 'input_fields[2] CONFLICT'],
    ],
  ] as const
  test.each(cases)('%s', (_, fields, expected) => {
    expect(formatViolations(violationsOfExample(name, { input_fields: fields }))).toEqual(expected)
  })
})

test('no lead form is named twice [R4.13.leadFormIds]', () => {
  expect(
    formatViolations(
      violationsOfExample('social/create_leadform_audience', { leadFormIds: ['1', '2', '1'] }),
    ),
  ).toEqual(['leadFormIds[2] DUPLICATE'])
})

test('no location asset is named twice [R4.22.locationAssetIds]', () => {
  expect(
    formatViolations(violationsOfExample('search/create_location_group', { locationAssetIds: ['1', '1'] })),
  ).toEqual(['locationAssetIds[1] DUPLICATE'])
})
