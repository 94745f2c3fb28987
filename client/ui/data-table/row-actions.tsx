import type { ReactNode } from 'react';
import type { Column } from './data-table.tsx';
import css from './row-actions.module.css';

interface RowActionsProps<Row, Verb extends string> {
  head: string;
  /** What the row is called in the names of its buttons. */
  number: (row: Row) => number;
  verbs: (row: Row) => readonly Verb[];
  name: (verb: Verb) => string;
  onAct: (row: Row, verb: Verb) => void;
  /** What lets the matter go on, and what ends it: their buttons differ. */
  good?: readonly Verb[];
  bad?: readonly Verb[];
  /** Links beside the buttons. */
  links?: (row: Row) => ReactNode;
}

/** The column of what may be done to a row; a dash where nothing may. */
export function rowActions<Row, Verb extends string>(props: RowActionsProps<Row, Verb>): Column<Row> {
  const { head, number, verbs, name, onAct, good, bad, links } = props;
  const tone = (verb: Verb) => (good?.includes(verb) ? 'good' : bad?.includes(verb) ? 'bad' : undefined);
  return {
    key: 'actions',
    head,
    cell: (row) => {
      const more = links?.(row) ?? null;
      if (verbs(row).length === 0 && more === null) return '—';
      return (
        <span className={css.actions}>
          {verbs(row).map((verb) => (
            <button
              key={verb}
              type="button"
              data-verb={verb}
              data-tone={tone(verb)}
              aria-label={`${name(verb)}: № ${number(row)}`}
              onClick={() => onAct(row, verb)}
            >
              {name(verb)}
            </button>
          ))}
          {more}
        </span>
      );
    },
  };
}
