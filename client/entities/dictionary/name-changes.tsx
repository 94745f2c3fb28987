import { useTranslation } from 'react-i18next';
import { completeEntryNames } from '#shared/content/complete-entry-names.ts';
import type { EntryNames } from '#shared/content/entry-names.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { Muted } from '#client/ui/dialog-parts.tsx';
import css from './dictionary.module.css';

const LANGUAGES = ['uz', 'ru', 'uz-Cyrl', 'en'] as const;

/** What a proposal of another name changes: in each language that differs, the name that lots show now and the one after it. */
export function NameChanges({ before, names }: { before: LocalizedText; names: EntryNames }) {
  const { t } = useTranslation('content');
  // Names left empty are made, as the server makes them.
  const after = completeEntryNames(names) ?? names;
  return (
    <>
      <Muted>{t('name.shown')}</Muted>
      <dl className={css.changes}>
        {LANGUAGES.filter((language) => before[language] !== after[language]).map((language) => (
          <div key={language}>
            <dt>{t(`language.${language}`)}</dt>
            <dd lang={language}>
              <del>{before[language]}</del> → <ins>{after[language]}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
