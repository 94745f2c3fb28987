import { ArrowRight, Search, type LucideIcon } from 'lucide-react';
import { useId, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Dialog } from '#client/ui/dialog.tsx';
import type { ConsolePage } from '../routes/console.ts';
import { PAGE_ICONS } from './page-icons.ts';
import { targetsOf, type Target } from './palette-targets.ts';
import css from './command-palette.module.css';

interface CommandPaletteProps {
  pages: readonly ConsolePage[];
  onClose: () => void;
}

const ICON_OF = (page: ConsolePage | null): LucideIcon => (page === null ? ArrowRight : PAGE_ICONS[page]);

/** Any page by its name, and any thing by its number, phone or name: typed, chosen with the arrows, opened with Enter. */
export function CommandPalette({ pages, onClose }: CommandPaletteProps) {
  const { t } = useTranslation('staff');
  const navigate = useNavigate();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const targets = targetsOf(typed, pages, (page) => t(`page.${page}`));
  const at = Math.min(chosen, targets.length - 1);
  const nameOf = (label: Target['label']) => {
    if (typeof label === 'string') return label;
    return 'record' in label
      ? t(`record.${label.record}`, { what: label.what })
      : t(`palette.${label.text}`, { what: label.what });
  };
  const open = (index: number) => {
    const target = targets[index];
    if (!target) return;
    onClose();
    void navigate(target.to, { state: target.state ?? null });
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && targets.length > 0) {
      event.preventDefault();
      setChosen((at + step + targets.length) % targets.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      open(at);
    }
  };
  return (
    <Dialog title={t('palette.title')} wide onClose={onClose}>
      <div className={css.field}>
        <Search size={18} aria-hidden />
        <input
          // A dialog that is opened to type into takes the typing.
          data-autofocus
          type="search"
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={targets.length > 0 ? `${listId}-${at}` : undefined}
          aria-label={t('palette.title')}
          placeholder={t('palette.placeholder')}
          autoComplete="off"
          value={typed}
          maxLength={100}
          onChange={(event) => {
            setTyped(event.target.value);
            setChosen(0);
          }}
          onKeyDown={press}
        />
      </div>
      <div id={listId} role="listbox" aria-label={t('palette.title')} className={css.targets}>
        {targets.map(({ key, page, label, to }, index) => {
          const Icon = ICON_OF(page);
          return (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above has the keys
            <div
              key={key}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              data-to={to}
              onClick={() => open(index)}
            >
              <Icon size={16} aria-hidden />
              {nameOf(label)}
            </div>
          );
        })}
      </div>
      {targets.length === 0 ? <p className={css.none}>{t('palette.none')}</p> : null}
    </Dialog>
  );
}
