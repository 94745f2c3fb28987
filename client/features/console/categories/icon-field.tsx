import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { iconShapeUrl } from '#shared/api/console/console-categories.ts';
import { Button } from '#client/ui/button.tsx';
import { categoriesQuery } from './categories-query.ts';
import css from './console-categories.module.css';

interface IconFieldProps {
  value: string;
  /** null: it is only read. */
  onChange: ((icon: string) => void) | null;
}

/** One of the icons that the server draws. Arrow keys move, as among all radio buttons. */
export function IconField({ value, onChange }: IconFieldProps) {
  const { t } = useTranslation('categories');
  const [open, setOpen] = useState(false);
  const { data } = useQuery({ ...categoriesQuery, enabled: open });
  return (
    <div className={css.stack}>
      <div className={css.iconLine}>
        <span>{t('icon')}</span>
        <span className={css.icon}>
          <Shape icon={value} />
        </span>
        {onChange ? (
          <Button variant="default" size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t(open ? 'iconClose' : 'iconChoose')}
          </Button>
        ) : null}
      </div>
      {open && onChange ? (
        <fieldset className={css.icons}>
          <legend className="sr-only">{t('icon')}</legend>
          {(data?.icons ?? [value]).map((icon, at) => (
            <label key={icon} className={css.icon} data-chosen={icon === value}>
              <input
                type="radio"
                className="sr-only"
                name="icon"
                value={icon}
                aria-label={t('iconOne', { number: at + 1 })}
                checked={icon === value}
                onChange={() => onChange(icon)}
              />
              <Shape icon={icon} />
            </label>
          ))}
        </fieldset>
      ) : null}
    </div>
  );
}

const Shape = ({ icon }: { icon: string }) => (
  <span style={{ maskImage: `url(${JSON.stringify(iconShapeUrl(icon))})` }} aria-hidden />
);
