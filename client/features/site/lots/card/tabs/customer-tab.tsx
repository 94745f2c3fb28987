import { useTranslation } from 'react-i18next';
import { showPhone } from '#shared/validation/phone.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { LoadedTab, Row, Rows } from './loaded-tab.tsx';

/** Who sells, and how to reach them. */
export default function CustomerTab({ lotId }: { lotId: number }) {
  const { t } = useTranslation('card');
  const localized = useLocalized();
  return (
    <LoadedTab lotId={lotId} tab="customer">
      {({ name, ownerType, address, phone, extraPhone, email }) => (
        <Rows>
          <Row label={t('fact.customerName')}>{localized(name)}</Row>
          <Row label={t('fact.ownerType')}>{t(`ownerType.${ownerType}`)}</Row>
          {address ? <Row label={t('customerAddress')}>{localized(address)}</Row> : null}
          {phone ? (
            <Row label={t('fact.phone')}>
              <a href={`tel:${phone}`}>{showPhone(phone)}</a>
            </Row>
          ) : null}
          {extraPhone ? (
            <Row label={t('extraPhone')}>
              <a href={`tel:${extraPhone}`}>{showPhone(extraPhone)}</a>
            </Row>
          ) : null}
          {email ? (
            <Row label={t('fact.email')}>
              <a href={`mailto:${email}`}>{email}</a>
            </Row>
          ) : null}
        </Rows>
      )}
    </LoadedTab>
  );
}
