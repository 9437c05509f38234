// References of later parts of a batch to the results of earlier ones: `{result=name:$.id}`.
// https://developers.facebook.com/docs/graph-api/batch-requests#operations-with-dependencies

/** The fields of a part that may refer to other parts. */
interface Referring {
  readonly url: string
  /** URL-encoded form. */
  readonly body: string
}

const reference = /\{result=([\w-]+):(\$[^{}]*)\}/g

/** Decodes percent-encoded text. Returns malformed text unchanged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Lists the names of the parts to which a part refers. */
export function namesIn({ url, body }: Referring): string[] {
  const texts = [decoded(url), ...new URLSearchParams(body).values()]
  return texts.flatMap((text) => [...text.matchAll(reference)].map(([, name = '']) => name))
}

export const isReferredTo = (name: string, parts: readonly Referring[]) =>
  parts.some((part) => namesIn(part).includes(name))

/**
 * Resolves references in the path and separately in each value of the query, so that a result cannot become
 * another parameter.
 */
export function filledUrl(url: string, results: ReadonlyMap<string, unknown>): string {
  const [path = '', query] = url.split(/\?(.*)/s)
  const address = filled(decoded(path), results)
  return query === undefined ? address : `${address}?${filledForm(query, results)}`
}

export function filledForm(form: string, results: ReadonlyMap<string, unknown>): string {
  if (!decoded(form).includes('{result=')) return form
  const values = [...new URLSearchParams(form)].map(([name, value]): [string, string] => [
    name,
    filled(value, results),
  ])
  return new URLSearchParams(values).toString()
}

/** Replaces references with earlier results: `{result=name:$.data.*.id}`. */
function filled(text: string, results: ReadonlyMap<string, unknown>): string {
  return text.replaceAll(reference, (_whole, name: string, path: string) => {
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
