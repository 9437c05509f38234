// Executes one call of an operation: builds the body from the flags and prints the response in the requested
// format.

import { type Client, createClient, type OperationName, type TableName } from '@adrail/client'
import type { CommandGroup, CommandOperation } from '@adrail/contract'
import { type Body, buildBody } from './body.ts'
import type { Environment } from './environment.ts'
import { UsageError } from './exitCodes.ts'
import { getSingleValue, isEnabled, type ParsedArgs } from './flags.ts'
import { readFileContent, uploadImages, withImages } from './images.ts'
import { findImageField } from './operations.ts'
import type { JsonRecord } from './output/cells.ts'
import {
  assertListSupport,
  type Output,
  type OutputFormat,
  parseOutput,
  parseOutputFormat,
  printResponse,
} from './output/response.ts'
import { send } from './send.ts'
import { chooseService } from './service.ts'
import { performWrite } from './write.ts'

export async function callOperation(
  group: CommandGroup,
  operation: CommandOperation,
  parsedArgs: ParsedArgs,
  environment: Environment,
): Promise<void> {
  const file = takeFile(operation, parsedArgs)
  const requestedFormat = parseOutputFormat(parsedArgs)
  const output = parseOutput(parsedArgs, requestedFormat, environment)
  const { format } = output
  assertListSupport(operation, format)
  const service = chooseService(parsedArgs, environment.settings)
  const content = file === undefined ? undefined : await readFileContent(file)
  const fields = content ? {} : await buildBody(operation, parsedArgs, environment.readInput)
  const body = await addImages(fields, operation, parsedArgs, createClient(service), environment)
  // The cast is safe, because both names come from the contract and unknown names are rejected earlier.
  const name = `${group.name}/${operation.name}` as OperationName
  if (operation.effect === 'write') {
    const idempotencyKey = getSingleValue(parsedArgs, 'idempotency-key')
    const writeRequest = {
      name,
      body,
      isConfirmed: isEnabled(parsedArgs, 'yes'),
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    }
    const results = await performWrite(writeRequest, service, {
      ...environment,
      printStatus: chooseStatusPrinter(requestedFormat, environment),
    })
    return printResponse(results, output, operation, environment)
  }
  const client = createClient(service)
  if (format === 'csv') {
    // Only operations with a table reach this point. The service validates the body.
    const text = await client.csv(name as TableName, body as never, { signal: environment.signal })
    return environment.print(text.replace(/\r\n$/, ''))
  }
  if (isEnabled(parsedArgs, 'all')) return await printAll(client, name, body, output, operation, environment)
  const results = await send(client, name, content ?? body, { signal: environment.signal })
  printResponse(results, output, operation, environment)
  if (format === 'table' && hasNextPage(results))
    environment.printStatus(environment.styleStatus('dim', 'There are more entries. To list all, add --all.'))
}

/** Returns the file of an operation whose body is one. Other operations take no further words. */
function takeFile({ mediaTypes, exampleFile }: CommandOperation, { words }: ParsedArgs): string | undefined {
  const [group, operation, file, extraWord] = words
  if (mediaTypes === undefined ? file !== undefined : extraWord !== undefined)
    throw new UsageError(
      `"${extraWord ?? file}" is not a valid argument. Pass fields as flags. To list the flags, add --help.`,
    )
  if (mediaTypes !== undefined && file === undefined)
    throw new UsageError(`The file is missing. Name the file: adrail ${group} ${operation} ${exampleFile}`)
  return file
}

/** Uploads the files of `--image`. A dry run needs the images as well. */
async function addImages(
  body: Body,
  operation: CommandOperation,
  { values }: ParsedArgs,
  client: Client,
  { signal }: Environment,
): Promise<Body> {
  const files = values.get('image')
  const imageField = findImageField(operation)
  if (files === undefined || imageField === undefined) return body
  // The placeholders show a wrong number of images before anything is uploaded.
  withImages(body, imageField, files)
  return withImages(body, imageField, await uploadImages(client, files, signal))
}

/**
 * In a script that requests a format, standard error contains nothing but a failure, so that the script can
 * parse it.
 */
function chooseStatusPrinter(
  requestedFormat: OutputFormat | undefined,
  { canPrompt, printStatus }: Environment,
): (text: string) => void {
  return canPrompt || requestedFormat === undefined || requestedFormat === 'table' ? printStatus : () => {}
}

function hasNextPage({ pagination }: JsonRecord): boolean {
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
  environment: Environment,
): Promise<void> {
  const [group = '', method = ''] = name.split('/')
  // Only paginated operations have `--all`, and the client has a loop for each of them.
  const pages = client.pages as unknown as Record<
    string,
    Record<string, (body: Body, options: { signal: AbortSignal }) => AsyncIterable<JsonRecord>>
  >
  const { entries: entriesField = '' } = operation
  // Other fields of a page do not apply to all pages, so only the entries are printed.
  const listOperation = { ...operation, list: entriesField }
  const entries: JsonRecord[] = []
  for await (const entry of pages[group]?.[method]?.(body, { signal: environment.signal }) ?? []) {
    if (output.format === 'jsonl')
      printResponse({ [entriesField]: [entry] }, output, listOperation, environment)
    else entries.push(entry)
  }
  if (output.format !== 'jsonl')
    printResponse({ [entriesField]: entries }, output, listOperation, environment)
}
