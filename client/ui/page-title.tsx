import { useEffect, type ReactNode } from 'react';
import css from './ui.module.css';

/** The page's one h1 and its tab title. */
export function PageTitle({ children, tab, aside }: { children: string; tab?: string; aside?: ReactNode }) {
  useEffect(() => {
    document.title = `${tab ?? children} · Savdo`;
  }, [children, tab]);
  return (
    <div className={css.pageTitle}>
      <h1>{children}</h1>
      {aside}
    </div>
  );
}
