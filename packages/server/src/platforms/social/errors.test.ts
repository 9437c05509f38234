import { describe, expect, test } from 'vitest'
import { UpstreamFailure } from '../connector-kit/upstreamFailure.ts'
import { classifyRefusal, toGraphError, toSocialError } from './errors.ts'
import { GraphRefusal } from './wire.ts'

const names = { object: 'campaignId', params: { daily_budget: 'amount' } }

function refusal(codes: string, more: Readonly<Record<string, unknown>> = {}, status = 400): GraphRefusal {
  const [code, subcode] = codes.split('/')
  const error = {
    message: `(#${code}) Something the platform says`,
    code: Number(code),
    ...(subcode === undefined ? {} : { error_subcode: Number(subcode) }),
    fbtrace_id: 'Aq3x',
    ...more,
  }
  return new GraphRefusal(status, error, {})
}

const errorFor = (codes: string, more?: Readonly<Record<string, unknown>>, status?: number) =>
  toGraphError(refusal(codes, more, status), { names, account: '1001' })

/** The codes that Meta documents or that other clients report, by the error code that adrail returns. */
const expected = {
  UPSTREAM_ERROR: ['1', '1/99', '2', '960', '1150', '2601/1815107', '100/1487534', '-3'],
  UPSTREAM_RATE_LIMITED: [
    ...['4', '4/1504022', '4/1504039', '17', '17/2446079', '32', '341', '613', '613/1487742', '613/1996'],
    ...['613/5044001', '80000/2446079', '80001', '80002', '80003/2446079', '80004/2446079', '80005', '80006'],
    ...['80008', '80009', '80014', '80099'],
  ],
  ACCOUNT_RELINK_REQUIRED: ['102', '190', '190/458', '190/460', '190/463', '190/467', '190/493'],
  ACCOUNT_SUSPENDED: ['190/459', '190/464', '368'],
  PERMISSION_MISSING: ['1/2853001', '3', '10', '100/2446289', '190/492', '200', '210', '273', '294', '299'],
  OBJECT_NOT_FOUND: ['100/33', '803'],
  TERMS_NOT_ACCEPTED: ['100/1815089'],
  BUDGET_TOO_LOW: ['100/1885272', '100/1885650'],
  PLATFORM_REJECTED: [
    ...['17/1885172', '100', '100/1487694', '100/1870034', '100/1870090', '100/1870092', '100/1885621'],
    ...[
      '100/1815430',
      '100/1815715',
      '100/1885014',
      '100/1885154',
      '100/1885998',
      '100/2490408',
      '100/3260011',
    ],
    ...['100/3858081', '100/3858418', '100/3858634', '100/3858636', '100/4834005'],
    ...['100/2446307', '300', '389', '506', '613/1487632', '2650', '2654', '3018', '4711'],
  ],
  INTERNAL: ['101', '104', '105', '2500', '2635', '3001'],
} as const

