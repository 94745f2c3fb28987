import { useTranslation } from 'react-i18next';
import type { ContactData } from '#shared/content/contact-data.ts';

/** A sentence that names what has to be taken out of a text. Needs `lot-questions` texts. */
export function useContactText(): (found: readonly ContactData[]) => string {
  const { t } = useTranslation('lot-questions');
  return (found) => t('contact.lead', { what: found.map((kind) => t(`contact.${kind}`)).join(', ') });
}
