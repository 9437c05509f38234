/** What the client has to know of an operation while it runs. */
export interface Facts {
  /** Whether it changes nothing, only what the service stores, or something at a platform. */
  readonly effect: 'read' | 'local' | 'write'
  /** Whether it acts for a user. */
  readonly user?: true
  /** The member that holds the entries of a page. */
  readonly list?: string
  /** Whether its rows also come as a table for spreadsheets. */
  readonly table?: true
  /** Whether ids in its answer may have more digits than a number holds exactly. */
  readonly exactIds?: true
}
