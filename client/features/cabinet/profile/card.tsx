import type { ReactNode } from 'react';
import layout from '#client/ui/layout.module.css';
import css from './profile.module.css';

interface CardProps {
  /** Also its address on the page. */
  id: string;
  title: string;
  lead?: string;
  aside?: ReactNode;
  children: ReactNode;
}

/** A part of the profile's page. */
export function Card({ id, title, lead, aside, children }: CardProps) {
  return (
    <section className={css.card} id={id} aria-labelledby={`${id}-title`}>
      <header>
        <div>
          <h2 id={`${id}-title`}>{title}</h2>
          {lead ? <p className={layout.mutedMedium}>{lead}</p> : null}
        </div>
        {aside}
      </header>
      {children}
    </section>
  );
}
