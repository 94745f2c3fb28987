import { useTranslation } from 'react-i18next';
import type { PurchaseRefused } from '#shared/api/cabinet/purchases.ts';
import { dayText } from '#shared/time/tashkent.ts';
import { formatTime } from '#client/lib/format/date.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { paths } from '#client/lib/paths.ts';
import { Button } from '#client/ui/button.tsx';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { freeUnits, unsoldUnits } from '#shared/trade/stock.ts';

/** Where a person puts right what prevents the purchase. */
const REMEDIES = { profile: 'my-data', 'not-buyer': 'my-data', consent: 'contracts' } as const;

/** There is nothing of this lot to be had any more. */
const OVER: readonly PurchaseRefused['reason'][] = ['withdrawn', 'sold-out', 'ended', 'own-lot', 'barred'];

/** Why nothing was reserved, in words. */
export function useRefusalText(): (refused: PurchaseRefused) => string {
  const { t } = useTranslation('purchases');
  return ({
    reason,
    missingTiyin,
    dueNowTiyin,
    missingFacts,
    barredUntil,
    unitsLeft,
    stock,
    nextFreeAtMs,
  }) => {
    const said =
      reason === 'too-many'
        ? t('refused.too-many', { count: unsoldUnits(stock) })
        : reason === 'parts-limit'
          ? t('refused.parts-limit', { count: unitsLeft ?? 0 })
          : t(`refused.${reason}`, {
              missing: formatMoney(missingTiyin ?? 0),
              sum: formatMoney(dueNowTiyin ?? 0),
              facts: missingFacts.map((fact) => t(`fact.${fact}`)).join(', '),
              until: barredUntil ? dayText(barredUntil) : '',
            });
    if (reason !== 'reserved-by-others' && reason !== 'too-often') return said;
    const free = reason === 'too-often' ? 0 : freeUnits(stock);
    return [
      said,
      ...(free > 0 ? [t('refused.freeNow', { count: free })] : []),
      ...(nextFreeAtMs === null
        ? []
        : [t('refused.nextFree', { time: formatTime(nextFreeAtMs, { seconds: true }) })]),
    ].join(' ');
  };
}

interface RemedyProps {
  refused: PurchaseRefused;
  /** The lot's card with what was chosen: after topping up one is there again. */
  returnTo: string;
  /** Reserves another number of units. */
  onTake: (quantity: number) => void;
  onClose: () => void;
}

/** The way on from a refusal. */
export function Remedy({ refused, returnTo, onTake, onClose }: RemedyProps) {
  const { t } = useTranslation('purchases');
  const { reason, missingTiyin, stock } = refused;
  if (reason === 'short-balance')
    return (
      <ButtonLink to={paths.topUp({ amountTiyin: missingTiyin ?? 0, returnTo })}>{t('topUp')}</ButtonLink>
    );
  if (reason === 'profile' || reason === 'not-buyer' || reason === 'consent')
    return <ButtonLink to={paths.profile(REMEDIES[reason])}>{t(`remedy.${reason}`)}</ButtonLink>;
  const free = freeUnits(stock);
  if ((reason === 'too-many' || reason === 'reserved-by-others') && free > 0)
    return <Button onClick={() => onTake(free)}>{t('refused.takeFree', { count: free })}</Button>;
  if (OVER.includes(reason)) return <ButtonLink to={paths.lotList()}>{t('state.others')}</ButtonLink>;
  return (
    <Button variant="default" onClick={onClose}>
      {t('dialog.close')}
    </Button>
  );
}
