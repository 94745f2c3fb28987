import { Repeat } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { LotDetails } from '#shared/api/site/lots.ts';
import { formatPercent } from '#client/lib/format/money.ts';
import { paths } from '#client/lib/paths.ts';
import css from './card.module.css';

/** The lot that this one repeats, and the one that repeats it; nothing for the others and for rehearsals. */
export function RepeatLine({ lot: { repeats = null, nextLotId, practice } }: { lot: LotDetails }) {
  const { t } = useTranslation('card');
  if (practice || (repeats === null && nextLotId === null)) return null;
  return (
    <p className={css.place} data-testid="repeats">
      <Repeat size={16} aria-hidden />
      {repeats === null ? null : (
        <span>
          <Link to={paths.lotView(repeats.lotId)}>
            {t('repeat.of', { number: repeats.lotId, round: repeats.round })}
          </Link>
          {repeats.cutBp > 0 ? `, ${t('repeat.cut', { percent: formatPercent(repeats.cutBp / 100) })}` : null}
        </span>
      )}
      {nextLotId === null ? null : (
        <Link to={paths.lotView(nextLotId)}>{t('repeat.as', { number: nextLotId })}</Link>
      )}
    </p>
  );
}
