import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#client/lib/format/money.ts';
import { lazyScreen } from '#client/lib/lazy-screen.ts';
import { ChoiceField } from '#client/ui/choice-field.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Buying } from './use-buying.tsx';
import type { PartOffer } from './use-part-offer.ts';

const PartDates = lazyScreen(() => import('./part-dates.tsx'), ['parts']);

interface WayToPayProps {
  lotId: number;
  buying: Buying;
  offer: PartOffer;
}

/** The full price or its first part now; by parts, when the others of the units chosen are due and on what terms. */
export function WayToPay({ lotId, buying, offer }: WayToPayProps) {
  const { t } = useTranslation('purchases');
  const { months, priceTiyin, firstTiyin, error, retry } = offer;
  return (
    <>
      <ChoiceField
        label={t('way.label')}
        value={buying.byParts ? 'parts' : 'full'}
        onChange={(way) => buying.setByParts(way === 'parts')}
        options={[
          { value: 'full', label: t('way.full'), hint: formatMoney(priceTiyin) },
          {
            value: 'parts',
            label: t('way.parts', { count: months }),
            ...(firstTiyin === null
              ? {}
              : {
                  hint: t('way.sums', {
                    now: formatMoney(firstTiyin),
                    later: formatMoney(priceTiyin - firstTiyin),
                  }),
                }),
          },
        ]}
      />
      {!buying.byParts ? null : error ? (
        <ErrorState error={error} onRetry={retry} />
      ) : (
        <Suspense fallback={<Skeleton height={180} />}>
          <PartDates lotId={lotId} priceTiyin={priceTiyin} />
        </Suspense>
      )}
    </>
  );
}
