import { Eye, MapPin } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { LotTabDetails } from '#shared/api/site/lot-tabs.ts';
import type { LotDetails } from '#shared/api/site/lots.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { liveOf } from '#client/entities/lot/lot-live.ts';
import { StatusBadge } from '#client/entities/lot/status-badge.tsx';
import { CategoryPicture } from '../category-icon.tsx';
import { Gallery } from './gallery.tsx';
import { LotTabs } from './lot-tabs.tsx';
import { CostFacts, PriceNow } from './price-panel.tsx';
import { GivenTabs } from './tabs/loaded-tab.tsx';
import css from './card.module.css';
import own from './card-preview.module.css';

interface CardPreviewProps {
  lot: LotDetails;
  tabs: readonly LotTabDetails[];
  /** It is the whole page: its title is the page's h1. */
  page?: boolean;
}

/** The card of a lot that does not exist yet: the parts of the real one, with nothing to press that needs a lot. */
export function CardPreview({ lot, tabs, page = false }: CardPreviewProps) {
  const { t } = useTranslation('card');
  const localized = useLocalized();
  const live = liveOf(lot, undefined);
  const Heading = page ? 'h1' : 'h4';
  return (
    <GivenTabs value={tabs}>
      <article className={page ? css.page : own.embedded} data-testid="card-preview">
        <div className={css.headText}>
          <div className={css.badges}>
            <StatusBadge status={live.status} />
          </div>
          <Heading className={own.title}>{localized(lot.title)}</Heading>
          <p className={css.place}>
            <MapPin size={16} aria-hidden /> {localized(lot.address)}
          </p>
        </div>
        <div className={page ? css.columns : own.columns}>
          <Gallery photos={lot.photos} instead={<CategoryPicture id={lot.categoryId} size={96} />} />
          <aside className={css.right} aria-label={t('fact.aside')}>
            <section className={css.panel}>
              <PriceNow lot={lot} live={live} />
              <p className={own.note}>
                <Eye size={20} aria-hidden />
                {t(lot.tradeType === 'fixed-price' ? 'previewNoteSale' : 'previewNote')}
              </p>
            </section>
            {lot.tradeType === 'fixed-price' ? null : (
              <section className={css.panel}>
                <CostFacts lot={lot} live={live} />
              </section>
            )}
          </aside>
          <LotTabs lot={lot} />
        </div>
      </article>
    </GivenTabs>
  );
}
