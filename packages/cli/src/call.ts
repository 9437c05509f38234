// One call of an operation: its body from the flags, its answer in the form that was asked for.

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
  // Both come from the contract, and a name that this version does not know never gets here.
  const name = `${group.name}/${operation.name}` as OperationName
  if (operation.effect === 'write') {
    const key = single(given, 'idempotency-key')
    const wish = { name, body, isConfirmed: isOn(given, 'yes'), ...(key === undefined ? {} : { key }) }
    const results = await performWrite(wish, service, { ...around, tell: told(named, around) })
    return printAnswer(results, output, operation, around)
  }
  const client = createClient(service)
  if (form === 'csv') {
    // Whatever has rows for spreadsheets; what the body must be is for the service to say.
    const text = await client.csv(name as TableName, body as never, { signal: around.signal })
    return around.print(text.replace(/\r\n$/, ''))
  }
  if (isOn(given, 'all')) return await printAll(client, name, body, output, operation, around)
  const results = await send(client, name, body, { signal: around.signal })
  printAnswer(results, output, operation, around)
  if (form === 'table' && hasMore(results)) around.tell(around.paintTold('dim', 'There are more: add --all.'))
}

/** In a script that names its form, standard error holds a failure and nothing else, so that it can be read. */
function told(named: Form | undefined, { canAsk, tell }: Surroundings): (text: string) => void {
  return canAsk || named === undefined || named === 'table' ? tell : () => {}
}

function hasMore({ pagination }: Row): boolean {
  return (
    typeof pagination === 'object' && pagination !== null && 'next' in pagination && pagination.next !== ''
  )
}

/** Every entry of every page; as lines they are printed as they come. */
async function printAll(
  client: Client,
  name: OperationName,
  body: Body,
  output: Output,
  operation: CommandOperation,
  around: Surroundings,
): Promise<void> {
  const [group = '', method = ''] = name.split('/')
  // `--all` is a flag of paged operations alone, and each of them is a loop of the client's under its name.
  const pages = client.pages as unknown as Record<
    string,
    Record<string, (body: Body, options: { signal: AbortSignal }) => AsyncIterable<Row>>
  >
  const { entries: member = '' } = operation
  // Beside the entries of all pages there is nothing that would be true of all of them.
  const shown = { ...operation, list: member }
  const entries: Row[] = []
  for await (const entry of pages[group]?.[method]?.(body, { signal: around.signal }) ?? []) {
    if (output.form === 'jsonl') printAnswer({ [member]: [entry] }, output, shown, around)
    else entries.push(entry)
  }
  if (output.form !== 'jsonl') printAnswer({ [member]: entries }, output, shown, around)
}
