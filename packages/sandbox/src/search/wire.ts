// Resources as the platform writes them in JSON: camelCase names, 64-bit integers as text, enumerations by name.

export type WireValue = string | number | boolean | Wire | WireValue[]
export interface Wire {
  [name: string]: WireValue | undefined
}

export function isWire(value: unknown): value is Wire {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function text(value: WireValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

export function wire(value: WireValue | undefined): Wire {
  return isWire(value) ? value : {}
}

export function list(value: WireValue | undefined): WireValue[] {
  return Array.isArray(value) ? value : []
}

/** The objects of a list. */
export function wires(value: WireValue | undefined): Wire[] {
  return list(value).filter(isWire)
}

/** The value at a path of JSON names, or undefined where the path ends early. */
export function at(root: Wire | undefined, path: readonly string[]): WireValue | undefined {
  let value: WireValue | undefined = root
  for (const name of path) {
    if (!isWire(value)) return undefined
    value = value[name]
  }
  return value
}

export function setAt(root: Wire, path: readonly string[], value: WireValue | undefined): void {
  let target = root
  for (const [position, name] of path.entries()) {
    if (position === path.length - 1) {
      if (value === undefined) delete target[name]
      else target[name] = value
      return
    }
    const next = target[name]
    if (isWire(next)) target = next
    else {
      const made: Wire = {}
      target[name] = made
      target = made
    }
  }
}
