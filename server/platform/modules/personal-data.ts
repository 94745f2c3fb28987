/** A table in which a module stores something about persons: for their export, the list in the docs, and removals. */
export interface PersonalTable {
  table: string;
  /** Columns with the id of the person whose row it is; a row with any of them is in that person's export. */
  of: readonly string[];
  /** Rows that name their person in another table: those whose `column` is a `key` of it where `of` is the person. */
  through?: { column: string; table: string; key: string; of: string };
  /** What it is stored for, a phrase. */
  why: string;
  /** How long, a phrase. */
  until: string;
  /** Columns the export leaves out: secrets, other people, files that have a page of their own. */
  hidden?: readonly string[];
  /**
   * Money, trades, signatures, decisions: an account with such a row is never removed for being unconfirmed. Rows of other
   * tables are deleted with such an account, in the order of the modules; `stays` leaves them where they are.
   */
  lasting: boolean | 'stays';
}
