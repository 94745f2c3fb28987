import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '#shared/i18n/languages.ts';
import { switchLanguage } from '#client/i18n/i18n.ts';
import { useSiteInfo } from '#client/lib/site-info.ts';
import { saveLanguage } from '#client/lib/save-language.ts';
import css from './layout.module.css';

const SHORT: Record<Language, string> = { uz: "O'Z", ru: 'РУ', 'uz-Cyrl': 'ЎЗ', en: 'EN' };
const FULL: Record<Language, string> = {
  uz: 'Oʻzbekcha',
  ru: 'Русский',
  'uz-Cyrl': 'Ўзбекча',
  en: 'English',
};
const OFFERED: readonly Language[] = ['uz', 'ru'];

/** Tells the server, and on its yes switches the page; a failure changes nothing and says nothing. */
export function LanguagePicker() {
  const { t, i18n } = useTranslation('layout');
  const offered = useSiteInfo()?.pickerLanguages ?? OFFERED;
  const [busy, setBusy] = useState(false);

  const choose = async (language: Language) => {
    if (busy || language === i18n.language) return;
    setBusy(true);
    try {
      await saveLanguage(language);
      await switchLanguage(language);
    } catch {
      // Not retried and not shown, as specified: the page stays in its language and the person may press again.
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className={css.languages} role="group" aria-label={t('language')}>
      {offered.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={language === i18n.language}
          onClick={() => void choose(language)}
        >
          {SHORT[language]}
          <span className="sr-only"> {FULL[language]}</span>
        </button>
      ))}
    </div>
  );
}
