// How later parts of a batch use what earlier ones answered: `{result=name:$.id}`.
// https://developers.facebook.com/docs/graph-api/batch-requests#operations-with-dependencies

/** Where a part may refer to others. */
interface Referring {
  readonly url: string
  /** A form. */
  readonly body: string
}

const reference = /\{result=([\w-]+):(\$[^{}]*)\}/g

/** Text as it stands in an address; what is not well encoded stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The parts that a part refers to. */
export function namesIn({ url, body }: Referring): string[] {
  const texts = [decoded(url), ...new URLSearchParams(body).values()]
  return texts.flatMap((text) => [...text.matchAll(reference)].map(([, name = '']) => name))
}

export const isReferredTo = (name: string, parts: readonly Referring[]) =>
  parts.some((part) => namesIn(part).includes(name))

/** In the path and in the values of the query, each by itself: a result must not become another parameter. */
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

/** Puts earlier results where a text refers to them: `{result=name:$.data.*.id}`. */
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
