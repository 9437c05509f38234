export type Tone = 'good' | 'warn' | 'bad' | 'plain'

export interface BadgeContent {
  readonly label: string
  readonly tone: Tone
}

/** A label whose color and shape repeat its meaning. */
export function Badge({ label, tone }: BadgeContent) {
  return <span class={`badge ${tone}`}>{label}</span>
}
