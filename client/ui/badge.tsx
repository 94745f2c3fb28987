import type { LucideIcon } from 'lucide-react';
import type { StatusColour } from '#shared/lifecycles/lot-status.ts';
import css from './ui.module.css';

interface BadgeProps {
  colour: StatusColour;
  icon?: LucideIcon;
  children: string;
}

/** A state: words and colour together, often with an icon. */
export function Badge({ colour, icon: Icon, children }: BadgeProps) {
  return (
    <span className={css.badge} data-colour={colour}>
      {Icon ? <Icon size={14} aria-hidden /> : null}
      {children}
    </span>
  );
}
