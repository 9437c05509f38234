// For tests: walking through a consent the way a browser does.

export interface ConsentChoice {
  readonly person?: string
  readonly decision?: string
  /** What stays ticked when the decision is `partial`. */
  readonly scopes?: readonly string[]
  readonly more?: Readonly<Record<string, string>>
}

/** Presses a button on the consent page at `url`; the answer is not followed. */
export async function pressConsent(url: URL | string, choice: ConsentChoice = {}): Promise<Response> {
  const form = new URLSearchParams({
    person: choice.person ?? 'ada',
    decision: choice.decision ?? 'allow',
    ...choice.more,
  })
  for (const scope of choice.scopes ?? []) form.append('scope', scope)
  return await fetch(url, { method: 'POST', body: form, redirect: 'manual' })
}

/** The parameters the browser returns to the application with. */
export async function consentReturn(url: URL | string, choice: ConsentChoice = {}): Promise<URLSearchParams> {
  const response = await pressConsent(url, choice)
  const location = response.headers.get('location')
  if (location === null) throw new Error(`No redirect but ${response.status}: ${await response.text()}`)
  return new URL(location).searchParams
}

/** An address with a query. */
export function addressOf(base: string, path: string, query: Readonly<Record<string, string>>): URL {
  const url = new URL(path, base)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

/** Posts a form and reads the JSON that comes back. */
export async function postForm(
  url: URL | string,
  form: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; body: Record<string, unknown>; headers: Headers }> {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers,
    redirect: 'manual',
  })
  return { status: response.status, body: recordOf(await response.json()), headers: response.headers }
}

export async function getJson(
  url: URL | string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; body: Record<string, unknown>; headers: Headers }> {
  const response = await fetch(url, { headers })
  return { status: response.status, body: recordOf(await response.json()), headers: response.headers }
}

function recordOf(value: unknown): Record<string, unknown> {
  // Members are read one by one by the tests, each with the value it expects.
  return Object(value) as Record<string, unknown>
}
