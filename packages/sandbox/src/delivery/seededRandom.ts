// Deterministic pseudo-random numbers: the same text and the same day always yield the same value.

/** A 32-bit hash of a text (FNV-1a). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}

/** Mixes a day and a salt into a hash, so that neighboring days are uncorrelated. */
export function mixHash(hash: number, day: number, salt: number): number {
  let value = (hash ^ Math.imul(day + 0x9e37, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca6b)) >>> 0
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}

/** Returns a number that is at least 0 and less than 1. */
export function seededUnit(hash: number, day: number, salt: number): number {
  return mixHash(hash, day, salt) / 0x1_0000_0000
}

/** Returns a number that is at least `min` and less than `max`. */
export function seededBetween(hash: number, day: number, salt: number, min: number, max: number): number {
  return min + (max - min) * seededUnit(hash, day, salt)
}
