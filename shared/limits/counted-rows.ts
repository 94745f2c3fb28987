/**
 * A page of a list counts its rows no further than this: the exact number of hundreds of thousands costs more than the page, and whoever
 * looks for something narrows the list. Exports count all of theirs.
 */
export const COUNTED_ROWS_MAX = 10_000;
