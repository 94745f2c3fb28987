import type { ReactNode } from 'react';
import css from './dialog-parts.module.css';
import form from './form.module.css';

/** In a dialog: what is decided about, the lesser lines in `small`. */
export function FactBox({ children }: { children: ReactNode }) {
  return <div className={css.box}>{children}</div>;
}

/** In a dialog: what follows from the decision. */
export function Muted({ children }: { children: ReactNode }) {
  return <p className={css.muted}>{children}</p>;
}

/** In a dialog without a form: its buttons. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={form.actions}>{children}</div>;
}
