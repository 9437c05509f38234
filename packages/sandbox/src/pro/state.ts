// What the sandbox remembers of this platform.

// biome-ignore lint/suspicious/noEmptyInterface: filled with the platform's resources as they are emulated.
export interface ProState {}

export function emptyPro(): ProState {
  return {}
}
