import { useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { LotTabDetails } from '#shared/api/site/lot-tabs.ts';
import { baseAmount } from '#shared/api/site/reference.ts';
import { monthlyRentTiyin } from '#shared/trade/rent.ts';
import { call } from '#client/lib/api-client.ts';
import { depositLimit } from '#client/entities/application/deposit-limit.ts';
import { useNames } from '#client/lib/dictionary-names.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { formatDecimal } from '#client/lib/format/locale.ts';
import { formatMoney, formatPercent } from '#client/lib/format/money.ts';
import { recovering } from '#client/lib/recover.ts';
import { MoneyText } from '#client/ui/money-text.tsx';
import { ApplicationsUntil } from '../price-panel.tsx';
import { useOvertimeFacts } from '../overtime-facts.ts';
import { LotHistory } from '../lot-history.tsx';
import { GivenTabs, LoadedTab, Row, Rows } from './loaded-tab.tsx';

/** The base amount changes a few times in ten years. */
const DAY_MS = 86_400_000;

type Terms = Extract<LotTabDetails, { tab: 'lot' }>;

/** Under which rules it is sold, and what has happened to the lot so far. */
export default function TermsTab({ lotId, practice }: { lotId: number; practice: boolean }) {
  const published = useContext(GivenTabs) === null;
  return (
    <LoadedTab lotId={lotId} tab="lot">
      {(terms) => (
        <>
          <TermRows terms={terms} practice={practice} />
          {published ? <LotHistory lotId={lotId} /> : null}
        </>
      )}
    </LoadedTab>
  );
}

function TermRows({ terms, practice }: { terms: Terms; practice: boolean }) {
  const { t } = useTranslation('card');
  const method = useNames('order-methods');
  const orderType = useNames('order-types');
  const orderStatus = useNames('order-statuses');
  const auction = terms.tradeType === 'auction';
  return (
    <Rows>
      <Row label={t('lots:filter.tradeType')}>
        {method(terms.tradeType) ?? t(`lots:tradeType.${terms.tradeType}`)}
      </Row>
      <Row label={t('lots:filter.orderType')}>
        {orderType(terms.orderType) ?? t(`lots:orderType.${terms.orderType}`)}
      </Row>
      {terms.orderId === null ? null : (
        <Row label={t('order')}>
          № {terms.orderId}, {t('orderLots', { count: terms.orderLots })}
        </Row>
      )}
      {terms.orderStatus === null ? null : (
        <Row label={t('orderStatus')}>{orderStatus(terms.orderStatus) ?? ''}</Row>
      )}
      {terms.stayDays === null ? null : (
        <Row label={t('stay')}>
          {terms.stayDays === 'until-sold' ? t('stayUntilSold') : t('stayDays', { count: terms.stayDays })}
        </Row>
      )}
      <Row label={t('fact.published')}>{formatDateTime(terms.publishedAtMs)}</Row>
      {practice || !auction ? null : (
        <Row label={t('fact.applications')}>
          <ApplicationsUntil atMs={terms.applicationsUntilMs} />
        </Row>
      )}
      <Row label={t('fact.starts')}>{formatDateTime(terms.opensAtMs)}</Row>
      <Row label={t('fact.ends')}>{formatDateTime(terms.closesAtMs)}</Row>
      <Row label={t(auction ? 'lots:tile.startPrice' : 'lots:tile.fixedPrice')}>
        <MoneyText tiyin={terms.startPriceTiyin} />
      </Row>
      {terms.estimatedPriceTiyin === null ? null : (
        <Row label={t('fact.estimatedPrice')}>
          <MoneyText tiyin={terms.estimatedPriceTiyin} />
        </Row>
      )}
      <RentRows rent={terms.rent} priceTiyin={terms.startPriceTiyin} />
      <BaseAmounts priceTiyin={terms.startPriceTiyin} />
      {auction ? <AuctionRows terms={terms} /> : null}
      {practice ? null : (
        <>
          {auction ? (
            <Row label={t('fact.payIn')}>{t('fact.workingDays', { count: terms.paymentWorkingDays })}</Row>
          ) : null}
          <Row label={t('instalment')}>
            {terms.instalmentMonths === null
              ? t(auction ? 'inFull' : 'inFullAtOnce')
              : t('byParts', { count: terms.instalmentMonths })}
            {terms.firstPartBp === null ? null : (
              <>, {t('firstPart', { percent: formatPercent(terms.firstPartBp / 100) })}</>
            )}
          </Row>
        </>
      )}
      <Row label={t('fact.rules')}>
        {t(`ruleSet.${terms.ruleSet}`)} ({t('fact.version', { version: terms.ruleSetVersion })})
      </Row>
    </Rows>
  );
}

/** What only an auction has: the deposit, its steps and how its room goes. */
function AuctionRows({ terms }: { terms: Terms }) {
  const { t } = useTranslation('card');
  const { minParticipants, autoBid } = terms.rules;
  const overtime = useOvertimeFacts(terms);
  const limitTiyin = depositLimit(terms);
  return (
    <>
      <Row label={t('fact.deposit')}>
        {terms.depositTiyin === 0 ? (
          t('fact.noDeposit')
        ) : (
          <>
            <MoneyText tiyin={terms.depositTiyin} /> ({formatPercent(terms.depositPercent)})
          </>
        )}
      </Row>
      <Row label={t('fact.firstStep')}>
        <MoneyText tiyin={terms.firstStepTiyin} />
        {terms.firstStepPercent === null ? null : <> ({formatPercent(terms.firstStepPercent)})</>}
      </Row>
      <Row label={t('fact.firstSuggested')}>
        <MoneyText tiyin={terms.firstSuggestedTiyin} />
      </Row>
      {overtime.length === 0 ? <Row label={t('fact.overtime')}>{t('fact.overtimeNone')}</Row> : null}
      {overtime.map(([label, text]) => (
        <Row key={label} label={label}>
          {text}
        </Row>
      ))}
      {autoBid === 'aboveRunnerUp' ? (
        <Row label={t('fact.autoBid')}>{t('fact.autoBidAboveRunnerUp')}</Row>
      ) : null}
      {limitTiyin === null ? null : (
        <Row label={t('fact.limit')}>
          <MoneyText tiyin={limitTiyin} />
        </Row>
      )}
      <Row label={t('fact.minParticipants')}>
        {t(`fact.minAt.${minParticipants.at}`, { count: minParticipants.count })}
      </Row>
    </>
  );
}

/** Of a lot that is let: the term the price is for, and the same a month. */
function RentRows({ rent, priceTiyin }: { rent: Terms['rent']; priceTiyin: number }) {
  const { t } = useTranslation('card');
  if (!rent) return null;
  const monthlyTiyin = monthlyRentTiyin(priceTiyin, rent.months);
  return (
    <>
      <Row label={t('tenure.term')}>
        {rent.months === null ? t('tenure.rentInPapers') : t('tenure.months', { count: rent.months })}
      </Row>
      {monthlyTiyin === null ? null : (
        <Row label={t('tenure.monthly')}>
          <MoneyText tiyin={monthlyTiyin} />
        </Row>
      )}
    </>
  );
}

/** The start price in base calculation amounts, by which the rules tell dear lots from others. Left out until it is known. */
function BaseAmounts({ priceTiyin }: { priceTiyin: number }) {
  const { t } = useTranslation('card');
  const { data } = useQuery({
    queryKey: ['base-amount'],
    queryFn: () => call(baseAmount),
    staleTime: DAY_MS,
    ...recovering(),
  });
  if (!data) return null;
  // Hundredths, rounded down.
  const times = Number((BigInt(priceTiyin) * 100n) / BigInt(data.amountTiyin)) / 100;
  return (
    <Row label={t('fact.baseAmounts')}>
      {t('fact.baseAmountsValue', { times: formatDecimal(times), amount: formatMoney(data.amountTiyin) })}
    </Row>
  );
}
