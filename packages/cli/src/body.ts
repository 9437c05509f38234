// Builds the body of a request from flags, from JSON, or from both. The service validates the values.

import { readFile } from 'node:fs/promises'
import type { CommandOperation, Field } from '@adrail/contract'
import { UsageError } from './exitCodes.ts'
import { getSingleValue, type ParsedArgs, toFlagName } from './flags.ts'
import { listTopLevelFields } from './operations.ts'

export type Body = Readonly<Record<string, unknown>>

export async function buildBody(
  operation: CommandOperation,
  parsedArgs: ParsedArgs,
  readInput: () => Promise<string>,
): Promise<Body> {
  const bodyFlag = getSingleValue(parsedArgs, 'body')
  const body: Record<string, unknown> = bodyFlag === undefined ? {} : await parseBodyFlag(bodyFlag, readInput)
  for (const field of listTopLevelFields(operation)) {
    const texts = parsedArgs.values.get(toFlagName(field.path))
    if (texts !== undefined) body[field.path] = await parseFieldValue(field, texts, parsedArgs)
  }
  return body
}

async function parseBodyFlag(
  flagValue: string,
  readInput: () => Promise<string>,
): Promise<Record<string, unknown>> {
  const text = flagValue === '-' ? await readInput() : await readText(flagValue, 'body')
  const body = parseJson(text, 'body')
  const duplicateKey = findDuplicateKey(text)
  if (duplicateKey !== undefined)
    throw new UsageError(
      `--body contains the field ${duplicateKey} twice in one object. Remove one of the two fields.`,
      'body',
    )
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new UsageError('--body must be a JSON object.', 'body')
  return { ...body }
}

async function parseFieldValue(
  { path, type }: Field,
  texts: readonly string[],
  parsedArgs: ParsedArgs,
): Promise<unknown> {
  if (type === 'array of string') return texts
  if (/^array of (whole )?number$/.test(type)) return texts.map(parseNumber)
  if (type.startsWith('array of '))
    return (await Promise.all(texts.map((text) => readJson(text, path)))).flat()
  const text = getSingleValue(parsedArgs, toFlagName(path)) ?? ''
  if (type === 'string') return text
  if (type === 'boolean') return text === 'true'
  return /number$/.test(type) ? parseNumber(text) : await readJson(text, path)
}

/** Returns other text unchanged, so that the service names the field and its type. */
function parseNumber(text: string): number | string {
  const number = Number(text)
  return text.trim() === '' || !Number.isFinite(number) ? text : number
}

async function readJson(text: string, path: string): Promise<unknown> {
  return parseJson(await readText(text, path), path)
}

async function readText(flagValue: string, path: string): Promise<string> {
  if (!flagValue.startsWith('@')) return flagValue
  const file = flagValue.slice(1)
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    throw new UsageError(
      `--${toFlagName(path)} refers to a file that cannot be read: ${describeCause(cause)}`,
      path,
    )
  }
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new UsageError(`--${toFlagName(path)} is not valid JSON: ${describeCause(cause)}`, path)
  }
}

/**
 * Finds a key that occurs twice in one object of valid JSON. `JSON.parse` would silently use the last value.
 */
function findDuplicateKey(text: string): string | undefined {
  const openObjects: Set<string>[] = []
  let lastString = ''
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}:]/g)) {
    if (token === '{') openObjects.push(new Set())
    else if (token === '}') openObjects.pop()
    else if (token !== ':') lastString = token
    // A colon outside of strings always follows a key.
    else if (openObjects.at(-1)?.has(JSON.parse(lastString))) return lastString
    else openObjects.at(-1)?.add(JSON.parse(lastString))
  }
  return undefined
}

function describeCause(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
