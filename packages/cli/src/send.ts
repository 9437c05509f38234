// Sends an unvalidated body with the client.

import type { Client, OperationName, WriteOptions } from '@adrail/client'
import type { Body } from './body.ts'
import type { JsonRecord } from './output/cells.ts'

export async function send(
  client: Client,
  name: OperationName,
  body: Body | Uint8Array,
  options: WriteOptions,
): Promise<JsonRecord> {
  // The service validates the body, and every response is an object.
  return (await client.call(name, body as never, options)) as unknown as JsonRecord
}
