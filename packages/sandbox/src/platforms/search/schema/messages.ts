// The messages of the protocol by name. `data/search/descriptors` is generated from version 25 of the platform's
// descriptors. `data/search/schema/emulatedMessages.json` is written by hand: it lists the messages that the
// sandbox emulates, with the rules that the descriptors do not contain. Bounds follow the platform's system
// limits page. The platform has several hundred metrics and segments. The list names the ones that the
// delivery model can compute.
// https://developers.google.com/google-ads/api/reference/rpc/v25/overview

import { lazy, readJson } from '../../../core/dataFiles.ts'
import { enumValues } from './enums.ts'
import { type MessageSpec, type MessageType, parseMessageSpec } from './messageSpec.ts'

const messages = lazy(() => {
  const specs = readJson<Record<string, MessageSpec>>('search/descriptors/messages.json')
  const emulated = readJson<Record<string, MessageSpec | string>>('search/schema/emulatedMessages.json')
  const messagesByName = new Map<string, MessageType>()
  for (const [name, rules] of Object.entries(emulated)) {
    // A text lists the emulated fields of a message that has no rules.
    messagesByName.set(
      name,
      parseMessageSpec(name, specs[name] ?? {}, typeof rules === 'string' ? {} : rules),
    )
  }
  for (const { name, fields } of messagesByName.values()) {
    for (const { name: field, kind, typeName, reference } of fields) {
      const isDeclared =
        kind === 'enum' ? enumValues().has(typeName) : kind !== 'message' || messagesByName.has(typeName)
      if (!isDeclared || (reference !== undefined && !messagesByName.has(reference))) {
        throw new Error(
          `${name}.${field} is of ${typeName} and refers to ${reference}, which is not declared.`,
        )
      }
    }
  }
  return messagesByName
})

export function getMessageType(name: string): MessageType {
  const messageType = messages().get(name)
  if (messageType === undefined) throw new Error(`No message is declared under the name ${name}.`)
  return messageType
}

export function messageNames(): IterableIterator<string> {
  return messages().keys()
}
