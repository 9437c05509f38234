// Builds responses as the service sends them, for the documents: the example of an operation, and one failure
// per error code.

import { formatMediaTypes, jsonType } from '../binaryBody.ts'
import type { Failure } from '../envelope.ts'
import { commonErrors, readinessErrors } from '../errorSets.ts'
import {
  type ErrorCode,
  type ErrorDefinition,
  errorCodes,
  errors,
  toDocsPath,
  toFailureTexts,
} from '../errors.ts'
import { type Operation, scopesOf } from '../operation.ts'
import { exampleLeadId } from '../operations/lead/values.ts'
import { declarationOf, groupOf, type OperationName, operationNames } from '../operations.ts'
import { type Platform, platformFacts, platforms } from '../platforms.ts'
import { validate } from '../validate.ts'
import type { Violation } from '../violations.ts'
import { exampleApprovalUrl, exampleOperationId, examplePlanHash } from '../writes.ts'

export function definitionOf(code: ErrorCode): ErrorDefinition {
  return errors[code]
}

export const exampleRequestId = 'req_06f0t6t1h2v8k3m9q4w5x7y2z1'

/** Groups error codes by HTTP status, in the order of the error table. */
export function groupCodesByStatus(codes: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  const requestedCodes = new Set(codes)
  const grouped = new Map<number, ErrorCode[]>()
  for (const code of errorCodes.filter((code) => requestedCodes.has(code))) {
    const { status } = definitionOf(code)
    grouped.set(status, [...(grouped.get(status) ?? []), code])
  }
  return new Map([...grouped].sort(([a], [b]) => a - b))
}

/**
 * Lists the codes of requests that never reach an operation. No operation declares them, and they are not in
 * the common sets.
 */
export function listPreOperationCodes(): ErrorCode[] {
  const operationCodes = new Set<ErrorCode>([...commonErrors, ...readinessErrors])
  for (const name of operationNames) for (const code of declarationOf(name).errors) operationCodes.add(code)
  return errorCodes.filter((code) => !operationCodes.has(code))
}

export function buildExampleSuccess(name: OperationName) {
  return {
    success: true,
    requestId: exampleRequestId,
    results: { success: true, error: '', ...declarationOf(name).example.results },
  }
}

export function buildExampleFailure(code: ErrorCode, name: OperationName) {
  return {
    success: definitionOf(code).status === 200,
    requestId: exampleRequestId,
    results: buildFailureResults(code, name),
  }
}

/** Classifies how widely the example of a code is identical, so that documents can share it. */
export function classifyExample(code: ErrorCode): 'everywhere' | 'platform' | 'operation' {
  const { text } = definitionOf(code)
  if (violationExamples[code] || fieldsByCode[code]) return 'operation'
  return text.includes('{platform}') ? 'platform' : 'everywhere'
}

/** Returns the platform that the examples of an operation's errors name. */
export function findExamplePlatform(name: OperationName): Platform {
  const group = groupOf(name)
  return platforms.find((platform) => platform === group) ?? sharedExamplePlatform
}

/** The platform in the examples of operations that are not of one platform. */
const sharedExamplePlatform: Platform = 'search'

function buildFailureResults(code: ErrorCode, name: OperationName): Failure {
  const { text, action, retryable } = definitionOf(code)
  const operation = declarationOf(name)
  const details = violationExamples[code]?.(operation)
  if (details) {
    return {
      success: false,
      ...toFailureTexts(code, details[0]?.message ?? '', action),
      code,
      retryable,
      docs: toDocsPath(code),
      field: details[0]?.field,
      details,
    }
  }
  const field = findErrorField(code, operation)
  const { binaryBody } = operation
  const placeholders: Readonly<Record<string, string>> = {
    platform: platformFacts[findExamplePlatform(name)].name,
    operation: name,
    scope: scopesOf(operation).join('" or "'),
    id: exampleIds[code] ?? '',
    allowed: 'POST',
    reason: 'user_revoked',
    limit: code === 'IMAGE_QUOTA_EXCEEDED' ? '524288000' : '1048576',
    types: binaryBody ? formatMediaTypes(binaryBody) : jsonType,
    seconds: '2',
    where: 'for the whole workspace',
    since: '2026-11-02T09:30:00.000Z',
    by: 'key_06f0t6t1h2v8k3m9q4w5x7y2z1',
    address: exampleApprovalUrl,
    until: '2026-11-05T09:30:00.000Z',
    because: ': The card was stolen.',
    ends: 'workspace/update_settings',
    field: field ?? '',
    problem: toExampleProblem(code, name, field),
    sizes: platformFacts[findExamplePlatform(name)].imageSizes ?? '',
  }
  const fillIn = (template: string) =>
    template.replace(
      /\{(\w+)\}/g,
      (placeholder, placeholderName: string) => placeholders[placeholderName] ?? placeholder,
    )
  return {
    success: false,
    ...toFailureTexts(code, fillIn(text), fillIn(action)),
    code,
    retryable,
    docs: toDocsPath(code),
    ...(linkErrorCodes.has(code) ? { platform: findExamplePlatform(name) } : {}),
    ...(code === 'ACCOUNT_RELINK_REQUIRED' ? { reason: 'user_revoked' } : {}),
    ...(field === undefined ? {} : { field }),
    ...(codesWithOperationId.has(code) ? { operationId: exampleOperationId } : {}),
    ...(code === 'APPROVAL_REQUIRED' ? { planHash: examplePlanHash, approvalUrl: exampleApprovalUrl } : {}),
  }
}

