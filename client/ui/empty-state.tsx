import { SearchX, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import css from './ui.module.css';

interface EmptyStateProps {
  title: string;
  /** What to do next, in a sentence. */
  text: string;
  icon?: LucideIcon;
  /** It is the whole page: its title is the page's h1. */
  page?: boolean;
  /** The way on: a link or a button. */
  children?: ReactNode;
}

export function EmptyState({ title, text, icon: Icon = SearchX, page = false, children }: EmptyStateProps) {
  const Heading = page ? 'h1' : 'h2';
  return (
    <section className={css.state}>
      <Icon size={40} strokeWidth={1.5} aria-hidden />
      <Heading>{title}</Heading>
      <p>{text}</p>
      {children ? <div className={css.stateActions}>{children}</div> : null}
    </section>
  );
}
