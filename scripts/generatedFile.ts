/** A file, or a part of one, that derives from the code. */
export interface GeneratedFile {
  readonly path: string
  readonly text: string
  /** Names the part of a hand-written file that is generated; the whole file when absent. */
  readonly part?: string
}
