// What follows from the declarations alone: required fields, fields only the server sets, lengths, sizes, references.

import type { Finding, PathElement } from '../errors.ts'
import { kindOfMessage } from '../resources.ts'
import type { Field } from '../schema/declare.ts'
import { messageNamed } from '../schema/messages.ts'
import { isWire, type Wire, type WireValue } from '../wire.ts'

export interface Checks {
  readonly findings: Finding[]
  /** The real name behind a reference, or a finding's code. */
  resolve(
    message: string,
    name: string,
  ): { readonly name: string } | { readonly code: string; readonly message?: string }
}

/** Checks a message that is to be created and replaces references to temporary names by real ones. */
export function checkCreated(message: string, resource: Wire, path: PathElement[], checks: Checks): void {
  for (const field of messageNamed(message).fields) {
    if (field.name === 'resource_name') continue
    const value = resource[field.json]
    const here = [...path, field.name]
    if (value === undefined) {
      if (field.required) checks.findings.push({ code: 'fieldError.REQUIRED', path: here })
      else if (field.least !== undefined)
        checks.findings.push({ code: 'collectionSizeError.TOO_FEW', path: here })
      continue
    }
    if (field.output) {
      const code =
        field.name === 'id'
          ? 'newResourceCreationError.CANNOT_SET_ID_FOR_CREATE'
          : 'mutateError.RESOURCE_READ_ONLY'
      checks.findings.push({ code, path: here })
      continue
    }
    resource[field.json] = checkValue(field, value, path, checks)
  }
}

/** Checks one present value; the answer is the value with its references resolved. */
export function checkValue(
  field: Field,
  value: WireValue,
  path: readonly PathElement[],
  checks: Checks,
): WireValue {
  if (!field.repeated) return checkItem(field, value, [...path, field.name], checks)
  if (!Array.isArray(value)) return value
  const here = [...path, field.name]
  if (field.least !== undefined && value.length < field.least) {
    checks.findings.push({ code: 'collectionSizeError.TOO_FEW', path: here })
  }
  if (field.most !== undefined && value.length > field.most) {
    checks.findings.push({ code: 'collectionSizeError.TOO_MANY', path: here })
  }
  return value.map((item, index) => checkItem(field, item, [...path, { field: field.name, index }], checks))
}

function checkItem(field: Field, value: WireValue, path: PathElement[], checks: Checks): WireValue {
  if (isWire(value)) {
    checkCreated(field.of, value, path, checks)
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
  if (field.reference === undefined || kindOfMessage(field.reference) === undefined) return value
  const resolved = checks.resolve(field.reference, value)
  if ('name' in resolved) return resolved.name
  checks.findings.push({ ...resolved, path, trigger: value })
  return value
}

function isTooLong(field: Field, value: string): boolean {
  if (field.maxCharacters !== undefined && [...value].length > field.maxCharacters) return true
  if (field.maxBytes !== undefined && Buffer.byteLength(value) > field.maxBytes) return true
  return field.maxWidth !== undefined && widthOf(value) > field.maxWidth
}

/** Characters of the wide scripts count twice: https://support.google.com/google-ads/answer/7684791 */
export function widthOf(value: string): number {
  let width = 0
  for (const character of value) width += isWide(character.codePointAt(0) ?? 0) ? 2 : 1
  return width
}

function isWide(point: number): boolean {
  return (
    (point >= 0x1100 && point <= 0x115f) ||
    (point >= 0x2e80 && point <= 0xa4cf) ||
    (point >= 0xac00 && point <= 0xd7a3) ||
    (point >= 0xf900 && point <= 0xfaff) ||
    (point >= 0xfe30 && point <= 0xfe6f) ||
    (point >= 0xff00 && point <= 0xff60) ||
    (point >= 0xffe0 && point <= 0xffe6) ||
    (point >= 0x20000 && point <= 0x3fffd)
  )
}
