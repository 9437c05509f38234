// Field masks of updates. https://developers.google.com/google-ads/api/docs/client-libs/java/field-masks

import type { Finding, PathElement } from '../errors.ts'
import type { MessageField } from '../schema/messageSpec.ts'
import { getMessageType } from '../schema/messages.ts'

export interface MaskedField {
  readonly field: MessageField
  /** The steps of the path, as protocol names and as JSON names. */
  readonly protocolNames: readonly string[]
  readonly jsonNames: readonly string[]
}

export function resolveMask(
  message: string,
  mask: string,
  path: readonly PathElement[],
  findings: Finding[],
): MaskedField[] {
  if (mask === '') {
    findings.push({ code: 'fieldMaskError.FIELD_MASK_MISSING', path })
    return []
  }
  const fields: MaskedField[] = []
  for (const text of mask.split(',')) {
    const maskedField = resolveMaskPath(message, text.trim())
    if (maskedField === undefined) {
      findings.push({ code: 'fieldMaskError.FIELD_NOT_FOUND', path, trigger: text })
    } else if (maskedField.field.name === 'resource_name') {
      // Client libraries that compare whole objects include the name. It changes nothing.
    } else if (maskedField.isReadOnly) {
      findings.push({
        code: 'fieldError.IMMUTABLE_FIELD',
        path: [...path.slice(0, -1), 'update', ...maskedField.protocolNames],
      })
    } else if (hasSubfields(maskedField.field)) {
      findings.push({ code: 'fieldMaskError.FIELD_HAS_SUBFIELDS', path, trigger: text })
    } else {
      fields.push(maskedField)
    }
  }
  return fields
}

/** A mask may contain a message field as a whole only when the message has no fields. */
function hasSubfields(field: MessageField): boolean {
  return field.kind === 'message' && !field.repeated && getMessageType(field.typeName).fields.length > 0
}

function resolveMaskPath(
  rootMessage: string,
  text: string,
): (MaskedField & { isReadOnly: boolean }) | undefined {
  let message = rootMessage
  const protocolNames: string[] = []
  const jsonNames: string[] = []
  let isReadOnly = false
  const steps = text.split('.')
  for (const [position, step] of steps.entries()) {
    const field: MessageField | undefined = getMessageType(message).fieldsByName.get(step)
    if (field === undefined || field.kind === 'unemulated') return undefined
    protocolNames.push(field.name)
    jsonNames.push(field.jsonName)
    isReadOnly ||= field.outputOnly || field.immutable
    if (position === steps.length - 1) return { field, protocolNames, jsonNames, isReadOnly }
    if (field.kind !== 'message' || field.repeated) return undefined
    message = field.typeName
  }
  return undefined
}
