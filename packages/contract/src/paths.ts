// Paths of values in a body, as callers write them: `ads[0].headlines[2]`.

export function formatPath(path: readonly PropertyKey[]): string {
  let text = ''
  for (const part of path)
    text += typeof part === 'number' ? `[${part}]` : `${text === '' ? '' : '.'}${sanitizeName(String(part))}`
  return text
}

/** Returns the top-level field that a path leads into. */
export function getTopLevelField(field: string): string {
  return field.split(/[.[]/, 1)[0] ?? ''
}

/**
 * Names from the caller can contain anything. A response repeats only their beginning, and only visible
 * characters.
 */
function sanitizeName(name: string): string {
  if (/^[\w-]{1,60}$/.test(name)) return name
  return `"${name.slice(0, 60).replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '?')}"`
}
