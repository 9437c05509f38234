// The fields an update names. https://developers.google.com/google-ads/api/docs/client-libs/java/field-masks

import type { Finding, PathElement } from '../errors.ts'
import type { Field } from '../schema/declare.ts'
import { messageNamed } from '../schema/messages.ts'

export interface MaskedField {
  readonly field: Field
  /** Protocol names and JSON names of the steps. */
  readonly names: readonly string[]
  readonly json: readonly string[]
}

export function maskedFields(
  message: string,
  mask: string,
  path: readonly PathElement[],
  findings: Finding[],
): MaskedField[] {
  if (mask === '') {
    findings.push({ code: 'fieldMaskError.FIELD_MASK_MISSING', path })
    return []
  }
  const found: MaskedField[] = []
  for (const text of mask.split(',')) {
    const masked = follow(message, text.trim())
    if (masked === undefined) {
      findings.push({ code: 'fieldMaskError.FIELD_NOT_FOUND', path, trigger: text })
    } else if (masked.field.name === 'resource_name') {
      // Client libraries that compare whole objects include it; it changes nothing.
    } else if (masked.fixed) {
      findings.push({
        code: 'fieldError.IMMUTABLE_FIELD',
        path: [...path.slice(0, -1), 'update', ...masked.names],
      })
    } else if (hasSubfields(masked.field)) {
      findings.push({ code: 'fieldMaskError.FIELD_HAS_SUBFIELDS', path, trigger: text })
    } else {
      found.push(masked)
    }
  }
  return found
}

/** A message can be named as a whole only where it has nothing inside. */
function hasSubfields(field: Field): boolean {
  return field.kind === 'message' && !field.repeated && messageNamed(field.of).fields.length > 0
}

function follow(root: string, text: string): (MaskedField & { fixed: boolean }) | undefined {
  let message = root
  const names: string[] = []
  const json: string[] = []
  let fixed = false
  const steps = text.split('.')
  for (const [position, step] of steps.entries()) {
    const field: Field | undefined = messageNamed(message).byName.get(step)
    if (field === undefined || field.kind === 'unemulated') return undefined
    names.push(field.name)
    json.push(field.json)
    fixed ||= field.output || field.immutable
    if (position === steps.length - 1) return { field, names, json, fixed }
    if (field.kind !== 'message' || field.repeated) return undefined
    message = field.of
  }
  return undefined
}
