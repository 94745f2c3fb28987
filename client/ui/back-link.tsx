import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import css from './back-link.module.css';

/** Above the title of a page: the way to the list that it is from. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className={css.back} to={to}>
      <ArrowLeft size={18} aria-hidden />
      {children}
    </Link>
  );
}
