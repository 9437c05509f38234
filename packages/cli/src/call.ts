// Executes one call of an operation: builds the body from the flags and prints the response in the requested
// format.

import { type Client, createClient, type OperationName, type TableName } from '@adrail/client'
import type { CommandGroup, CommandOperation } from '@adrail/contract'
import { type Body, bodyFrom } from './body.ts'
import { UsageError } from './exitCodes.ts'
import { type Given, isOn, single } from './flags.ts'
import { type Form, namedForm, type Output, outputOf, printAnswer, requireList } from './output/answer.ts'
import type { Row } from './output/cells.ts'
import { send } from './send.ts'
import { chooseService } from './service.ts'
import type { Surroundings } from './surroundings.ts'
import { performWrite } from './write.ts'

export async function callOperation(
  group: CommandGroup,
  operation: CommandOperation,
  given: Given,
  around: Surroundings,
): Promise<void> {
  const [, , stray] = given.words
  if (stray !== undefined)
    throw new UsageError(`"${stray}" is not expected here. Members are given as flags: --help lists them.`)
  const named = namedForm(given)
  const output = outputOf(given, named, around)
  const { form } = output
  requireList(operation, form)
  const service = chooseService(given, around.settings)
  const body = await bodyFrom(operation, given, around.readInput)
  // The cast is safe, because both names come from the contract and unknown names are rejected earlier.
  const name = `${group.name}/${operation.name}` as OperationName
  if (operation.effect === 'write') {
    const key = single(given, 'idempotency-key')
    const wish = { name, body, isConfirmed: isOn(given, 'yes'), ...(key === undefined ? {} : { key }) }
    const results = await performWrite(wish, service, { ...around, tell: told(named, around) })
    return printAnswer(results, output, operation, around)
  }
  const client = createClient(service)
  if (form === 'csv') {
    // Only operations with a table reach this point. The service validates the body.
    const text = await client.csv(name as TableName, body as never, { signal: around.signal })
    return around.print(text.replace(/\r\n$/, ''))
  }
  if (isOn(given, 'all')) return await printAll(client, name, body, output, operation, around)
  const results = await send(client, name, body, { signal: around.signal })
  printAnswer(results, output, operation, around)
  if (form === 'table' && hasMore(results)) around.tell(around.paintTold('dim', 'There are more: add --all.'))
}

/**
 * In a script that requests a format, standard error contains nothing but a failure, so that the script can
 * parse it.
 */
function told(named: Form | undefined, { canAsk, tell }: Surroundings): (text: string) => void {
  return canAsk || named === undefined || named === 'table' ? tell : () => {}
}

function hasMore({ pagination }: Row): boolean {
  return (
    typeof pagination === 'object' && pagination !== null && 'next' in pagination && pagination.next !== ''
  )
}

/** Prints every entry of every page. With JSONL, entries are printed as they arrive. */
async function printAll(
  client: Client,
  name: OperationName,
  body: Body,
  output: Output,
  operation: CommandOperation,
  around: Surroundings,
): Promise<void> {
  const [group = '', method = ''] = name.split('/')
  // Only paginated operations have `--all`, and the client has a loop for each of them.
  const pages = client.pages as unknown as Record<
    string,
    Record<string, (body: Body, options: { signal: AbortSignal }) => AsyncIterable<Row>>
  >
  const { entries: member = '' } = operation
  // Other fields of a page do not apply to all pages, so only the entries are printed.
  const shown = { ...operation, list: member }
  const entries: Row[] = []
  for await (const entry of pages[group]?.[method]?.(body, { signal: around.signal }) ?? []) {
    if (output.form === 'jsonl') printAnswer({ [member]: [entry] }, output, shown, around)
    else entries.push(entry)
  }
  if (output.form !== 'jsonl') printAnswer({ [member]: entries }, output, shown, around)
}
