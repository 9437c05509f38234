// The messages of the protocol by name. Names, kinds and marks as in its version 25
// (https://developers.google.com/google-ads/api/reference/rpc/v25/overview); limits from the platform's system limits page.
// On purpose different: `Asset.image_asset` is marked there as set by the server only, yet every official sample uploads images
// through it. Of the metrics and segments the platform has some hundred; declared are those the delivery model can answer.

import { lazy, readJson } from '../../core/dataFiles.ts'
import { type MessageSpec, type MessageType, parseMessageSpec } from './declare.ts'
import { enumValues } from './enums.ts'

const schemaFiles = ['campaigns', 'assets', 'accounts', 'reports', 'requests']

const messages = lazy(() => {
  const messagesByName = new Map<string, MessageType>()
  for (const file of schemaFiles) {
    const specs = readJson<Record<string, MessageSpec>>(`search/schema/${file}.json`)
    for (const [name, spec] of Object.entries(specs)) messagesByName.set(name, parseMessageSpec(name, spec))
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
  const message = messages().get(name)
  if (message === undefined) throw new Error(`No message is declared under the name ${name}.`)
  return message
}

export function messageNames(): IterableIterator<string> {
  return messages().keys()
}
