// Colors and their contrast. https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio

/** The minimum contrast of borders and icons with their background. Text needs 4.5. */
export const minGraphicContrast = 3

/** Normalizes `#1F6` or `#11ff66` to `#11ff66`. Returns undefined for any other text. */
export function parseColor(text: string): string | undefined {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text)
  const long = short
    ? `#${short
        .slice(1)
        .map((digit) => digit.repeat(2))
        .join('')}`
    : text
  return /^#[0-9a-f]{6}$/i.test(long) ? long.toLowerCase() : undefined
}

export function contrastRatio(first: string, second: string): number {
  const [light, dark] = [relativeLuminance(first), relativeLuminance(second)].sort((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

/**
 * Returns black or white, the one with the higher contrast on this background. One of the two always reaches
 * the contrast that text needs.
 */
export function textColorOn(background: string): string {
  return contrastRatio('#000000', background) >= contrastRatio('#ffffff', background) ? '#000000' : '#ffffff'
}

/**
 * Returns the color, darkened or lightened until its contrast on each of the backgrounds reaches
 * `minGraphicContrast`.
 */
export function ensureContrast(backgrounds: readonly string[], color: string): string {
  const [first = '#ffffff'] = backgrounds
  const textColor = textColorOn(first)
  for (let share = 0; share < 1; share += 0.02) {
    const mixed = mixColors(color, textColor, share)
    if (backgrounds.every((background) => contrastRatio(mixed, background) >= minGraphicContrast))
      return mixed
  }
  return textColor
}

function mixColors(from: string, to: string, share: number): string {
  const [fromChannels, toChannels] = [parseChannels(from), parseChannels(to)]
  const channels = fromChannels.map((channel, index) =>
    Math.round(channel + ((toChannels[index] ?? 0) - channel) * share),
  )
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

function parseChannels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function relativeLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = parseChannels(color)
    .map((channel) => channel / 255)
    .map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
