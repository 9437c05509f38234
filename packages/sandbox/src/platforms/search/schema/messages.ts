// The messages of the protocol by name. Names, kinds and marks follow its version 25
// (https://developers.google.com/google-ads/api/reference/rpc/v25/overview). Limits follow the platform's
// system limits page. One deviation is deliberate: the protocol marks `Asset.image_asset` as output only, yet
// every official sample uploads images through it. The platform has several hundred metrics and segments. The
// sandbox declares the ones that the delivery model can compute.

import { lazy, readJson } from '../../../core/dataFiles.ts'
import { enumValues } from './enums.ts'
import { type MessageSpec, type MessageType, parseMessageSpec } from './messageSpec.ts'

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
  const messageType = messages().get(name)
  if (messageType === undefined) throw new Error(`No message is declared under the name ${name}.`)
  return messageType
}

export function messageNames(): IterableIterator<string> {
  return messages().keys()
}