describe('a refusal by Meta', () => {
  test.each(Object.entries(expected).flatMap(([code, all]) => all.map((codes) => [codes, code] as const)))(
    'with code %s becomes %s, with a sentence as its message and the codes and trace id of Meta in its details',
    (codes, code) => {
      const error = errorFor(codes)
      expect(error.code).toBe(code)
      expect(error.message).toMatch(/^[A-Z].*(\.|\))$|^campaignId .*\.$|https:\/\/\S+$/s)
      expect(error.message).not.toMatch(/\(#|\{|\}|undefined/)
      expect(error.details.platformError).toEqual({
        platform: 'social',
        code: codes.split('/')[0],
        subcode: codes.split('/')[1] ?? '',
        traceId: 'Aq3x',
      })
    },
  )

  test.each([
    ['1', "Please reduce the amount of data you're asking for, then retry your request", 'UPSTREAM_ERROR'],
    ['1', 'Error validating client secret.', 'INTERNAL'],
    [
      '100',
      "Cannot include x in fields param because they weren't there while creating the report run.",
      'UPSTREAM_ERROR',
    ],
    ['100', '(#100) Missing permissions', 'PERMISSION_MISSING'],
    [
      '100',
      "(#100) Object does not exist, cannot be loaded due to missing permission or reviewable feature, or does not support this operation. This endpoint requires the 'pages_read_engagement' permission",
      'PERMISSION_MISSING',
    ],
    ['100', '(#100) Tried accessing nonexisting field (x) on node type (AdAccount)', 'INTERNAL'],
    ['100', 'Invalid appsecret_proof provided in the API argument', 'INTERNAL'],
    ['190', '(#190) This method must be called with a Page Access Token', 'OBJECT_NOT_FOUND'],
    [
      '190',
      "Any of the pages_read_engagement permission(s) must be granted before impersonating a user's page.",
      'PERMISSION_MISSING',
    ],
  ])('with code %s and the message "%s" becomes %s', (codes, message, code) => {
    expect(errorFor(codes, { message }).code).toBe(code)
  })

  test.each([
    ['an object', { blame_field_specs: [['daily_budget']] }],
    ['JSON inside a string', JSON.stringify({ blame_field_specs: [['daily_budget']] })],
  ])(
    'becomes an error that names the field blamed in %s as error_data and quotes error_user_msg [R7.3.refused-by-platform]',
    (_form, error_data) => {
      const error = errorFor('100', { error_user_msg: 'The budget is odd.', error_data })
      expect(error.details.field).toBe('amount')
      expect(error.message).toBe('Meta refused the request: The budget is odd.')
    },
  )

  // facebookarchive/php-graph-sdk#1233 and strohne/Facepager#174 report this message. Meta replaced
  // manage_pages in 2020.
  test('with two alternative permissions in its message becomes an error about the permission that still exists', () => {
    const message =
      "(#100) Object does not exist, cannot be loaded due to missing permission or reviewable feature, or does not support this operation. This endpoint requires the 'manage_pages' or 'pages_read_engagement' permission or the 'Page Public Content Access' feature."
    const error = errorFor('100', { message })
    expect(error.code).toBe('PERMISSION_MISSING')
    expect(error.message).toContain('the permission pages_read_engagement is missing')
  })

  test('becomes an error without a field when error_data is text that is not JSON', () => {
    expect(errorFor('100', { error_data: '{"blame' }).details.field).toBeUndefined()
  })

  test.each([
    ['2/1892058', { error_user_msg: 'Test lead already exists.', is_transient: false }, 'PLATFORM_REJECTED'],
    ['2/1892058', { error_user_msg: 'Test lead already exists.' }, 'PLATFORM_REJECTED'],
    ['1/1892058', { error_user_msg: 'Test lead already exists.' }, 'PLATFORM_REJECTED'],
    ['2/1892058', { error_user_msg: 'Test lead already exists.', is_transient: true }, 'UPSTREAM_ERROR'],
    ['2/1892058', { is_transient: false }, 'UPSTREAM_ERROR'],
    ['2', { error_user_msg: 'Please try again later.' }, 'UPSTREAM_ERROR'],
    ['1/99', { error_user_msg: 'Something went wrong.' }, 'UPSTREAM_ERROR'],
  ] as const)('with code %s, status 500 and %o becomes %s', (codes, more, code) => {
    expect(errorFor(codes, more, 500).code).toBe(code)
  })

  test('for the missing Advantage+ audience flag becomes an error that names audienceExpansion, even when Meta explains it in Spanish', () => {
    const words = {
      message: 'Invalid parameter',
      error_user_title: 'Se requiere la marca de público Advantage',
    }
    const error = toGraphError(refusal('100/1870227', words), {
      names: { params: { targeting: 'targeting' } },
      account: '',
    })
    expect(error.code).toBe('PLATFORM_REJECTED')
    expect(error.message).toMatch(/Set audienceExpansion\.$/)
  })

  test('with an unknown code is classified as transient only when Meta sets is_transient', () => {
    expect(classifyRefusal(refusal('4711', { is_transient: true }))).toBe('transient')
    expect(classifyRefusal(refusal('4711', { is_transient: false }))).toBe('invalid')
  })

  test('is classified as heavy when its message, its user title or its user message reports too much data', () => {
    const words = "Please reduce the amount of data you're asking for, then retry your request"
    const unknown = { message: 'An unknown error occurred' }
    for (const more of [
      { message: words },
      { ...unknown, error_user_title: words },
      { ...unknown, error_user_msg: words },
    ])
      expect(classifyRefusal(refusal('1/99', more))).toBe('heavy')
    expect(classifyRefusal(refusal('1/99', unknown))).toBe('transient')
  })

  test('for unaccepted terms becomes an error with the URL at which the ad account accepts the terms', () => {
    expect(errorFor('100/1870034').message).toMatch(/tos\.php\?act=1001$/)
  })

  test('with code 100/33 becomes PERMISSION_MISSING when the caller named no object', () => {
    const error = toGraphError(refusal('100/33'), { names: {}, account: '1001' })
    expect(error.code).toBe('PERMISSION_MISSING')
  })

  test('with code 2642 becomes INVALID_CURSOR for a paged request and UPSTREAM_ERROR for any other request', () => {
    expect(toGraphError(refusal('2642'), { names, account: '', isPaged: true }).code).toBe('INVALID_CURSOR')
    expect(toGraphError(refusal('2642'), { names, account: '' }).code).toBe('UPSTREAM_ERROR')
  })

  test.each([429, 500, 502, 503, 504])(
    'with status %d and no code becomes UPSTREAM_RATE_LIMITED for 429 and UPSTREAM_ERROR otherwise',
    (status) => {
      const error = toGraphError(new GraphRefusal(status, {}, {}), { names, account: '' })
      expect(error.code).toBe(status === 429 ? 'UPSTREAM_RATE_LIMITED' : 'UPSTREAM_ERROR')
    },
  )

  test('becomes an error of fewer than 600 characters when error_user_msg has 5,000 characters', () => {
    expect(errorFor('100', { error_user_msg: 'x'.repeat(5000) }).message.length).toBeLessThan(600)
  })
})

test.each([
  ['timeout', 'UPSTREAM_TIMEOUT'],
  ['unreachable', 'UPSTREAM_UNAVAILABLE'],
  ['cut', 'UPSTREAM_UNAVAILABLE'],
  ['too_large', 'UPSTREAM_BAD_RESPONSE'],
  ['garbled', 'UPSTREAM_BAD_RESPONSE'],
] as const)('an upstream failure of kind "%s" becomes %s', (kind, code) => {
  const error = toSocialError(new UpstreamFailure(kind, 'x'), { names, account: '' })
  expect(error).toMatchObject({ code })
})
