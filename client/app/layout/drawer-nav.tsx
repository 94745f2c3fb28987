import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#client/lib/session.ts';
import { useSiteInfo } from '#client/lib/site-info.ts';
import { navItems, type NavItem } from './nav-items.ts';
import { ShellLink } from './shell-link.tsx';
import css from './menu.module.css';

/** The menu inside the drawer; help and interactive unfold in place. */
export function DrawerNav({ onFollow }: { onFollow: () => void }) {
  const me = useSession((state) => state.me);
  const info = useSiteInfo();
  return navItems(me, info).map((item) => {
    if ('links' in item) return <Group key={item.key} item={item} onFollow={onFollow} />;
    const Icon = item.icon;
    return (
      <ShellLink key={item.key} link={item.link} className={css.item} onFollow={onFollow}>
        <Icon size={20} aria-hidden />
      </ShellLink>
    );
  });
}

interface GroupProps {
  item: Extract<NavItem, { links: unknown }>;
  onFollow: () => void;
}

function Group({ item, onFollow }: GroupProps) {
  const { t } = useTranslation('layout');
  const [open, setOpen] = useState(false);
  const id = useId();
  const Icon = item.icon;
  return (
    <>
      <button
        type="button"
        className={css.item}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Icon size={20} aria-hidden />
        <span>{t(`nav.${item.key}.title`)}</span>
        <ChevronDown size={18} className={css.chevron} aria-hidden />
      </button>
      <ul id={id} className={css.group} hidden={!open}>
        {item.links.map((link) => (
          <li key={link.to}>
            <ShellLink link={link} className={css.item} onFollow={onFollow} />
          </li>
        ))}
      </ul>
    </>
  );
}
