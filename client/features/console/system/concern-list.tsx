import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { System } from '#shared/api/console/system.ts';
import css from './system.module.css';

/** What needs a look, with what it means for people and what to do. */
export function ConcernList({ concerns }: Pick<System, 'concerns'>) {
  const { t } = useTranslation('console-system');
  if (concerns.length === 0) {
    return (
      <p className={css.good}>
        <CircleCheck size={20} aria-hidden />
        {t('concerns.none')}
      </p>
    );
  }
  return (
    <section className={css.part} aria-labelledby="system-concerns">
      <h2 id="system-concerns">{t('concerns.title')}</h2>
      <ul className={css.concerns}>
        {concerns.map(({ concern, about }) => (
          <li key={`${concern} ${about}`}>
            <h3>
              <TriangleAlert size={18} aria-hidden />
              <span>{t(`concern.${concern}.name`)}</span>
              {about ? <small translate="no">{about}</small> : null}
            </h3>
            <dl>
              <dt>{t('concerns.means')}</dt>
              <dd>{t(`concern.${concern}.means`)}</dd>
              <dt>{t('concerns.remedy')}</dt>
              <dd>{t(`concern.${concern}.remedy`)}</dd>
            </dl>
          </li>
        ))}
      </ul>
    </section>
  );
}
