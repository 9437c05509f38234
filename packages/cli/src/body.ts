// Builds the body of a request from flags, from JSON, or from both. The service validates the values.

import { readFile } from 'node:fs/promises'
import type { CommandOperation, Field } from '@adrail/contract'
import { UsageError } from './exitCodes.ts'
import { flagName, type Given, single } from './flags.ts'
import { membersOf } from './operations.ts'

export type Body = Readonly<Record<string, unknown>>

export async function bodyFrom(
  operation: CommandOperation,
  given: Given,
  readInput: () => Promise<string>,
): Promise<Body> {
  const whole = single(given, 'body')
  const body: Record<string, unknown> = whole === undefined ? {} : await wholeBody(whole, readInput)
  for (const field of membersOf(operation)) {
    const texts = given.values.get(flagName(field.path))
    if (texts !== undefined) body[field.path] = await memberValue(field, texts, given)
  }
  return body
}

async function wholeBody(given: string, readInput: () => Promise<string>): Promise<Record<string, unknown>> {
  const text = given === '-' ? await readInput() : await textOf(given, 'body')
  const body = parsed(text, 'body')
  const repeated = repeatedMember(text)
  if (repeated !== undefined)
    throw new UsageError(
      `--body has the member ${repeated} twice in one object. Which one counts nobody knows.`,
      'body',
    )
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new UsageError('--body must be a JSON object.', 'body')
  return { ...body }
}

async function memberValue({ path, type }: Field, texts: readonly string[], given: Given): Promise<unknown> {
  if (type === 'array of string') return texts
  if (/^array of (whole )?number$/.test(type)) return texts.map(numberIn)
  if (type.startsWith('array of ')) return (await Promise.all(texts.map((text) => jsonIn(text, path)))).flat()
  const text = single(given, flagName(path)) ?? ''
  if (type === 'string') return text
  if (type === 'boolean') return text === 'true'
  return /number$/.test(type) ? numberIn(text) : await jsonIn(text, path)
}

/** Returns other text unchanged, so that the service names the field and its type. */
function numberIn(text: string): number | string {
  const number = Number(text)
  return text.trim() === '' || !Number.isFinite(number) ? text : number
}

async function jsonIn(text: string, path: string): Promise<unknown> {
  return parsed(await textOf(text, path), path)
}

async function textOf(given: string, path: string): Promise<string> {
  if (!given.startsWith('@')) return given
  const file = given.slice(1)
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    throw new UsageError(`--${flagName(path)} names a file that cannot be read: ${reasonOf(cause)}`, path)
  }
}

function parsed(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new UsageError(`--${flagName(path)} is not valid JSON: ${reasonOf(cause)}`, path)
  }
}

/**
 * Finds a key that occurs twice in one object of valid JSON. `JSON.parse` would silently use the last value.
 */
function repeatedMember(text: string): string | undefined {
  const open: Set<string>[] = []
  let last = ''
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}:]/g)) {
    if (token === '{') open.push(new Set())
    else if (token === '}') open.pop()
    else if (token !== ':') last = token
    // A colon outside of strings always follows a key.
    else if (open.at(-1)?.has(JSON.parse(last))) return last
    else open.at(-1)?.add(JSON.parse(last))
  }
  return undefined
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
