// Prints a response in the requested format.

import type { Plan } from '@adrail/client'
import type { CommandOperation } from '@adrail/contract'
import { UsageError } from '../exitCodes.ts'
import { type Given, isOn, mainList, single } from '../flags.ts'
import type { Surroundings } from '../surroundings.ts'
import type { Row } from './cells.ts'
import { isPlan, planLines } from './plan.ts'
import { recordLines } from './record.ts'
import { type Layout, tableOf } from './table.ts'

export type Form = 'table' | 'json' | 'jsonl' | 'csv'

/** Returns the format that the flags request. Undefined when they request none. */
export function namedForm(given: Given): Form | undefined {
  const named = single(given, 'output')
  const asked = [
    ...(named === undefined ? [] : [named]),
    ...(['json', 'jsonl'] as const).filter((form) => isOn(given, form)),
  ]
  const [form, another] = asked
  if (another !== undefined)
    throw new UsageError(`--output, --json and --jsonl exclude each other: give one of them.`)
  if (form === undefined || isForm(form)) return form
  throw new UsageError(`--output must be table, json, jsonl or csv, not ${form}.`)
}

function isForm(text: string): text is Form {
  return ['table', 'json', 'jsonl', 'csv'].includes(text)
}

/** Format of the output, and for tables their width and the requested columns. */
export interface Output {
  readonly form: Form
  readonly isWide: boolean
  readonly columns: readonly string[] | undefined
}

export function outputOf(given: Given, named: Form | undefined, { isRead }: Surroundings): Output {
  const [isWide, columns] = [isOn(given, 'wide'), single(given, 'columns')?.split(',')]
  const choosesColumns = isWide || columns !== undefined
  const form = named ?? (isRead || choosesColumns ? 'table' : 'json')
  if (isWide && columns)
    throw new UsageError('--wide shows every column, --columns only some: give one of them.')
  if (choosesColumns && form !== 'table')
    throw new UsageError(`--columns and --wide are for tables, not for ${form}.`)
  return { form, isWide, columns }
}

export function requireList({ name, list, entries, table }: CommandOperation, form: Form): void {
  if (form === 'csv' && !table) throw new UsageError(`${name} has no rows for spreadsheets. Use --json.`)
  if (form === 'jsonl' && (list ?? entries) === undefined)
    throw new UsageError(`${name} answers no list, so there are no lines to print. Use --json.`)
}

export function printAnswer(
  results: Row,
  output: Output,
  operation: CommandOperation,
  around: Surroundings,
): void {
  const { form } = output
  const { list, entries: pagedMember } = operation
  // JSONL prints only the entries of a page. A record also shows the fields next to them.
  const member = form === 'jsonl' ? (list ?? pagedMember) : list
  // The service returns the list under its name, or another result in its place, such as a plan.
  const entries = member === undefined ? undefined : (results[member] as readonly Row[] | undefined)
  if (form === 'json') around.print(JSON.stringify(results, null, around.isRead ? 2 : 0))
  else if (form === 'jsonl') for (const entry of entries ?? []) around.print(JSON.stringify(entry))
  else if (list !== undefined && entries !== undefined) printTable(entries, operation, around, output)
  // A dry run of any operation returns a plan.
  else if (isPlan(results)) printPlan(results as unknown as Plan, around)
  else printRecord(results, operation, around, output)
}

function printTable(
  entries: readonly Row[],
  operation: CommandOperation,
  around: Surroundings,
  output: Output,
): void {
  const { print, tell, paintPrinted, paintTold } = around
  if (entries.length === 0) {
    tell(paintTold('dim', `No ${inWords(operation.list ?? '')}.`))
    return
  }
  const { head, lines, left } = tableOf(entries, layoutOf(operation, output, around.columns))
  for (const line of [paintPrinted('bold', head), ...lines]) print(line)
  tellOmitted(left, around)
}

function printRecord(results: Row, operation: CommandOperation, around: Surroundings, output: Output): void {
  const { print, tell, paintPrinted, paintTold, columns: width } = around
  if (Object.keys(results).length === 0) tell(paintTold('dim', 'Done.'))
  const main = mainList(operation)
  const omitted = new Set<string>()
  const layout = (name: string, indent: number): Layout => {
    // A record without a list is printed in full, because a cut URL would be useless.
    if (main === undefined) return { width: Number.POSITIVE_INFINITY }
    const room = output.isWide ? Number.POSITIVE_INFINITY : width - indent
    return name === main ? layoutOf(operation, output, room) : { width: room }
  }
  const bold = (name: string) => paintPrinted('bold', name)
  for (const line of recordLines(results, bold, layout, omitted)) print(line)
  tellOmitted([...omitted], around)
}

function layoutOf(
  { columns: declared }: CommandOperation,
  { isWide, columns }: Output,
  width: number,
): Layout {
  if (columns) return { width, columns, only: true }
  return {
    width: isWide ? Number.POSITIVE_INFINITY : width,
    ...(declared === undefined ? {} : { columns: declared }),
  }
}

function tellOmitted(names: readonly string[], { tell, paintTold }: Surroundings): void {
  if (names.length > 0)
    tell(paintTold('dim', `Not shown: ${names.join(', ')}. Add --wide, --columns <names> or --json.`))
}

function printPlan(plan: Plan, { print }: Surroundings): void {
  for (const line of ['The plan:', ...planLines(plan), `planHash  ${plan.planHash}`]) print(line)
}

/** Splits a name such as `conversionActions` into words: `conversion actions`. */
function inWords(member: string): string {
  return member.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
