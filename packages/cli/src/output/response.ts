// Prints a response in the requested format.

import type { Plan } from '@adrail/client'
import type { CommandOperation } from '@adrail/contract'
import type { Environment } from '../environment.ts'
import { UsageError } from '../exitCodes.ts'
import { findMainListField, getSingleValue, isEnabled, type ParsedArgs } from '../flags.ts'
import type { JsonRecord } from './cells.ts'
import { formatPlan, isPlan } from './plan.ts'
import { formatRecord } from './record.ts'
import { buildTable, type Layout } from './table.ts'

export type OutputFormat = 'table' | 'json' | 'jsonl' | 'csv'

/** Returns the format that the flags request. Undefined when they request none. */
export function parseOutputFormat(parsedArgs: ParsedArgs): OutputFormat | undefined {
  const outputFlag = getSingleValue(parsedArgs, 'output')
  const requestedFormats = [
    ...(outputFlag === undefined ? [] : [outputFlag]),
    ...(['json', 'jsonl'] as const).filter((flagName) => isEnabled(parsedArgs, flagName)),
  ]
  const [format, secondFormat] = requestedFormats
  if (secondFormat !== undefined)
    throw new UsageError(`--output, --json and --jsonl cannot be combined. Pass only one of these flags.`)
  if (format === undefined || isOutputFormat(format)) return format
  throw new UsageError(`--output must be table, json, jsonl or csv, not ${format}.`)
}

function isOutputFormat(text: string): text is OutputFormat {
  return ['table', 'json', 'jsonl', 'csv'].includes(text)
}

/** Format of the output, and for tables their width and the requested columns. */
export interface Output {
  readonly format: OutputFormat
  readonly isWide: boolean
  readonly columns: readonly string[] | undefined
}

export function parseOutput(
  parsedArgs: ParsedArgs,
  requestedFormat: OutputFormat | undefined,
  { isTty }: Environment,
): Output {
  const [isWide, columns] = [isEnabled(parsedArgs, 'wide'), getSingleValue(parsedArgs, 'columns')?.split(',')]
  const choosesColumns = isWide || columns !== undefined
  const format = requestedFormat ?? (isTty || choosesColumns ? 'table' : 'json')
  if (isWide && columns)
    throw new UsageError('--wide and --columns cannot be combined. Pass only one of these flags.')
  if (choosesColumns && format !== 'table')
    throw new UsageError(`--columns and --wide apply to tables, not to ${format}.`)
  return { format, isWide, columns }
}

export function assertListSupport(
  { name, list, entries, table }: CommandOperation,
  format: OutputFormat,
): void {
  if (format === 'csv' && !table) throw new UsageError(`${name} does not support CSV. Use --json.`)
  if (format === 'jsonl' && (list ?? entries) === undefined)
    throw new UsageError(`${name} does not return a list, so JSON Lines output is not available. Use --json.`)
}

export function printResponse(
  results: JsonRecord,
  output: Output,
  operation: CommandOperation,
  environment: Environment,
): void {
  const { format } = output
  const { list, entries: entriesField } = operation
  // JSONL prints only the entries of a page. A record also shows the fields next to them.
  const listField = format === 'jsonl' ? (list ?? entriesField) : list
  // The service returns the list under its name, or another result in its place, such as a plan.
  const entries =
    listField === undefined ? undefined : (results[listField] as readonly JsonRecord[] | undefined)
  if (format === 'json') environment.print(JSON.stringify(results, null, environment.isTty ? 2 : 0))
  else if (format === 'jsonl') for (const entry of entries ?? []) environment.print(JSON.stringify(entry))
  else if (list !== undefined && entries !== undefined) printTable(entries, operation, environment, output)
  // A dry run of any operation returns a plan.
  else if (isPlan(results)) printPlan(results as unknown as Plan, environment)
  else printRecord(results, operation, environment, output)
}

function printTable(
  entries: readonly JsonRecord[],
  operation: CommandOperation,
  environment: Environment,
  output: Output,
): void {
  const { print, printStatus, styleOutput, styleStatus } = environment
  if (entries.length === 0) {
    printStatus(styleStatus('dim', `No ${toWords(operation.list ?? '')}.`))
    return
  }
  const { head, lines, hiddenFields } = buildTable(entries, toLayout(operation, output, environment.columns))
  for (const line of [styleOutput('bold', head), ...lines]) print(line)
  printHiddenFields(hiddenFields, environment)
}

function printRecord(
  results: JsonRecord,
  operation: CommandOperation,
  environment: Environment,
  output: Output,
): void {
  const { print, printStatus, styleOutput, styleStatus, columns: width } = environment
  if (Object.keys(results).length === 0) printStatus(styleStatus('dim', 'Done.'))
  const mainListField = findMainListField(operation)
  const hiddenFields = new Set<string>()
  const chooseLayout = (name: string, indent: number): Layout => {
    // A record without a list is printed in full, because a cut URL would be useless.
    if (mainListField === undefined) return { width: Number.POSITIVE_INFINITY }
    const availableWidth = output.isWide ? Number.POSITIVE_INFINITY : width - indent
    return name === mainListField ? toLayout(operation, output, availableWidth) : { width: availableWidth }
  }
  const bold = (name: string) => styleOutput('bold', name)
  for (const line of formatRecord(results, bold, chooseLayout, hiddenFields)) print(line)
  printHiddenFields([...hiddenFields], environment)
}

function toLayout(
  { columns: defaultColumns }: CommandOperation,
  { isWide, columns }: Output,
  width: number,
): Layout {
  if (columns) return { width, columns, isExact: true }
  return {
    width: isWide ? Number.POSITIVE_INFINITY : width,
    ...(defaultColumns === undefined ? {} : { columns: defaultColumns }),
  }
}

function printHiddenFields(names: readonly string[], { printStatus, styleStatus }: Environment): void {
  if (names.length > 0)
    printStatus(
      styleStatus(
        'dim',
        `Not shown: ${names.join(', ')}. To show all columns, add --wide, --columns <names> or --json.`,
      ),
    )
}

function printPlan(plan: Plan, { print }: Environment): void {
  for (const line of ['The plan:', ...formatPlan(plan), `planHash  ${plan.planHash}`]) print(line)
}

/** Splits a name such as `conversionActions` into words: `conversion actions`. */
function toWords(fieldName: string): string {
  return fieldName.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
