import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConsoleNews } from '#shared/api/site/news.ts';
import { CONTENT_LANGUAGES, CONTENT_PARTS, EMPTY_CONTENT, type ContentTexts } from '#shared/content/texts.ts';
import { ContentFields } from '#client/entities/article/content-fields.tsx';
import { ApiError } from '#client/lib/api-client.ts';
import { Button } from '#client/ui/button.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import writing from '#client/ui/writing.module.css';
import { NewsActions } from './news-actions.tsx';
import { useSaveNews } from './use-save-news.ts';

const NOTHING: ContentTexts = {
  uz: EMPTY_CONTENT,
  ru: EMPTY_CONTENT,
  'uz-Cyrl': EMPTY_CONTENT,
  en: EMPTY_CONTENT,
};

interface NewsFormProps {
  /** As it was read; null for one that is not saved yet. */
  item: ConsoleNews | null;
  mayWrite: boolean;
  /** Reads it again, after somebody else has changed it. */
  reload: () => void;
}

/** The texts in four languages beside their preview. */
export function NewsForm({ item, mayWrite, reload }: NewsFormProps) {
  const { t } = useTranslation(['console-news', 'content']);
  const [texts, setTexts] = useState(item?.texts ?? NOTHING);
  const save = useSaveNews(item);
  const changed = CONTENT_PARTS.some((part) =>
    CONTENT_LANGUAGES.some((each) => texts[each][part] !== (item?.texts ?? NOTHING)[each][part]),
  );
  const outdated = save.error instanceof ApiError && save.error.code === 'news.changed';

  return (
    <>
      <ContentFields
        texts={texts}
        readOnly={!mayWrite}
        onChange={setTexts}
        onSubmit={() => save.mutate(texts)}
      >
        <FormError error={save.error} />
        {mayWrite ? (
          <div className={writing.actions}>
            <Button type="submit" size="md" disabled={!changed} loading={save.isPending}>
              {item ? t('content:save') : t('saveDraft')}
            </Button>
            {outdated ? (
              <Button variant="default" size="md" onClick={reload}>
                {t('content:reload')}
              </Button>
            ) : null}
          </div>
        ) : null}
      </ContentFields>
      {item && mayWrite ? <NewsActions item={item} unsaved={changed} /> : null}
    </>
  );
}
