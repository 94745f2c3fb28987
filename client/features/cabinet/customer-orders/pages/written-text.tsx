import { useTranslation } from 'react-i18next';
import type { TwoTexts } from '#shared/orders/order-fields.ts';
import css from '../customer-orders.module.css';

/** A text in the languages it was written in. */
export function WrittenText({ text }: { text: TwoTexts }) {
  const { t } = useTranslation('customer-orders');
  return (['uz', 'ru'] as const)
    .filter((language) => text[language])
    .map((language) => (
      <span key={language} className={css.written}>
        <small>{t(`language.${language}`)}</small>
        <span lang={language}>{text[language]}</span>
      </span>
    ));
}
