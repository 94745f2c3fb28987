import { useTranslation } from 'react-i18next';
import type { MessagePlaceholder } from '#shared/notifications/own-texts.ts';
import writing from '#client/ui/writing.module.css';

interface PlaceholderListProps {
  placeholders: readonly MessagePlaceholder[];
  /** Values of an example. */
  samples: Readonly<Record<string, string>>;
}

/** The placeholders that words may have, each with an example. */
export function PlaceholderList({ placeholders, samples }: PlaceholderListProps) {
  const { t } = useTranslation('console-message-texts');
  if (placeholders.length === 0) return <p className={writing.muted}>{t('noPlaceholders')}</p>;
  return (
    <section className={writing.placeholders} aria-label={t('placeholders')}>
      <h2>{t('placeholders')}</h2>
      <dl>
        {placeholders.map(({ name, required }) => (
          <div key={name}>
            <dt>
              {`{{${name}}}`}{' '}
              <span className={writing.muted}>{required ? t('required') : t('optional')}</span>
            </dt>
            <dd>{samples[name]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
