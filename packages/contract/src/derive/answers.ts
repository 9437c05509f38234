// Builds responses as the service sends them, for the documents: the example of an operation, and one failure
// per error code.

import type { Failure } from '../envelope.ts'
import { commonErrors, readinessErrors } from '../errorSets.ts'
import { docsOf, type ErrorCode, type ErrorDefinition, errorCodes, errors } from '../errors.ts'
import type { Flaw } from '../flaws.ts'
import { type Operation, scopesOf } from '../operation.ts'
import { declarationOf, type OperationName, operationNames } from '../operations.ts'
import type { Platform } from '../platforms.ts'
import { validate } from '../validate.ts'
import { exampleApprovalUrl, exampleOperationId, examplePlanHash } from '../writes.ts'

export function definitionOf(code: ErrorCode): ErrorDefinition {
  return errors[code]
}

export const exampleRequestId = 'req_06f0t6t1h2v8k3m9q4w5x7y2z1'

/** Groups error codes by HTTP status, in the order of the error table. */
export function codesByStatus(codes: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  const wanted = new Set(codes)
  const grouped = new Map<number, ErrorCode[]>()
  for (const code of errorCodes.filter((code) => wanted.has(code))) {
    const { status } = definitionOf(code)
    grouped.set(status, [...(grouped.get(status) ?? []), code])
  }
  return new Map([...grouped].sort(([a], [b]) => a - b))
}

/**
 * Lists the codes of requests that never reach an operation. No operation declares them, and they are not in
 * the common sets.
 */
export function codesBeforeOperations(): ErrorCode[] {
  const reached = new Set<ErrorCode>([...commonErrors, ...readinessErrors])
  for (const name of operationNames) for (const code of declarationOf(name).errors) reached.add(code)
  return errorCodes.filter((code) => !reached.has(code))
}

export function successAnswer(name: OperationName) {
  return {
    success: true,
    requestId: exampleRequestId,
    results: { success: true, error: '', ...declarationOf(name).example.results },
  }
}

export function failureAnswer(code: ErrorCode, name: OperationName) {
  return {
    success: definitionOf(code).status === 200,
    requestId: exampleRequestId,
    results: failureResults(code, name),
  }
}

/** Classifies how widely the example of a code is identical, so that documents can share it. */
export function reachOfExample(code: ErrorCode): 'everywhere' | 'platform' | 'operation' {
  const { text } = definitionOf(code)
  if (flawedBodies[code] || fields[code]) return 'operation'
  return text.includes('{platform}') ? 'platform' : 'everywhere'
}

/**
 * Returns the platform of an operation. Operations on several platforms are shown with the platform of their
 * example.
 */
export function platformOf(name: OperationName): Platform {
  return declarationOf(name).platform ?? 'search'
}

function failureResults(code: ErrorCode, name: OperationName): Failure {
  const { text, retryable } = definitionOf(code)
  const operation = declarationOf(name)
  const details = flawedBodies[code]?.(operation)
  if (details) {
    return {
      success: false,
      error: details[0]?.message ?? '',
      code,
      retryable,
      docs: docsOf(code),
      field: details[0]?.field,
      details,
    }
  }
  const field = fieldOf(code, operation)
  const words: Readonly<Record<string, string>> = {
    platform: platformOf(name),
    operation: name,
    scope: scopesOf(operation).join('" or "'),
    allowed: 'POST',
    reason: 'user_revoked',
    limit: '1048576',
    seconds: '2',
    where: 'for the whole workspace',
    since: '2026-11-02T09:30:00.000Z',
    by: 'key_06f0t6t1h2v8k3m9q4w5x7y2z1',
    address: exampleApprovalUrl,
    until: '2026-11-05T09:30:00.000Z',
    because: ': The card was stolen.',
    ends: 'workspace/update_settings',
    field: field ?? '',
    problem: problemOf(code, name, field),
    sizes: imageSizes[platformOf(name)],
  }
  return {
    success: false,
    error: text.replace(/\{(\w+)\}/g, (placeholder, word: string) => words[word] ?? placeholder),
    code,
    retryable,
    docs: docsOf(code),
    ...(asksForLink.has(code) ? { platform: platformOf(name) } : {}),
    ...(code === 'ACCOUNT_RELINK_REQUIRED' ? { reason: 'user_revoked' } : {}),
    ...(field === undefined ? {} : { field }),
    ...(namesItsRecord.has(code) ? { operationId: exampleOperationId } : {}),
    ...(code === 'APPROVAL_REQUIRED' ? { planHash: examplePlanHash, approvalUrl: exampleApprovalUrl } : {}),
  }
}

/** Required sizes of ad images. */
const imageSizes = {
  social: 'at least 400 pixels wide and high',
  search: 'square from 300 × 300 or 1.91:1 from 600 × 314 pixels',
  pro: '',
} as const

const asksForLink: ReadonlySet<ErrorCode> = new Set(['ACCOUNT_NOT_LINKED', 'ACCOUNT_RELINK_REQUIRED'])

const namesItsRecord: ReadonlySet<ErrorCode> = new Set([
  'OPERATION_PENDING',
  'OPERATION_ABANDONED',
  'IDEMPOTENCY_IN_PROGRESS',
  'APPROVAL_REQUIRED',
  'APPROVAL_REJECTED',
  'APPROVAL_EXPIRED',
])

