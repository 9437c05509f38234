// An answer in the form that was asked for.

import type { Plan } from '@adrail/client'
import type { CommandOperation } from '@adrail/contract'
import { UsageError } from '../exitCodes.ts'
import { type Given, isOn, single } from '../flags.ts'
import type { Surroundings } from '../surroundings.ts'
import type { Row } from './cells.ts'
import { isPlan, planLines } from './plan.ts'
import { recordLines } from './record.ts'
import { tableOf } from './table.ts'

export type Form = 'table' | 'json' | 'jsonl' | 'csv'

/** The form that the flags name, if they name one. */
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

export function requireList({ name, list, entries, table }: CommandOperation, form: Form): void {
  if (form === 'csv' && !table) throw new UsageError(`${name} has no rows for spreadsheets. Use --json.`)
  if (form === 'jsonl' && (list ?? entries) === undefined)
    throw new UsageError(`${name} answers no list, so there are no lines to print. Use --json.`)
}

export function printAnswer(
  results: Row,
  form: Form,
  { list, entries: pagedMember }: CommandOperation,
  around: Surroundings,
): void {
  // What stands beside the entries has no place among lines, but one in a record.
  const member = form === 'jsonl' ? (list ?? pagedMember) : list
  // The service answers the list under its name, or something else instead of it, such as a plan.
  const entries = member === undefined ? undefined : (results[member] as readonly Row[] | undefined)
  if (form === 'json') around.print(JSON.stringify(results, null, around.isRead ? 2 : 0))
  else if (form === 'jsonl') for (const entry of entries ?? []) around.print(JSON.stringify(entry))
  else if (list !== undefined && entries !== undefined) printTable(entries, list, around)
  // A dry run answers a plan, whatever the operation.
  else if (isPlan(results)) printPlan(results as unknown as Plan, around)
  else printRecord(results, around)
}

function printTable(
  entries: readonly Row[],
  list: string,
  { columns, print, tell, paintPrinted, paintTold }: Surroundings,
): void {
  if (entries.length === 0) {
    tell(paintTold('dim', `No ${inWords(list)}.`))
    return
  }
  const { head, lines, left } = tableOf(entries, columns)
  for (const line of [paintPrinted('bold', head), ...lines]) print(line)
  if (left.length > 0)
    tell(paintTold('dim', `No room for ${left.join(', ')}: widen the terminal, or add --json.`))
}

function printRecord(results: Row, { print, tell, paintPrinted, paintTold }: Surroundings): void {
  if (Object.keys(results).length === 0) tell(paintTold('dim', 'Done.'))
  for (const line of recordLines(results, (name) => paintPrinted('bold', name))) print(line)
}

function printPlan(plan: Plan, { print }: Surroundings): void {
  for (const line of ['The plan:', ...planLines(plan), `planHash  ${plan.planHash}`]) print(line)
}

/** `conversionActions` as people say it: `conversion actions`. */
function inWords(member: string): string {
  return member.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
