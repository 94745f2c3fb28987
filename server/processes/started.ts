/** What a started process type gives back. */
export interface Started {
  /** Lines for the box printed at start. */
  lines?: string[];
}
