// The address of the current page. The URL contains the whole state of a page, so that it can be shared,
// bookmarked and restored by the back button.

import { signal } from '@preact/signals'

export interface Address {
  /** Path below `/console/`, without leading or trailing slashes. */
  readonly path: string
  readonly query: URLSearchParams
}

const root = '/console/'

export const address = signal<Address>(readAddress())

function readAddress(): Address {
  const path = location.pathname.startsWith(root) ? location.pathname.slice(root.length) : ''
  return { path: path.replace(/\/+$/, ''), query: new URLSearchParams(location.search) }
}

/** Builds the URL of a console page. Empty query parameters are left out. */
export function toHref(path: string, query: Readonly<Record<string, string>> = {}): string {
  const filledEntries = Object.entries(query).filter(([, value]) => value !== '')
  const searchText = new URLSearchParams(filledEntries).toString()
  return `${root}${path}${searchText === '' ? '' : `?${searchText}`}`
}

let navigationCount = 0

/** Whether the reader navigated to this page from another page of the console. */
export function hasNavigated(): boolean {
  return navigationCount > 0
}

export function navigate(href: string, replace = false): void {
  if (replace) history.replaceState(null, '', href)
  else history.pushState(null, '', href)
  address.value = readAddress()
  if (replace) return
  navigationCount++
  scrollTo(0, 0)
}

/** Updates query parameters of the current page. */
export function updateQuery(changes: Readonly<Record<string, string>>): void {
  const { path, query } = address.value
  navigate(toHref(path, { ...Object.fromEntries(query), ...changes }), true)
}

/**
 * Handles clicks on links within the console without reloading the page. Links stay ordinary links that open
 * in tabs and can be copied.
 */
export function handleNavigation(): void {
  addEventListener('popstate', () => {
    address.value = readAddress()
  })
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link?.target !== '' || link.origin !== location.origin) return
    if (!link.pathname.startsWith(root) || link.hash !== '') return
    event.preventDefault()
    navigate(link.href)
  })
}

/** Returns the parameters of a pattern such as `users/:userId`. Undefined when the path does not match. */
export function matchPath(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const [patternParts, pathParts] = [pattern.split('/'), path.split('/')]
  if (patternParts.length !== pathParts.length) return undefined
  const parameters: Record<string, string> = {}
  for (const [index, part] of patternParts.entries()) {
    const pathPart = decodeURIComponent(pathParts[index] ?? '')
    if (part.startsWith(':')) parameters[part.slice(1)] = pathPart
    else if (part !== pathPart) return undefined
  }
  return parameters
}
