import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatDateShort } from '#client/lib/format/date.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { useDictionaries } from './dictionaries.ts';
import { NO_FILTERS, type ListFilters } from './list-query.ts';
import css from './lot-list.module.css';

interface ActiveFiltersProps {
  filters: ListFilters;
  onChange: (part: Partial<ListFilters>) => void;
}

const WAITING = '…';

/** Each filter in force as a chip that takes it away; the last chip takes all. */
export function ActiveFilters({ filters, onChange }: ActiveFiltersProps) {
  const { t } = useTranslation('lots');
  const chips = useChips(filters);
  if (chips.length === 0) return null;
  return (
    <ul className={css.chips} aria-label={t('lot-list:chips.label')}>
      {chips.map(({ key, label, without }) => (
        <li key={key}>
          <button
            type="button"
            className={css.chip}
            aria-label={t('lot-list:chips.remove', { name: label })}
            onClick={() => onChange(without)}
          >
            <span>{label}</span>
            <X size={16} aria-hidden />
          </button>
        </li>
      ))}
      {chips.length > 1 ? (
        <li>
          <button type="button" className={css.clearChips} onClick={() => onChange(NO_FILTERS)}>
            {t('lot-list:chips.clear')}
          </button>
        </li>
      ) : null}
    </ul>
  );
}

interface Chip {
  key: keyof ListFilters;
  label: string;
  without: Partial<ListFilters>;
}

/** What each filter in force says. */
export const useFilterLabels = (filters: ListFilters): string[] =>
  useChips(filters).map(({ label }) => label);

function useChips(filters: ListFilters): Chip[] {
  const { t } = useTranslation('lots');
  const localized = useLocalized();
  const { regions, areas, tree } = useDictionaries(filters.region);
  const { q, group, category, region, area, tradeType, orderType, payment, tenure, stage } = filters;
  const { priceFromTiyin, priceToTiyin, dateFrom, dateTo } = filters;

  type Named = { id: number; name: Parameters<typeof localized>[0] };
  const nameOf = (items: readonly Named[] | undefined, id: number, kind: string): string => {
    const found = items?.find((item) => item.id === id);
    if (found) return localized(found.name);
    return `${kind}: ${items ? t('lot-list:chips.unknown') : WAITING}`;
  };
  const day = (value: string) => formatDateShort(Date.parse(`${value}T00:00:00+05:00`));
  const chip = (key: keyof ListFilters, label: string | null, more: Partial<ListFilters> = {}): Chip[] =>
    label === null ? [] : [{ key, label, without: { [key]: NO_FILTERS[key], ...more } }];

  return [
    ...chip('q', q === '' ? null : `«${q}»`),
    // The category says its group too.
    ...chip('group', group && !category ? nameOf(tree, group, t('lot-list:filter.group')) : null),
    ...chip(
      'category',
      category
        ? nameOf(
            tree?.flatMap((each) => each.categories),
            category,
            t('filter.category'),
          )
        : null,
    ),
    ...chip('region', region ? nameOf(regions, region, t('filter.region')) : null, { area: null }),
    ...chip('area', area ? nameOf(areas, area, t('lot-list:filter.area')) : null),
    ...chip('stage', stage ? t(`stage.${stage}`) : null),
    ...chip('tradeType', tradeType ? t(`tradeType.${tradeType}`) : null),
    ...chip('payment', payment ? t(`lot-list:payment.${payment}`) : null),
    ...chip('tenure', tenure ? t(`lot-list:tenure.${tenure}`) : null),
    ...chip('orderType', orderType ? t(`orderType.${orderType}`) : null),
    ...chip(
      'priceFromTiyin',
      priceFromTiyin === null ? null : t('lot-list:chips.from', { value: formatMoney(priceFromTiyin) }),
    ),
    ...chip(
      'priceToTiyin',
      priceToTiyin === null ? null : t('lot-list:chips.to', { value: formatMoney(priceToTiyin) }),
    ),
    ...chip('dateFrom', dateFrom ? t('lot-list:chips.dateFrom', { value: day(dateFrom) }) : null),
    ...chip('dateTo', dateTo ? t('lot-list:chips.dateTo', { value: day(dateTo) }) : null),
  ];
}
