/** Facts about an operation that the client needs at run time. */
export interface Facts {
  /** Whether the operation changes nothing, only the adrail store, or something at a platform. */
  readonly effect: 'read' | 'local' | 'write'
  /** Whether the operation acts for a user. */
  readonly user?: true
  /** The media types of the file that is the whole body. The service stores an equal file once. */
  readonly mediaTypes?: readonly string[]
  /** The field that contains the entries of a page. */
  readonly list?: string
  /** Whether the rows are also available as a table for spreadsheets. */
  readonly table?: true
  /** Whether ids in the response may have more digits than a number holds exactly. */
  readonly exactIds?: true
}
