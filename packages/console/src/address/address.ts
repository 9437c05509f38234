// The address of the current page. The URL contains the whole state of a page, so that it can be shared,
// bookmarked and restored by the back button.

import { signal } from '@preact/signals'

export interface Address {
  /** Path below `/console/`, without leading or trailing slashes. */
  readonly path: string
  readonly query: URLSearchParams
}

const root = '/console/'

export const address = signal<Address>(read())

function read(): Address {
  const path = location.pathname.startsWith(root) ? location.pathname.slice(root.length) : ''
  return { path: path.replace(/\/+$/, ''), query: new URLSearchParams(location.search) }
}

/** Builds the URL of a console page. Empty query parameters are left out. */
export function to(path: string, query: Readonly<Record<string, string>> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== '')
  const asked = new URLSearchParams(given).toString()
  return `${root}${path}${asked === '' ? '' : `?${asked}`}`
}

let moves = 0

/** Whether the reader navigated to this page from another page of the console. */
export function hasMoved(): boolean {
  return moves > 0
}

export function go(href: string, replace = false): void {
  if (replace) history.replaceState(null, '', href)
  else history.pushState(null, '', href)
  address.value = read()
  if (replace) return
  moves++
  scrollTo(0, 0)
}

/** Updates query parameters of the current page. */
export function ask(changes: Readonly<Record<string, string>>): void {
  const { path, query } = address.value
  go(to(path, { ...Object.fromEntries(query), ...changes }), true)
}

/**
 * Handles clicks on links within the console without reloading the page. Links stay ordinary links that open
 * in tabs and can be copied.
 */
export function listenForMoves(): void {
  addEventListener('popstate', () => {
    address.value = read()
  })
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link?.target !== '' || link.origin !== location.origin) return
    if (!link.pathname.startsWith(root) || link.hash !== '') return
    event.preventDefault()
    go(link.href)
  })
}

/** Returns the parameters of a pattern such as `users/:userId`. Undefined when the path does not match. */
export function match(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  if (wanted.length !== given.length) return undefined
  const found: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const here = decodeURIComponent(given[index] ?? '')
    if (part.startsWith(':')) found[part.slice(1)] = here
    else if (part !== here) return undefined
  }
  return found
}
