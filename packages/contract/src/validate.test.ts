// Tests of the violations that `validate` returns.

import { describe, expect, test } from 'vitest'
import { buildFullBody, formatViolations, listViolations, violationsOfExample } from '../testing/bodies.ts'
import { declarationOf, operationNames, validate } from './index.ts'

describe('a body that is not an object', () => {
  test.each([null, undefined, [], ['userId'], 'userId', '', 7, true])(
    'is rejected with a single violation: %j',
    (body) => {
      for (const name of operationNames)
        expect(listViolations(name, body), name).toEqual([
          { field: '', code: 'WRONG_TYPE', message: 'The body must be a JSON object.' },
        ])
    },
  )
})

describe('violations [R7.4]', () => {
  test('are all reported at once in the documented order of the fields', () => {
    const body = {
      locationGroupId: 'x',
      utmParams: 'x',
      callouts: ['ok', '', 'x'.repeat(26)],
      ads: [{ url: 'ftp://x', headlines: ['One', 2, 'Three'], descriptions: ['One', 'Two'] }],
      keywords: [{ text: 'ok', match_type: 'BROAD' }, { match_type: 'ANY' }, 'chairs'],
      dailyBudget: 25,
      objective: 'SALES',
    }
    expect(formatViolations(listViolations('search/create_search_campaign', body))).toEqual([
      'userId REQUIRED',
      'objective NOT_ALLOWED',
      'campaignName REQUIRED',
      'dailyBudget WRONG_TYPE',
      'startDate REQUIRED',
      'keywords[1].text REQUIRED',
      'keywords[1].match_type NOT_ALLOWED',
      'keywords[2] WRONG_TYPE',
      'locations REQUIRED',
      'ads[0].url MALFORMED',
      'ads[0].headlines[1] WRONG_TYPE',
      'callouts[1] TOO_SHORT',
      'callouts[2] TOO_LONG',
      'utmParams MALFORMED',
      'locationGroupId MALFORMED',
    ])
  })

  test('are limited to the first 20 for a list of 5,000 invalid entries', () => {
    const invalidEntries = Array.from({ length: 5000 }, () => ({ text: '', match_type: 'ANY' }))
    const violations = formatViolations(
      listViolations('search/create_search_campaign', { callouts: [1], keywords: invalidEntries }),
    )
    expect(violations).toHaveLength(20)
    expect(violations.slice(0, 7)).toEqual([
      'userId REQUIRED',
      'objective REQUIRED',
      'campaignName REQUIRED',
      'dailyBudget REQUIRED',
      'startDate REQUIRED',
      'keywords[0].text TOO_SHORT',
      'keywords[0].match_type NOT_ALLOWED',
    ])
    expect(violations.at(-1)).toMatch(/^keywords\[[67]\]/)
  })

  test('are reported for the last entry of a list of 5,001 entries', () => {
    const keywords = Array.from({ length: 5000 }, () => ({ text: 'oak', match_type: 'EXACT' }))
    const violations = listViolations('search/create_search_campaign', {
      keywords: [...keywords, { text: 'oak' }],
    })
    expect(formatViolations(violations)).toContain('keywords[5000].match_type REQUIRED')
  })

  test('start with the first required field if the body is empty', () => {
    for (const name of operationNames) {
      const { shape } = declarationOf(name).input
      const [flaw] = listViolations(name, {})
      const required = Object.keys(shape).find((member) => !shape[member]?.safeParse(undefined).success)
      // If either of two fields is required, the violation names the first. Some bodies may be empty.
      const either = declarationOf(name).rules === undefined ? undefined : Object.keys(shape)[0]
      expect(flaw?.field, name).toBe(required ?? either)
    }
  })

  test('have a message that is a sentence and starts with the path of the field', () => {
    for (const name of operationNames)
      for (const member of Object.keys(declarationOf(name).input.shape))
        for (const invalidValue of [null, 7, '', [null], [{}], { percentage: 'x' }])
          for (const { field, message } of listViolations(name, {
            ...buildFullBody(name),
            [member]: invalidValue,
          })) {
            expect(field).not.toBe('')
            expect(message.startsWith(`${field} `), message).toBe(true)
            expect(message).toMatch(/[.?]$/)
          }
  })

  test('report null as a wrong type and only an absent field as missing', () => {
    expect(violationsOfExample('social/get_pixels_list', { userId: null })).toEqual([
      { field: 'userId', code: 'WRONG_TYPE', message: 'userId must be a string.' },
    ])
    expect(violationsOfExample('social/get_pixels_list', { userId: undefined })).toEqual([
      { field: 'userId', code: 'REQUIRED', message: 'userId is required.' },
    ])
  })

  test('include broken rules over several fields together with violations of other fields', () => {
    const changes = { userId: 7, objective: 'CONVERSION', endDate: '2030-02-01', phoneNumber: '212-456-7890' }
    expect(formatViolations(violationsOfExample('search/create_search_campaign', changes))).toEqual([
      'userId WRONG_TYPE',
      'endDate CONFLICT',
      'conversionEvents REQUIRED',
      'phoneNumberCountryCode REQUIRED',
    ])
  })

  test('do not include a rule over several fields if one of these fields is invalid', () => {
    const changes = {
      startDate: '2030-02-30',
      endDate: '2030-01-01',
      conversionEvents: 7,
      objective: 'CONVERSION',
    }
    expect(formatViolations(violationsOfExample('search/create_search_campaign', changes))).toEqual([
      'startDate MALFORMED',
      'conversionEvents WRONG_TYPE',
    ])
  })

  test('are identical each time the same body is validated', () => {
    const body = { keywords: 7, ads: [], callouts: [7] }
    expect(listViolations('search/create_search_campaign', body)).toEqual(
      listViolations('search/create_search_campaign', body),
    )
  })
})

test('validate returns a valid body with its defaults and does not change the original', () => {
  const requestBody = { userId: 'usr_1', campaignId: '12', amount: 19.99 }
  expect(validate(declarationOf('social/edit_campaign'), requestBody)).toEqual({
    body: { userId: 'usr_1', campaignId: '12', editLevel: 'BUDGET', amount: 19.99, dryRun: false },
  })
  expect(requestBody).toEqual({ userId: 'usr_1', campaignId: '12', amount: 19.99 })
})
