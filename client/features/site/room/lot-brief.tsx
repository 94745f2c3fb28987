import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { ExternalLink, MapPin } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { LotDetails } from '#shared/api/site/lots.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { paths } from '../../../lib/paths.ts';
import { useNarrow } from '../../../lib/use-narrow.ts';
import { useLocalized } from '../../../lib/use-localized.ts';
import { Photo } from '../../../ui/photo.tsx';
import parts from './parts.module.css';
import css from './lot-brief.module.css';

/** The property in brief, with the way to its card; on a phone a strip of its photos. No price renders it again. */
export const LotBrief = memo(function LotBrief({ lot }: { lot: LotDetails | undefined }) {
  const { t } = useTranslation('room');
  const localized = useLocalized();
  const narrow = useNarrow();
  if (!lot) return <div className={`${parts.panel} ${css.brief}`} aria-busy="true" data-skeleton="true" />;
  return (
    <section className={`${parts.panel} ${css.brief}`} aria-labelledby="room-lot">
      {lot.photos.length > 0 ? (
        // A strip that scrolls has to be reached by keyboard.
        <div
          className={css.photos}
          role="group"
          aria-label={t('lot.photos')}
          tabIndex={narrow ? 0 : undefined}
        >
          {lot.photos.map((photo, at) => (
            <div key={photo.url} className={css.photo}>
              <Photo photo={photo} eager={at === 0} />
            </div>
          ))}
        </div>
      ) : null}
      <div className={css.text}>
        <p className={css.number}>{t('lot.number', { number: lot.number })}</p>
        <h1 id="room-lot" className={css.title}>
          {localized(lot.title)}
        </h1>
        <p className={css.place}>
          <MapPin size={15} aria-hidden /> {localized(lot.region)}
        </p>
        <dl className={css.facts}>
          <div>
            <dt>{t('lot.startPrice')}</dt>
            <dd>{formatMoney(lot.startPriceTiyin)}</dd>
          </div>
          <div>
            <dt>{t('lot.firstStep')}</dt>
            <dd>
              {formatMoney(lot.firstStepTiyin)}
              {lot.firstStepPercent === null ? '' : ` (${lot.firstStepPercent} %)`}
            </dd>
          </div>
          <div>
            <dt>{t('lot.deposit')}</dt>
            <dd>{lot.practice ? t('lot.noDeposit') : formatMoney(lot.depositTiyin)}</dd>
          </div>
        </dl>
        <Link className={css.card} to={paths.lotView(lot.id)}>
          {t('lot.card')} <ExternalLink size={14} aria-hidden />
        </Link>
      </div>
    </section>
  );
});
