import { SearchX, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import css from './ui.module.css';

interface EmptyStateProps {
  title: string;
  /** What to do next, in a sentence. */
  text: string;
  icon?: LucideIcon;
  /** The way on: a link or a button. */
  children?: ReactNode;
}

export function EmptyState({ title, text, icon: Icon = SearchX, children }: EmptyStateProps) {
  return (
    <section className={css.state}>
      <Icon size={40} strokeWidth={1.5} aria-hidden />
      <h2>{title}</h2>
      <p>{text}</p>
      {children ? <div className={css.stateActions}>{children}</div> : null}
    </section>
  );
}
