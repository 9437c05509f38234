// Colors and their contrast. https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio

/** The minimum contrast of borders and icons with their background. Text needs 4.5. */
export const graphicContrast = 3

/** Normalizes `#1F6` or `#11ff66` to `#11ff66`. Returns undefined for any other text. */
export function colourIn(text: string): string | undefined {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text)
  const long = short
    ? `#${short
        .slice(1)
        .map((digit) => digit.repeat(2))
        .join('')}`
    : text
  return /^#[0-9a-f]{6}$/i.test(long) ? long.toLowerCase() : undefined
}

export function contrastOf(one: string, other: string): number {
  const [light, dark] = [lightOf(one), lightOf(other)].sort((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

/**
 * Returns black or white, the one with the higher contrast on this background. One of the two always reaches
 * the contrast that text needs.
 */
export function inkOn(ground: string): string {
  return contrastOf('#000000', ground) >= contrastOf('#ffffff', ground) ? '#000000' : '#ffffff'
}

/**
 * Returns the color, darkened or lightened until its contrast on each of the backgrounds reaches
 * `graphicContrast`.
 */
export function visibleOn(grounds: readonly string[], colour: string): string {
  const [first = '#ffffff'] = grounds
  const end = inkOn(first)
  for (let share = 0; share < 1; share += 0.02) {
    const mixed = mix(colour, end, share)
    if (grounds.every((ground) => contrastOf(mixed, ground) >= graphicContrast)) return mixed
  }
  return end
}

function mix(from: string, to: string, share: number): string {
  const [start, end] = [partsOf(from), partsOf(to)]
  const parts = start.map((part, index) => Math.round(part + ((end[index] ?? 0) - part) * share))
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

function partsOf(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function lightOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(colour)
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
