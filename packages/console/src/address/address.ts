// Where the reader is. The address holds the whole state of a page, so that it can be shared, kept and gone back to.

import { signal } from '@preact/signals'

export interface Address {
  /** Below `/console/`, without slashes around it. */
  readonly path: string
  readonly query: URLSearchParams
}

const root = '/console/'

export const address = signal<Address>(read())

function read(): Address {
  const path = location.pathname.startsWith(root) ? location.pathname.slice(root.length) : ''
  return { path: path.replace(/\/+$/, ''), query: new URLSearchParams(location.search) }
}

/** The address of a page of the console. Members of the query that are empty are left out. */
export function to(path: string, query: Readonly<Record<string, string>> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== '')
  const asked = new URLSearchParams(given).toString()
  return `${root}${path}${asked === '' ? '' : `?${asked}`}`
}

let moves = 0

/** Whether the reader came here from another page of the console. */
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

/** Changes members of the query of this page. */
export function ask(changes: Readonly<Record<string, string>>): void {
  const { path, query } = address.value
  go(to(path, { ...Object.fromEntries(query), ...changes }), true)
}

/** Links stay links, to be opened in a tab or copied; a plain click on one of ours changes the page without loading it. */
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

/** What stands in the places of a pattern such as `users/:userId`; nothing when it does not match. */
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
