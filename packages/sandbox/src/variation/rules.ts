// The rules by which a platform's responses vary. Everything that the rules do not list stays the same: ids,
// required fields, codes and values. A variation changes the form of a response, never its meaning. A
// client that reads the platform correctly therefore reads the same from every variation.

import { padCursor, toEndCursor } from '../core/cursorPadding.ts'
import type { Exchange } from '../core/exchange.ts'
import type { VariationKind } from './kinds.ts'
import type { ErrorTexts } from './wording.ts'

export interface VariationRules {
  /** Lists of rows at the top of a response. */
  readonly rowLists: readonly string[]
  /** Fields that occur both as a number and as text. */
  readonly numberOrText: readonly string[]
  /**
   * Fields that are omitted, or null, when they have nothing to report: an empty list or text, zero, false.
   */
  readonly omittedWhenEmpty: readonly string[]
  /**
   * Fields that live responses omit when they have nothing to report, at any depth. An absent field may be
   * null if another object of the same list has it or the request names it. Fields that are not listed here
   * are required and never vary. A field with a value is never omitted, because no recording shows that for a
   * field that the request names.
   */
  readonly nullable: readonly string[]
  /** Lists inside rows whose order has no meaning. */
  readonly unorderedFields: readonly string[]
  /** Calls whose rows come in any order. */
  readonly unorderedCalls: readonly string[]
  /** The length of a long cursor. */
  readonly cursorLength: number
  /** Paths to the wording of a refusal, one path for each field. `[]` stands for every entry of a list. */
  readonly errorTextPaths: readonly string[]
  /** Fields whose content belongs to callers, or whose keys are data. */
  readonly verbatimFields: readonly string[]
  /** Calls whose response is a map with keys that are data. */
  readonly mapCalls: readonly string[]
  /** Unknown fields, as a later version of the platform may add them to rows and to whole responses. */
  readonly unknownFields: Readonly<Record<string, unknown>>
  /** Whether a response that is a list contains whole responses, which vary, or is never varied. */
  readonly listBodies: 'responses' | 'verbatim'
  /** What a page beyond the last entry contains. */
  readonly pagePastEnd: 'rows' | 'empty list' | 'no list'
  /** Varies the `paging` object of a page. */
  varyPaging?(paging: JsonObject, choices: VariationChoices): void
  /** Makes the last page of a list point to one more page, which is empty. */
  addEmptyLastPage(body: JsonObject, exchange: Exchange, choices: VariationChoices): void
  readonly errorTexts: ErrorTexts
}

/** Decides about the variations of one response. */
export interface VariationChoices {
  /** Whether the part of the response at the path varies in this way. */
  isVaried(kind: VariationKind, path: string): boolean
}

export type JsonObject = Record<string, unknown>

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value)
}

/** Returns the token of a page beyond the last entry. */
export function createEndToken(
  token: string,
  cursorLength: number,
  isVaried: VariationChoices['isVaried'],
): string {
  const end = toEndCursor(token)
  return isVaried('longCursors', 'end') ? padCursor(end, cursorLength) : end
}
