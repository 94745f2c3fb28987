import { useTranslation } from 'react-i18next';

/** Language of the page as the calls name it: an answer belongs to one language, also in the cache. */
export function useNewsLanguage(): 'uz' | 'ru' | 'uz-cyrl' | 'en' {
  const { i18n } = useTranslation('news');
  return i18n.language.toLowerCase() as 'uz' | 'ru' | 'uz-cyrl' | 'en';
}
