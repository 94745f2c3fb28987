import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { lotDetails } from '#shared/api/site/lots.ts';
import { showPhone } from '#shared/validation/phone.ts';
import { call } from '#client/lib/api-client.ts';
import { recovering } from '#client/lib/recover.ts';
import { useSiteInfo } from '#client/lib/site-info.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import css from './pick-up.module.css';

interface PickUpProps {
  lotId: number;
  protocolNumber: string | null;
  /** The whole price: before that nothing is handed over. */
  paid: boolean;
}

/** Who hands over what was bought, where it is, whom to call when, and which papers to bring. Needs `after-sale` texts. */
export function PickUp({ lotId, protocolNumber, paid }: PickUpProps) {
  const { t } = useTranslation(['after-sale', 'layout']);
  const localized = useLocalized();
  const site = useSiteInfo();
  const { data: lot } = useQuery({
    queryKey: ['lot-details', lotId],
    queryFn: ({ signal }) => call(lotDetails, { params: { id: lotId }, signal }),
    ...recovering(),
  });
  if (!lot) return null;
  const { customer, region, area, address } = lot;
  const place = [region, area, address].flatMap((each) => (each ? [localized(each)] : []));
  return (
    <section className={css.pickUp} aria-label={t('pickUp.title')}>
      <h3>{t('pickUp.title')}</h3>
      <p>{t(paid ? 'pickUp.now' : 'pickUp.later')}</p>
      <dl>
        <div>
          <dt>{t('pickUp.who')}</dt>
          <dd>{localized(customer.name)}</dd>
        </div>
        {customer.phone ? (
          <div>
            <dt>{t('pickUp.phone')}</dt>
            <dd>
              <a href={`tel:${customer.phone}`}>{showPhone(customer.phone)}</a>
            </dd>
          </div>
        ) : null}
        {customer.email ? (
          <div>
            <dt>{t('pickUp.email')}</dt>
            <dd>
              <a href={`mailto:${customer.email}`}>{customer.email}</a>
            </dd>
          </div>
        ) : null}
        <div>
          <dt>{t('pickUp.where')}</dt>
          <dd>{[...new Set(place)].join(', ')}</dd>
        </div>
        <div>
          <dt>{t('pickUp.papers')}</dt>
          <dd>
            {protocolNumber === null
              ? t('pickUp.papersText')
              : t('pickUp.papersWithProtocol', { number: protocolNumber })}
          </dd>
        </div>
        {site ? (
          <div>
            <dt>{t('pickUp.help')}</dt>
            <dd>
              <a href={`tel:${site.supportPhone}`}>{showPhone(site.supportPhone)}</a>,{' '}
              {t('layout:footer.hours', {
                from: t(`layout:days.${site.hours.fromDay}`),
                to: t(`layout:days.${site.hours.toDay}`),
                opens: site.hours.opens,
                closes: site.hours.closes,
              })}
            </dd>
          </div>
        ) : null}
      </dl>
    </section>
  );
}
