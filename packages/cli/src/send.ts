// A body that the contract's types have not seen, sent by the client.

import type { Client, OperationName, WriteOptions } from '@adrail/client'
import type { Body } from './body.ts'
import type { Row } from './output/cells.ts'

export async function send(
  client: Client,
  name: OperationName,
  body: Body,
  options: WriteOptions,
): Promise<Row> {
  // What the body must be is for the service to say, and every answer is an object.
  return (await client.call(name, body as never, options)) as unknown as Row
}