const exampleIds: Partial<Record<ErrorCode, string>> = {
  USER_NOT_FOUND: 'usr_06f0t6t1h2v8k3m9q4w5x7y2z1',
  LINK_NOT_FOUND: 'lnk_06f0t6t1h2v8k3m9q4w5x7y2z1',
  OPERATION_NOT_FOUND: exampleOperationId,
  KEY_NOT_FOUND: 'key_06f0t6t1h2v8k3m9q4w5x7y2z1',
  SESSION_NOT_FOUND: 'ses_06f0t6t1h2v8k3m9q4w5x7y2z1',
  ENDPOINT_NOT_FOUND: 'whe_06f0t6t1h2v8k3m9q4w5x7y2z1',
  LEAD_NOT_FOUND: exampleLeadId,
  EVENT_NOT_FOUND: 'evt_06f0t6t1h2v8k3m9q4w5x7y2z1',
}

const linkErrorCodes: ReadonlySet<ErrorCode> = new Set(['ACCOUNT_NOT_LINKED', 'ACCOUNT_RELINK_REQUIRED'])

const codesWithOperationId: ReadonlySet<ErrorCode> = new Set([
  'OPERATION_PENDING',
  'OPERATION_ABANDONED',
  'IDEMPOTENCY_IN_PROGRESS',
  'APPROVAL_REQUIRED',
  'APPROVAL_REJECTED',
  'APPROVAL_EXPIRED',
])

/** Produces the real violations of an invalid body, by the code that rejects the body. */
const violationExamples: Partial<Record<ErrorCode, (operation: Operation) => Violation[]>> = {
  INVALID_FIELD: validateEmptyBody,
  UNKNOWN_FIELD: validateMisspelledBody,
}

/** Validates an empty body. Where an empty body is valid, every field gets a value of the wrong type. */
function validateEmptyBody(operation: Operation): Violation[] {
  const wrongTypeBody = Object.fromEntries(Object.keys(operation.input.shape).map((field) => [field, 0]))
  const violations = listViolations(operation, {})
  return violations.length > 0 ? violations : listViolations(operation, wrongTypeBody)
}

/** Validates the example with one additional field whose name is almost correct. */
function validateMisspelledBody(operation: Operation): Violation[] {
  const fieldNames = Object.keys(operation.input.shape)
  const correctName = fieldNames.find((name) => name === 'dryRun') ?? fieldNames[0] ?? ''
  const isLower = correctName.toLowerCase() === correctName
  const misspelledName = isLower ? correctName.slice(0, -1) : correctName.toLowerCase()
  return listViolations(operation, { ...operation.example.body, [misspelledName]: true })
}

function listViolations(operation: Operation, body: unknown): Violation[] {
  const validation = validate(operation, body)
  return 'violations' in validation ? validation.violations.slice(0, 20) : []
}

/** Fields that an error can concern, the most likely ones first. */
const objectFields = ['campaignId', 'videoId', 'pixelId']
const referenceFields = [
  'leadFormAssetId',
  'leadFormId',
  'leadFormIds[0]',
  'locationAssetIds[0]',
  'locationIds[0]',
  'keyId',
  'url',
  'fields[0].name',
]
const fieldsByCode: Partial<Record<ErrorCode, readonly string[]>> = {
  OBJECT_NOT_FOUND: objectFields,
  REFERENCE_NOT_FOUND: referenceFields,
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

function findErrorField(code: ErrorCode, operation: Operation): string | undefined {
  const fieldNames = Object.keys(operation.input.shape)
  return fieldsByCode[code]?.find((field) => fieldNames.includes(field.split(/[.[]/, 1)[0] ?? ''))
}

function toExampleProblem(code: ErrorCode, name: OperationName, field: string | undefined): string {
  switch (code) {
    case 'INVALID_JSON':
      return 'it ends too early.'
    case 'SPEND_LIMIT_EXCEEDED':
      return 'A budget of 120.00 EUR can spend 210.00 EUR on one day (up to 175% of a daily budget). The limit per campaign is 200.00 EUR for the whole workspace. Nothing changed. To change the limit, call workspace/update_settings.'
    case 'PLAN_CHANGED':
      return 'Request a new plan.'
    case 'IMAGE_NOT_ACCEPTED':
      return 'The file is cut off.'
    case 'UNDO_REFUSED':
      return 'the budget of the campaign has changed since the write.'
    case 'APPROVAL_REQUIRED':
      return 'For the whole workspace, raising a budget needs approval.'
    case 'APPROVAL_REJECTED':
      return 'Reason: the client wants to wait.'
    case 'APPROVAL_EXPIRED':
      return 'No one approved this write in time.'
    case 'APPROVAL_ENDED':
      return 'it was rejected.'
    case 'APPROVAL_BLOCKED':
      return 'the campaign was deleted meanwhile.'
    case 'REFERENCE_NOT_FOUND':
      return 'userId' in declarationOf(name).input.shape
        ? `${field} does not match any object in the linked ${findExamplePlatform(name)} account.`
        : `${field} does not match any object on the ${findExamplePlatform(name)} platform.`
    case 'PERMISSION_MISSING':
      return 'the person who linked the account cannot manage this ad account.'
    case 'POLICY_VIOLATION':
      return 'too much punctuation.'
    case 'AUDIENCE_TOO_SMALL':
      return 'LinkedIn needs at least 300 members.'
    case 'BUDGET_TOO_LOW':
      return 'the budget must be at least 1.00 EUR a day.'
    case 'VIDEO_NOT_READY':
      return 'the platform is still processing the video.'
    case 'TERMS_NOT_ACCEPTED':
      return 'the terms of lead forms. A person who manages the page accepts them at https://www.facebook.com/ads/leadgen/tos?page_id=104500000000001.'
    case 'ACCOUNT_SUSPENDED':
      return 'an invoice is unpaid.'
    default:
      return 'the platform returned no reason.'
  }
}
