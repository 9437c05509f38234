// References of later parts of a batch to the results of earlier ones: `{result=name:$.id}`.
// https://developers.facebook.com/docs/graph-api/batch-requests#operations-with-dependencies

/** The fields of a part that may refer to other parts. */
interface ReferringPart {
  readonly url: string
  /** URL-encoded form. */
  readonly body: string
}

const referencePattern = /\{result=([\w-]+):(\$[^{}]*)\}/g

/** Decodes percent-encoded text. Returns malformed text unchanged. */
function tryDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Lists the names of the parts to which a part refers. */
export function referencedNames({ url, body }: ReferringPart): string[] {
  const texts = [tryDecode(url), ...new URLSearchParams(body).values()]
  return texts.flatMap((text) => [...text.matchAll(referencePattern)].map(([, name = '']) => name))
}

export const isReferenced = (name: string, parts: readonly ReferringPart[]) =>
  parts.some((part) => referencedNames(part).includes(name))

/**
 * Resolves references in the path and separately in each value of the query, so that a result cannot become
 * another parameter.
 */
export function resolveUrl(url: string, results: ReadonlyMap<string, unknown>): string {
  const [path = '', query] = url.split(/\?(.*)/s)
  const resolvedPath = resolveText(tryDecode(path), results)
  return query === undefined ? resolvedPath : `${resolvedPath}?${resolveForm(query, results)}`
}

export function resolveForm(form: string, results: ReadonlyMap<string, unknown>): string {
  if (!tryDecode(form).includes('{result=')) return form
  const values = [...new URLSearchParams(form)].map(([name, value]): [string, string] => [
    name,
    resolveText(value, results),
  ])
  return new URLSearchParams(values).toString()
}

/** Replaces references with earlier results: `{result=name:$.data.*.id}`. */
function resolveText(text: string, results: ReadonlyMap<string, unknown>): string {
  return text.replaceAll(referencePattern, (_match, name: string, path: string) => {
    const steps = path
      .slice(1)
      .split(/[.[\]]+/)
      .filter((step) => step !== '')
    let values: unknown[] = [results.get(name)]
    for (const step of steps) {
      values = values.flatMap((value) => {
        if (typeof value !== 'object' || value === null) return []
        return step === '*'
          ? Object.values(value)
          : [new Map<string, unknown>(Object.entries(value)).get(step)]
      })
    }
    return values.filter((value) => value !== undefined).join(',')
  })
}
