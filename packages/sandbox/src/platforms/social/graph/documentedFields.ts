// Fields that Meta documents and the sandbox does not model. Meta omits a field without a value, and so does
// the sandbox. A client that reads such a field gets a response without it, and no error about a field that
// exists.

import { lazy, readJson } from '../../../core/dataFiles.ts'

/**
 * Fields by the names of node types in Meta's error messages. Generated from Meta's own SDK:
 * `testing/documentedFields.ts`.
 */
const fieldsByType = lazy(() => {
  const tree = readJson<Readonly<Record<string, string>>>('social/documentedFields.json')
  return new Map(Object.entries(tree).map(([type, fields]) => [type, new Set(fields.split(' '))]))
})

export function isDocumentedField(type: string, field: string): boolean {
  return fieldsByType().get(type)?.has(field) ?? false
}
