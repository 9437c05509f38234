// Look-up of messages and enumerations by name.

import { accountMessages } from './account.ts'
import { assetMessages } from './asset.ts'
import { campaignMessages } from './campaign.ts'
import { describe, type Message } from './declare.ts'
import { enumValues } from './enums.ts'
import { reportMessages } from './report.ts'
import { requestMessages } from './request.ts'

const messages: ReadonlyMap<string, Message> = new Map(
  Object.entries({
    ...campaignMessages,
    ...assetMessages,
    ...accountMessages,
    ...reportMessages,
    ...requestMessages,
  }).map(([name, spec]) => [name, describe(name, spec)]),
)

const enums: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(enumValues).map(([name, values]) => [name, new Set(values.split(' '))]),
)

export function messageNamed(name: string): Message {
  const message = messages.get(name)
  if (message === undefined) throw new Error(`No message is declared under the name ${name}.`)
  return message
}

export function isEnumValue(enumeration: string, value: string): boolean {
  return enums.get(enumeration)?.has(value) ?? false
}

export function messageNames(): IterableIterator<string> {
  return messages.keys()
}
