import type { ReactNode } from 'react';
import css from './cells.module.css';

/** Several lines in one cell, the lesser ones in `small`. `start`: each as wide as its content, as badges are. */
export function Stacked({ start = false, children }: { start?: boolean; children: ReactNode }) {
  return (
    <span className={css.stacked} data-start={start}>
      {children}
    </span>
  );
}

/** What a list is for, between its title and its table; figures in `strong`. */
export function ListLead({ children }: { children: ReactNode }) {
  return <p className={css.lead}>{children}</p>;
}

/** What must be looked into before anything is decided. */
export function Alarming({ children }: { children: ReactNode }) {
  return <span className={css.alarming}>{children}</span>;
}

/** What a row waits for, or what needs a look before anything is decided. */
export function Waiting({ children }: { children: ReactNode }) {
  return <span className={css.waiting}>{children}</span>;
}
