import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderFields, TwoTexts } from '#shared/api/cabinet/order-fields.ts';
import type { OrderFieldName, OrderRequisites } from '#shared/orders/order-fields.ts';
import { showPhone } from '#shared/validation/phone.ts';
import { dayText } from '#shared/time/tashkent.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { formatCount, formatDecimal } from '#client/lib/format/locale.ts';
import { formatMoney, formatPercent } from '#client/lib/format/money.ts';
import { useNames } from '#client/lib/dictionary-names.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { useListName } from '#client/entities/order/use-list-name.ts';
import { useCategories } from '#client/entities/dictionary/use-choices.ts';
import { useAskedFacts, usePlaceName } from './use-order-names.ts';
import css from './order.module.css';

/** One line of the order: what it is about, and what the customer wrote. null: nothing. */
export interface FieldValue {
  field: OrderFieldName;
  value: ReactNode;
}

const money = (tiyin: number | undefined): ReactNode =>
  tiyin === undefined ? null : Number.isSafeInteger(tiyin) ? formatMoney(tiyin) : String(tiyin);

/** Both languages one below the other: the moderator compares them. */
function Texts({ text }: { text: TwoTexts | undefined }) {
  const written = (['uz', 'ru'] as const).filter((language) => text?.[language]);
  return written.map((language) => (
    <span key={language} className={css.text} lang={language}>
      <small aria-hidden>{language}</small>
      {text?.[language]}
    </span>
  ));
}

const hasText = (text: TwoTexts | undefined): boolean => Boolean(text?.uz || text?.ru);
const texts = (text: TwoTexts | undefined): ReactNode => (hasText(text) ? <Texts text={text} /> : null);

/** Where the money goes. */
export function Requisites({ requisites }: { requisites: OrderRequisites }) {
  const { t } = useTranslation('console-orders');
  if (requisites.kind === 'card') return t('toCard');
  const { holderName, bankName, account, mfo } = requisites;
  return (
    <ul className={css.lines}>
      <li>{holderName}</li>
      <li>{bankName}</li>
      <li>{t('account', { account, mfo })}</li>
    </ul>
  );
}

/** What the customer chose of the rule set's figures, a line each. */
function choiceLines(t: TFunction<'console-orders'>, choices: NonNullable<OrderFields['choices']>): string[] {
  const { depositPercent, increment, overtime, minParticipants, firstBid, applicationsUntil } = choices;
  const { opensAtMs, closesAtMs, announcedOn, repeatCutPercent } = choices;
  const stepOf = (): string | null => {
    switch (increment?.kind) {
      case undefined:
        return null;
      case 'fixed':
        return formatMoney(increment.amount);
      case 'percentOfCurrent':
        return t('choice.ofCurrent', { percent: formatPercent(increment.percent) });
      case 'percentOfStart':
        return t('choice.ofStart', { percent: increment.percents.map(formatPercent).join(', ') });
      case 'ladder':
        return t('choice.ladder', { count: increment.steps.length });
    }
  };
  const step = stepOf();
  return [
    depositPercent === undefined ? null : t('choice.deposit', { percent: formatPercent(depositPercent) }),
    step === null ? null : t('choice.step', { step }),
    overtime === undefined ? null : t(overtime === null ? 'choice.noOvertime' : 'choice.overtime'),
    minParticipants === undefined ? null : t('choice.participants', { count: minParticipants }),
    firstBid === undefined ? null : t(`choice.firstBid.${firstBid}`),
    applicationsUntil === undefined ? null : t(`choice.applicationsUntil.${applicationsUntil}`),
    repeatCutPercent === undefined
      ? null
      : t('choice.repeatCut', { percent: formatPercent(repeatCutPercent) }),
    opensAtMs === undefined ? null : t('choice.opens', { time: formatDateTimeShort(opensAtMs) }),
    closesAtMs === undefined ? null : t('choice.closes', { time: formatDateTimeShort(closesAtMs) }),
    announcedOn === undefined ? null : t('choice.announced', { day: dayText(announcedOn) }),
  ].flatMap((line) => (line === null ? [] : [line]));
}

