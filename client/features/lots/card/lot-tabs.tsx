import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LotDetails } from '#shared/api/lots.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { formatDuration } from '#client/lib/format/duration.ts';
import { formatCount } from '#client/lib/format/locale.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { MoneyText } from '#client/ui/money-text.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import css from './card.module.css';

const TABS = ['property', 'lot', 'customer'] as const;

/** What is sold, under which rules, by whom. */
export function LotTabs({ lot }: { lot: LotDetails }) {
  const { t } = useTranslation('lots');
  const [active, setActive] = useState<(typeof TABS)[number]>('property');
  return (
    <div className={css.tabs}>
      <Tabs
        label={t('card.tabs')}
        tabs={TABS.map((key) => ({ key, label: t(`card.${key}`) }))}
        active={active}
        onChange={setActive}
      >
        {active === 'property' ? <Property lot={lot} /> : null}
        {active === 'lot' ? <Terms lot={lot} /> : null}
        {active === 'customer' ? <Customer lot={lot} /> : null}
      </Tabs>
    </div>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Property({ lot }: { lot: LotDetails }) {
  const { t } = useTranslation('lots');
  const localized = useLocalized();
  return (
    <>
      <p className={css.description}>{localized(lot.description)}</p>
      <dl className={css.rows}>
        <Row label={t('filter.category')}>{localized(lot.category)}</Row>
        <Row label={t('filter.region')}>{localized(lot.region)}</Row>
        <Row label={t('card.address')}>{localized(lot.address)}</Row>
        <Row label={t('card.quantity')}>{formatCount(lot.quantity)}</Row>
      </dl>
    </>
  );
}

function Terms({ lot }: { lot: LotDetails }) {
  const { t } = useTranslation('lots');
  const { overtime, minParticipants } = lot.rules;
  return (
    <dl className={css.rows}>
      <Row label={t('filter.tradeType')}>{t(`tradeType.${lot.tradeType}`)}</Row>
      <Row label={t('filter.orderType')}>{t(`orderType.${lot.orderType}`)}</Row>
      <Row label={t('card.published')}>{formatDateTime(lot.publishedAtMs)}</Row>
      <Row label={t('card.starts')}>{formatDateTime(lot.opensAtMs)}</Row>
      <Row label={t('card.ends')}>{formatDateTime(lot.closesAtMs)}</Row>
      <Row label={t('card.firstSuggested')}>
        <MoneyText tiyin={lot.firstSuggestedTiyin} />
      </Row>
      <Row label={t('card.overtime')}>
        {overtime
          ? t('card.overtimeRule', {
              window: formatDuration(overtime.windowMs),
              extend: formatDuration(overtime.extendToMs),
            })
          : t('card.overtimeNone')}
      </Row>
      <Row label={t('card.minParticipants')}>
        {t(`card.minAt.${minParticipants.at}`, { count: minParticipants.count })}
      </Row>
      {lot.practice ? null : (
        <Row label={t('card.payIn')}>{t('card.workingDays', { count: lot.paymentWorkingDays })}</Row>
      )}
      <Row label={t('card.rules')}>
        {t(`ruleSet.${lot.ruleSet}`)} ({t('card.version', { version: lot.ruleSetVersion })})
      </Row>
    </dl>
  );
}

function Customer({ lot }: { lot: LotDetails }) {
  const { t } = useTranslation('lots');
  const localized = useLocalized();
  const { name, ownerType, phone, email } = lot.customer;
  return (
    <dl className={css.rows}>
      <Row label={t('card.customerName')}>{localized(name)}</Row>
      <Row label={t('card.ownerType')}>{t(`ownerType.${ownerType}`)}</Row>
      {phone ? (
        <Row label={t('card.phone')}>
          <a href={`tel:${phone}`}>{phone}</a>
        </Row>
      ) : null}
      {email ? (
        <Row label={t('card.email')}>
          <a href={`mailto:${email}`}>{email}</a>
        </Row>
      ) : null}
    </dl>
  );
}
