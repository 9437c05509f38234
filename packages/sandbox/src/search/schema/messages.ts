// The messages of the protocol by name. Names, kinds and marks as in its version 25
// (https://developers.google.com/google-ads/api/reference/rpc/v25/overview); limits from the platform's system limits page.
// On purpose different: `Asset.image_asset` is marked there as set by the server only, yet every official sample uploads images
// through it. Of the metrics and segments the platform has some hundred; declared are those the delivery model can answer.

import { onFirstUse, readTree } from '../../core/dataFiles.ts'
import { describe, type Message, type MessageSpec } from './declare.ts'
import { enumValues } from './enums.ts'

const files = ['campaigns', 'assets', 'accounts', 'reports', 'requests']

const messages = onFirstUse(() => {
  const read = new Map<string, Message>()
  for (const file of files) {
    const specs = readTree<Record<string, MessageSpec>>(`search/schema/${file}.json`)
    for (const [name, spec] of Object.entries(specs)) read.set(name, describe(name, spec))
  }
  for (const { name, fields } of read.values()) {
    for (const { name: field, kind, of, reference } of fields) {
      const known = kind === 'enum' ? enumValues().has(of) : kind !== 'message' || read.has(of)
      if (!known || (reference !== undefined && !read.has(reference))) {
        throw new Error(`${name}.${field} is of ${of} and refers to ${reference}, which is not declared.`)
      }
    }
  }
  return read
})

export function messageNamed(name: string): Message {
  const message = messages().get(name)
  if (message === undefined) throw new Error(`No message is declared under the name ${name}.`)
  return message
}

export function messageNames(): IterableIterator<string> {
  return messages().keys()
}