/** Everything the customer wrote, in the order of the form. Photos and documents are files and not among them. */
export function useFieldValues(fields: OrderFields): FieldValue[] {
  const { t } = useTranslation('console-orders');
  const localized = useLocalized();
  const ownerType = useListName('owner-types');
  const categoryType = useListName('category-types');
  const propertyType = useListName('property-types');
  const unit = useListName('units');
  const tenure = useListName('tenures');
  const orderType = useNames('order-types');
  const tradeType = useNames('order-methods');
  const { nameOf } = useCategories();
  const place = usePlaceName(fields.regionId, fields.areaId);
  const asked = useAskedFacts(fields.categoryId);

  const named = (code: string | undefined, name: (code: string) => string | null): ReactNode =>
    code === undefined ? null : (name(code) ?? code);

  const factLines = Object.entries(fields.facts ?? {}).map(([code, value]) => {
    const question = asked?.find((each) => each.code === code);
    const label = question ? localized(question.label) : code;
    const choice = question?.choices.find((each) => each.code === value);
    const measure = question?.unit ? ` ${localized(question.unit)}` : '';
    const shown =
      typeof value === 'boolean'
        ? t(value ? 'yes' : 'no')
        : typeof value === 'number'
          ? `${formatDecimal(value)}${measure}`
          : typeof value === 'string'
            ? choice
              ? localized(choice.label)
              : value
            : [value.uz, value.ru].filter(Boolean).join(' / ');
    return { code, label, shown };
  });

  const { requisites, instalments, stayDays, latitude, longitude } = fields;
  return [
    { field: 'ownerType', value: named(fields.ownerType, ownerType) },
    { field: 'orderType', value: named(fields.orderType, orderType) },
    { field: 'tradeType', value: named(fields.tradeType, tradeType) },
    { field: 'ruleSet', value: fields.ruleSet === undefined ? null : t(`card:ruleSet.${fields.ruleSet}`) },
    { field: 'categoryId', value: fields.categoryId === undefined ? null : nameOf(fields.categoryId) },
    { field: 'categoryType', value: named(fields.categoryType, categoryType) },
    { field: 'propertyType', value: named(fields.propertyType, propertyType) },
    { field: 'title', value: texts(fields.title) },
    { field: 'description', value: texts(fields.description) },
    { field: 'extraDescription', value: texts(fields.extraDescription) },
    {
      field: 'quantity',
      value:
        fields.quantity === undefined
          ? null
          : `${formatCount(fields.quantity)} ${fields.unit === undefined ? '' : unit(fields.unit)}`,
    },
    {
      field: 'facts',
      value:
        factLines.length === 0 ? null : (
          <ul className={css.lines}>
            {factLines.map(({ code, label, shown }) => (
              <li key={code}>
                <span>{label}:</span> {shown}
              </li>
            ))}
          </ul>
        ),
    },
    { field: 'regionId', value: place || null },
    { field: 'address', value: texts(fields.address) },
    {
      field: 'latitude',
      value: latitude === undefined || longitude === undefined ? null : `${latitude}, ${longitude}`,
    },
    { field: 'phone', value: fields.phone ? showPhone(fields.phone) : null },
    { field: 'extraPhone', value: fields.extraPhone ? showPhone(fields.extraPhone) : null },
    { field: 'email', value: fields.email ?? null },
    {
      field: 'tenure',
      value:
        fields.tenure === undefined
          ? null
          : fields.rentMonths === undefined
            ? tenure(fields.tenure)
            : `${tenure(fields.tenure)}, ${t('months', { count: fields.rentMonths })}`,
    },
    { field: 'startPriceTiyin', value: money(fields.startPriceTiyin) },
    {
      field: 'estimatedPriceTiyin',
      value:
        fields.estimatedPriceTiyin === undefined
          ? null
          : fields.belowEstimateAllowed
            ? `${formatMoney(fields.estimatedPriceTiyin)}, ${t('belowEstimate')}`
            : money(fields.estimatedPriceTiyin),
    },
    {
      field: 'stayDays',
      value:
        stayDays === undefined
          ? null
          : stayDays === 'until-sold'
            ? t('untilSold')
            : t('days', { count: stayDays }),
    },
    {
      field: 'paymentWorkingDays',
      value:
        fields.paymentWorkingDays === undefined
          ? null
          : t('workingDays', { count: fields.paymentWorkingDays }),
    },
    {
      field: 'instalments',
      value: instalments
        ? t('instalments', {
            count: instalments.months,
            percent: formatPercent(instalments.firstPartBp / 100),
          })
        : t('paidAtOnce'),
    },
    {
      field: 'choices',
      value: fields.choices ? (
        <ul className={css.lines}>
          {choiceLines(t, fields.choices).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : null,
    },
    {
      field: 'requisites',
      value: requisites ? <Requisites requisites={requisites} /> : null,
    },
  ];
}
