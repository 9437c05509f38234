// Checks that follow from the schema: required fields, output-only fields, lengths, list sizes, references.

import type { Finding, PathElement } from '../errors.ts'
import { findKindByMessage } from '../resources.ts'
import type { MessageField } from '../schema/messageSpec.ts'
import { getMessageType } from '../schema/messages.ts'
import { isWireObject, type WireObject, type WireValue } from '../wire.ts'

export interface FieldChecks {
  readonly findings: Finding[]
  /** Resolves a reference to the real resource name, or returns the code of a finding. */
  resolveReference(
    message: string,
    name: string,
  ): { readonly name: string } | { readonly code: string; readonly message?: string }
}

/** Checks a message that is to be created, and replaces references to temporary names with real ones. */
export function checkNewMessage(
  message: string,
  resource: WireObject,
  path: PathElement[],
  checks: FieldChecks,
): void {
  for (const field of getMessageType(message).fields) {
    if (field.name === 'resource_name') continue
    const value = resource[field.jsonName]
    const fieldPath = [...path, field.name]
    if (value === undefined) {
      if (field.required) checks.findings.push({ code: 'fieldError.REQUIRED', path: fieldPath })
      else if (field.minItems !== undefined)
        checks.findings.push({ code: 'collectionSizeError.TOO_FEW', path: fieldPath })
      continue
    }
    if (field.outputOnly) {
      const code =
        field.name === 'id'
          ? 'newResourceCreationError.CANNOT_SET_ID_FOR_CREATE'
          : 'mutateError.RESOURCE_READ_ONLY'
      checks.findings.push({ code, path: fieldPath })
      continue
    }
    resource[field.jsonName] = checkValue(field, value, path, checks)
  }
}

/** Checks one present value and returns the value with its references resolved. */
export function checkValue(
  field: MessageField,
  value: WireValue,
  path: readonly PathElement[],
  checks: FieldChecks,
): WireValue {
  if (!field.repeated) return checkItem(field, value, [...path, field.name], checks)
  if (!Array.isArray(value)) return value
  const fieldPath = [...path, field.name]
  if (field.minItems !== undefined && value.length < field.minItems) {
    checks.findings.push({ code: 'collectionSizeError.TOO_FEW', path: fieldPath })
  }
  if (field.maxItems !== undefined && value.length > field.maxItems) {
    checks.findings.push({ code: 'collectionSizeError.TOO_MANY', path: fieldPath })
  }
  return value.map((item, index) => checkItem(field, item, [...path, { field: field.name, index }], checks))
}

function checkItem(
  field: MessageField,
  value: WireValue,
  path: PathElement[],
  checks: FieldChecks,
): WireValue {
  if (isWireObject(value)) {
    checkNewMessage(field.typeName, value, path, checks)
    return value
  }
  if (typeof value !== 'string') return value
  if (field.required && value === '') {
    checks.findings.push({ code: 'fieldError.REQUIRED', path })
    return value
  }
  if (isTooLong(field, value)) {
    checks.findings.push({ code: 'stringLengthError.TOO_LONG', path, trigger: value })
    return value
  }
  if (field.reference === undefined || findKindByMessage(field.reference) === undefined) return value
  const resolved = checks.resolveReference(field.reference, value)
  if ('name' in resolved) return resolved.name
  checks.findings.push({ ...resolved, path, trigger: value })
  return value
}

function isTooLong(field: MessageField, value: string): boolean {
  if (field.maxCharacters !== undefined && [...value].length > field.maxCharacters) return true
  if (field.maxBytes !== undefined && Buffer.byteLength(value) > field.maxBytes) return true
  return field.maxWidth !== undefined && displayWidth(value) > field.maxWidth
}

/** Characters of wide scripts count twice: https://support.google.com/google-ads/answer/7684791 */
export function displayWidth(value: string): number {
  let width = 0
  for (const character of value) width += isWide(character.codePointAt(0) ?? 0) ? 2 : 1
  return width
}

function isWide(codePoint: number): boolean {
  return (
    (codePoint >= 0x1100 && codePoint <= 0x115f) ||
    (codePoint >= 0x2e80 && codePoint <= 0xa4cf) ||
    (codePoint >= 0xac00 && codePoint <= 0xd7a3) ||
    (codePoint >= 0xf900 && codePoint <= 0xfaff) ||
    (codePoint >= 0xfe30 && codePoint <= 0xfe6f) ||
    (codePoint >= 0xff00 && codePoint <= 0xff60) ||
    (codePoint >= 0xffe0 && codePoint <= 0xffe6) ||
    (codePoint >= 0x20000 && codePoint <= 0x3fffd)
  )
}
