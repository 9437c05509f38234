// Resources in the platform's JSON format: camelCase names, 64-bit integers as text, enumerations by name.

export type WireValue = string | number | boolean | WireObject | WireValue[]
export interface WireObject {
  [name: string]: WireValue | undefined
}

export function isWireObject(value: unknown): value is WireObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function asString(value: WireValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

export function asObject(value: WireValue | undefined): WireObject {
  return isWireObject(value) ? value : {}
}

export function asArray(value: WireValue | undefined): WireValue[] {
  return Array.isArray(value) ? value : []
}

export function asObjects(value: WireValue | undefined): WireObject[] {
  return asArray(value).filter(isWireObject)
}

/** Returns the value at a path of JSON names, or undefined when a step does not exist. */
export function getAtPath(root: WireObject | undefined, path: readonly string[]): WireValue | undefined {
  let value: WireValue | undefined = root
  for (const name of path) {
    if (!isWireObject(value)) return undefined
    value = value[name]
  }
  return value
}

export function setAtPath(root: WireObject, path: readonly string[], value: WireValue | undefined): void {
  let target = root
  for (const [position, name] of path.entries()) {
    if (position === path.length - 1) {
      if (value === undefined) delete target[name]
      else target[name] = value
      return
    }
    const next = target[name]
    if (isWireObject(next)) target = next
    else {
      const child: WireObject = {}
      target[name] = child
      target = child
    }
  }
}