/** Produces the real violations of an invalid body, by the code that rejects the body. */
const flawedBodies: Partial<Record<ErrorCode, (operation: Operation) => Flaw[]>> = {
  INVALID_FIELD: flawsOfAnEmptyBody,
  UNKNOWN_FIELD: flawsOfAMisspeltBody,
}

/** Validates an empty body. Where an empty body is valid, every field gets a value of the wrong type. */
function flawsOfAnEmptyBody(operation: Operation): Flaw[] {
  const wrong = Object.fromEntries(Object.keys(operation.input.shape).map((member) => [member, 0]))
  const flaws = flawsIn(operation, {})
  return flaws.length > 0 ? flaws : flawsIn(operation, wrong)
}

/** Validates the example with one additional field whose name is almost correct. */
function flawsOfAMisspeltBody(operation: Operation): Flaw[] {
  const members = Object.keys(operation.input.shape)
  const meant = members.find((member) => member === 'dryRun') ?? members[0] ?? ''
  const isLower = meant.toLowerCase() === meant
  const misspelt = isLower ? meant.slice(0, -1) : meant.toLowerCase()
  return flawsIn(operation, { ...operation.example.body, [misspelt]: true })
}

function flawsIn(operation: Operation, body: unknown): Flaw[] {
  const validation = validate(operation, body)
  return 'flaws' in validation ? validation.flaws.slice(0, 20) : []
}

/** Fields that an error can concern, the most likely ones first. */
const mainObjects = ['campaignId', 'videoId', 'pixelId']
const references = [
  'leadFormAssetId',
  'leadFormId',
  'leadFormIds[0]',
  'locationAssetIds[0]',
  'locationIds[0]',
  'keyId',
  'url',
  'fields[0].name',
]
const fields: Partial<Record<ErrorCode, readonly string[]>> = {
  OBJECT_NOT_FOUND: mainObjects,
  REFERENCE_NOT_FOUND: references,
  IMAGE_NOT_FETCHABLE: ['images[0]', 'ads[0].imageUrl'],
  VIDEO_NOT_READY: ['ads[0].videoId'],
  TERMS_NOT_ACCEPTED: ['leadFormId'],
  DUPLICATE_CAMPAIGN_NAME: ['campaignName'],
  POLICY_VIOLATION: ['ads[0].headlines[1]', 'headline'],
  AUDIENCE_TOO_SMALL: ['locations'],
  BUDGET_TOO_LOW: ['dailyBudget', 'amount', 'operationId'],
  SPEND_LIMIT_EXCEEDED: ['dailyBudget', 'amount', 'status'],
  REDIRECT_URI_NOT_ALLOWED: ['redirectUri'],
  INVALID_CURSOR: ['pagination'],
}

function fieldOf(code: ErrorCode, operation: Operation): string | undefined {
  const members = Object.keys(operation.input.shape)
  return fields[code]?.find((field) => members.includes(field.split(/[.[]/, 1)[0] ?? ''))
}

function problemOf(code: ErrorCode, name: OperationName, field: string | undefined): string {
  switch (code) {
    case 'INVALID_JSON':
      return 'it ends too early.'
    case 'SPEND_LIMIT_EXCEEDED':
      return 'A budget of 120.00 EUR may spend 210.00 EUR on one day (up to 175 % of a daily one); the limit for a campaign is 200.00 EUR. It is set for the whole workspace; workspace/update_settings changes it (scope admin).'
    case 'PLAN_CHANGED':
      return 'Request a new plan.'
    case 'UNDO_REFUSED':
      return 'the budget of the campaign was changed since.'
    case 'APPROVAL_REQUIRED':
      return 'In this workspace, raising a budget needs approval.'
    case 'APPROVAL_REJECTED':
      return 'The reason given: the client wants to wait.'
    case 'APPROVAL_EXPIRED':
      return 'Nobody approved this in time.'
    case 'APPROVAL_ENDED':
      return 'it was rejected.'
    case 'APPROVAL_BLOCKED':
      return 'the campaign was deleted meanwhile.'
    case 'REFERENCE_NOT_FOUND':
      return 'userId' in declarationOf(name).input.shape
        ? `${field} names nothing in the linked ${platformOf(name)} account.`
        : `${field} names nothing on the ${platformOf(name)} platform.`
    case 'PERMISSION_MISSING':
      return 'the person who linked it may not manage this ad account.'
    case 'POLICY_VIOLATION':
      return 'too much punctuation.'
    case 'AUDIENCE_TOO_SMALL':
      return 'it needs 300. Name more places, or fewer conditions.'
    case 'BUDGET_TOO_LOW':
      return 'it must be at least 1.00 EUR a day.'
    case 'VIDEO_NOT_READY':
      return 'the platform is still working on it. Try again in some minutes.'
    case 'TERMS_NOT_ACCEPTED':
      return 'those of lead forms, by the page. Somebody who manages it accepts them at https://www.facebook.com/ads/leadgen/tos?page_id=104500000000001'
    case 'ACCOUNT_SUSPENDED':
      return 'an invoice is unpaid.'
    default:
      return 'it gave no reason.'
  }
}
