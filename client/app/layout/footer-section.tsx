import { ChevronDown } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { useNarrow } from '#client/lib/use-narrow.ts';
import type { NavLink } from './nav-items.ts';
import { ShellLink } from './shell-link.tsx';
import css from './footer.module.css';

interface FooterSectionProps {
  title: string;
  links?: readonly NavLink[];
  children?: ReactNode;
}

/** A column of the footer; on small windows its heading folds it. */
export function FooterSection({ title, links = [], children }: FooterSectionProps) {
  const small = useNarrow();
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <section className={css.section} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        {small ? (
          <button
            type="button"
            className={css.fold}
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            {title}
            <ChevronDown size={18} aria-hidden />
          </button>
        ) : (
          title
        )}
      </h2>
      <div id={id} hidden={small && !open} data-open={open}>
        {links.length > 0 ? (
          <ul>
            {links.map((link) => (
              <li key={link.to}>
                <ShellLink link={link} />
              </li>
            ))}
          </ul>
        ) : null}
        {children}
      </div>
    </section>
  );
}
