import { ExternalLink } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '#client/lib/paths.ts';
import { LOTS_NOW, type NavLink } from './nav-items.ts';
import { loadPage } from './load-page.ts';

interface ShellLinkProps {
  link: NavLink;
  className?: string | undefined;
  onFollow?: (() => void) | undefined;
  children?: ReactNode;
}

/** A link of the menu, the drawer or the footer. The list of lots is reloaded when it is already open. */
export function ShellLink({ link, className, onFollow, children }: ShellLinkProps) {
  const { t } = useTranslation('layout');
  const { pathname } = useLocation();
  const name = t(`nav.${link.name}`);
  if (link.outside) {
    return (
      <a href={link.to} className={className} target="_blank" rel="noopener noreferrer" onClick={onFollow}>
        {children}
        <span>{name}</span>
        <ExternalLink size={14} aria-hidden />
        <span className="sr-only"> {t('newTab')}</span>
      </a>
    );
  }
  const follow = (event: MouseEvent) => {
    onFollow?.();
    if (link.to !== LOTS_NOW || pathname !== paths.lotList() || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    loadPage(LOTS_NOW);
  };
  return (
    <Link
      to={link.to}
      className={className}
      onClick={follow}
      aria-current={pathname === link.to.split(/[?#]/)[0] && !link.to.includes('#') ? 'page' : undefined}
    >
      {children}
      <span>{name}</span>
    </Link>
  );
}
