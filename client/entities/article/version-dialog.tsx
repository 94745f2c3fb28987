import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { compareLines, type ComparedLine } from '#shared/content/compare-lines.ts';
import {
  CONTENT_LANGUAGES,
  CONTENT_PARTS,
  type ContentLanguage,
  type ContentTexts,
} from '#shared/content/texts.ts';
import { recovering } from '#client/lib/recover.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import layout from '#client/ui/layout.module.css';
import css from './content-fields.module.css';

interface VersionDialogProps {
  number: number;
  /** Where the version's texts are found in the cache, and how they are read. */
  queryKey: readonly unknown[];
  read: (signal: AbortSignal) => Promise<ContentTexts>;
  /** The newest texts that are saved. */
  now: ContentTexts;
  /** null: this person may not, or it is the newest version. */
  restore: { run: () => void; busy: boolean; error: unknown } | null;
  onClose: () => void;
}

const wholeText = (texts: ContentTexts, language: ContentLanguage): string =>
  CONTENT_PARTS.map((part) => texts[language][part]).join('\n\n');

/** What an earlier version says otherwise than the newest one, and its restoration. */
export function VersionDialog({ number, queryKey, read, now, restore, onClose }: VersionDialogProps) {
  const { t } = useTranslation('content');
  const [language, setLanguage] = useState<ContentLanguage>('uz');
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKey],
    queryFn: ({ signal }) => read(signal),
    // A version never changes.
    staleTime: Number.POSITIVE_INFINITY,
    ...recovering(),
  });
  return (
    <Dialog wide title={t('compareTitle', { number })} onClose={onClose}>
      <div className={layout.stack3}>
        {!data && error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {!data && !error ? <Skeleton height={240} radius={8} /> : null}
        {data ? (
          <Tabs
            label={t('languages')}
            tabs={CONTENT_LANGUAGES.map((key) => ({ key, label: t(`language.${key}`) }))}
            active={language}
            onChange={setLanguage}
          >
            <Lines
              lines={compareLines(wholeText(data, language), wholeText(now, language))}
              lang={language}
            />
          </Tabs>
        ) : null}
        {restore ? <p className={css.caption}>{t('restoreText')}</p> : null}
        {restore ? <FormError error={restore.error} /> : null}
      </div>
      <div className={css.dialogActions}>
        <Button variant="default" size="md" onClick={onClose}>
          {t('close')}
        </Button>
        {restore ? (
          <Button size="md" loading={restore.busy} disabled={!data} onClick={restore.run}>
            {t('restore')}
          </Button>
        ) : null}
      </div>
    </Dialog>
  );
}

function Lines({ lines, lang }: { lines: readonly ComparedLine[]; lang: string }) {
  const { t } = useTranslation('content');
  if (lines.every(({ kind }) => kind === 'same')) return <p className={css.caption}>{t('compareSame')}</p>;
  const words = { removed: t('was'), added: t('becomes') };
  return (
    // Scrolls, so that the keyboard has to reach it.
    <ul className={css.lines} lang={lang} tabIndex={0}>
      {lines.map(({ kind, text }, at) => (
        <li key={at} className={kind === 'same' ? undefined : css[kind]}>
          {kind === 'same' ? null : <span className="sr-only">{words[kind]}: </span>}
          {text}
        </li>
      ))}
    </ul>
  );
}
