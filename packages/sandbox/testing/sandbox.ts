// Test helpers: a sandbox per test file, plain calls to it, and consent flows as a browser performs them.

import { afterAll, beforeAll, beforeEach, inject } from 'vitest'
import { type Sandbox, type SandboxOptions, startSandbox } from '../src/index.ts'
import { defaultSeed } from '../src/seed.ts'

export const noon = Date.parse('2026-11-15T12:00:00Z')

interface TestSandboxOptions extends Omit<SandboxOptions, 'seed' | 'stateFile'> {
  readonly clock?: number | 'real'
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The seed by which the sandbox's responses vary. Empty when they do not vary. */
    variationSeed: string
  }
}

/** Whether the sandbox's responses vary in this run. */
export function isVariedRun(): boolean {
  return inject('variationSeed') !== ''
}

/** Returns what a client reads from the same call under several seeds. */
export async function readUnderSeeds<Read>(
  { url }: { readonly url: string },
  read: () => Promise<Read>,
): Promise<Read[]> {
  const vary = (seed: string | null) =>
    fetch(`${url}/_sandbox/variation`, { method: 'POST', body: JSON.stringify({ seed }) })
  const results: Read[] = []
  for (let index = 0; index < 8; index++) {
    await vary(`client-${index}`)
    results.push(await read())
  }
  await vary(inject('variationSeed') || null)
  return results
}

/**
 * Provides one sandbox for the tests of a file. Each test begins with the starting world, without faults and
 * with an empty ledger. The clock is frozen at the given instant (noon by default), or follows the machine.
 */
export function useSandbox({ clock = noon, ...options }: TestSandboxOptions = {}): Sandbox {
  let sandbox: Sandbox | undefined
  const requireSandbox = () => {
    if (sandbox === undefined) throw new Error('The sandbox runs from the first test on, not before.')
    return sandbox
  }
  beforeAll(async () => {
    sandbox = await startSandbox({ variation: inject('variationSeed'), ...options, clock })
  })
  beforeEach(() => {
    if (clock === 'real') requireSandbox().clock.real()
    else requireSandbox().clock.freeze(clock)
    requireSandbox().reset(defaultSeed)
  })
  afterAll(() => sandbox?.close())
  return {
    get url() {
      return requireSandbox().url
    },
    get clock() {
      return requireSandbox().clock
    },
    get faults() {
      return requireSandbox().faults
    },
    get requests() {
      return requireSandbox().requests
    },
    state: () => requireSandbox().state(),
    world: () => requireSandbox().world(),
    people: () => requireSandbox().people(),
    person: (key) => requireSandbox().person(key),
    setLeadUrl: (platform, clientId, url) => requireSandbox().setLeadUrl(platform, clientId, url),
    reset: (seed) => requireSandbox().reset(seed),
    markChanged: () => requireSandbox().markChanged(),
    close: () => requireSandbox().close(),
    [Symbol.asyncDispose]: () => requireSandbox().close(),
  }
}

export interface ConsentChoice {
  readonly person?: string
  readonly decision?: string
  /** The scopes that stay ticked when the decision is `partial`. */
  readonly scopes?: readonly string[]
  readonly extraFields?: Readonly<Record<string, string>>
}

/** Presses a button on the consent page at `url`, without following the redirect. */
export async function pressConsent(url: URL | string, choice: ConsentChoice = {}): Promise<Response> {
  const form = new URLSearchParams({
    person: choice.person ?? 'ada',
    decision: choice.decision ?? 'allow',
    ...choice.extraFields,
  })
  for (const scope of choice.scopes ?? []) form.append('scope', scope)
  return await fetch(url, { method: 'POST', body: form, redirect: 'manual' })
}

/** Returns the parameters with which the browser returns to the application. */
export async function consentReturn(url: URL | string, choice: ConsentChoice = {}): Promise<URLSearchParams> {
  const response = await pressConsent(url, choice)
  const location = response.headers.get('location')
  if (location === null) throw new Error(`No redirect but ${response.status}: ${await response.text()}`)
  return new URL(location).searchParams
}

export function buildUrl(base: string, path: string, query: Readonly<Record<string, string>>): URL {
  const url = new URL(path, base)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

/** Posts a form and reads the JSON response. */
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
  return { status: response.status, body: toRecord(await response.json()), headers: response.headers }
}

export async function getJson(
  url: URL | string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; body: Record<string, unknown>; headers: Headers }> {
  const response = await fetch(url, { headers })
  return { status: response.status, body: toRecord(await response.json()), headers: response.headers }
}

function toRecord(value: unknown): Record<string, unknown> {
  // The tests read single fields, each with the value that they expect.
  return Object(value) as Record<string, unknown>
}
