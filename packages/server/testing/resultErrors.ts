// Finds the error of an operation, including operations over several accounts that report errors per account.

/**
 * Returns the error of the operation itself, of an account in a report, of a campaign or of a lead source.
 */
export function findResultError(
  results: object,
): { readonly code: string; readonly error: string } | undefined {
  const { code, error, errors, failures, sources } = results as {
    code?: string
    error: string
    errors?: readonly { code: string; error: string }[]
    failures?: readonly { code: string; error: string }[]
    sources?: Readonly<Record<string, { problem: string; error: string }>>
  }
  if (code !== undefined) return { code, error }
  const [source] = Object.values(sources ?? {}).filter(({ problem }) => problem !== '')
  const firstError = errors?.[0] ?? failures?.[0]
  if (firstError !== undefined) return { code: firstError.code, error: firstError.error }
  return source && { code: source.problem, error: source.error }
}
