/** What a column has after an erasure. */
export type ErasedValue =
  | null
  | string
  | readonly string[]
  /** The name of the pseudonym, its code, the present instant where there is none. */
  | { to: 'pseudonym' | 'code' | 'now' }
  /** Of JSON: these keys are taken out. */
  | { without: readonly string[] }
  /** Of JSON: these keys become empty, or the pseudonym in every language. */
  | { with: Readonly<Record<string, null | 'pseudonyms'>> };

/** What an erasure clears in rows that stay. */
export interface ClearedColumns {
  clear: Readonly<Record<string, ErasedValue>>;
  /** Only in rows that are the person's by these columns of `of`; absent: by any of them. */
  whose?: readonly string[];
}

/** A table in which a module stores something about persons: for their export, the list in the docs, and removals. */
export interface PersonalTable {
  table: string;
  /** Columns with the id of the person whose row it is; a row with any of them is in that person's export. */
  of: readonly string[];
  /** Rows that name their person in another table: those whose `column` is a `key` of it where `of` is the person. */
  through?: { column: string; table: string; key: string; of: string };
  /** What it is stored for, a phrase. */
  why: string;
  /** How long, a phrase; of what stays after an erasure, by which law or for which proof. */
  until: string;
  /**
   * Columns the export leaves out, or `column.key` of a JSON column: secrets, other people, files that have a page of their
   * own.
   */
  hidden?: readonly string[];
  /** Rows the export leaves out until staff have decided: who is warned of a bar may bid, or leave, before it. */
  undecided?: { column: string; values: readonly string[] };
  /**
   * Money, trades, signatures, decisions: an account with such a row is never removed for being unconfirmed. Rows of other
   * tables are deleted with such an account, in the order of the modules; `stays` leaves them where they are.
   */
  lasting: boolean | 'stays';
  /**
   * What an erasure does with the person's rows. `stays` only for what a law or a proof needs: money, protocols, acts,
   * signatures, consents, the log of the auction, the audit.
   */
  erasure: 'delete' | 'stays' | ClearedColumns;
  /** Columns with a phone or an e-mail by which an erasure finds rows without the person's id; only with `delete`. */
  addresses?: { phone: string; email: string };
  /** The kind of uploaded files of these rows, which go with an erasure; the row's key is `id`. */
  files?: string;
}
