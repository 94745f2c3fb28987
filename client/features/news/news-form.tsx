import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  NEWS_LANGUAGES,
  NEWS_LIMITS,
  type ConsoleNews,
  type NewsLanguage,
  type NewsTexts,
} from '#shared/api/news.ts';
import { blocksOf } from '#shared/news/blocks.ts';
import { ApiError } from '#client/lib/api-client.ts';
import { Button } from '#client/ui/button.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import { InputField, TextField } from '#client/ui/input-field.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { ArticleBody } from './article-body.tsx';
import { NewsActions } from './news-actions.tsx';
import { useSaveNews } from './use-save-news.ts';
import css from './console-news.module.css';

const EMPTY = { title: '', summary: '', body: '' };
const NOTHING: NewsTexts = { uz: EMPTY, ru: EMPTY, en: EMPTY };
const PARTS = ['title', 'summary', 'body'] as const;

interface NewsFormProps {
  /** As it was read; null for one that is not saved yet. */
  item: ConsoleNews | null;
  mayWrite: boolean;
  /** Reads it again, after somebody else has changed it. */
  reload: () => void;
}

/** The texts in three languages beside their preview. */
export function NewsForm({ item, mayWrite, reload }: NewsFormProps) {
  const { t } = useTranslation('console-news');
  const [texts, setTexts] = useState(item?.texts ?? NOTHING);
  const [language, setLanguage] = useState<NewsLanguage>('uz');
  const save = useSaveNews(item);
  const changed = PARTS.some((part) =>
    NEWS_LANGUAGES.some((each) => texts[each][part] !== (item?.texts ?? NOTHING)[each][part]),
  );
  const write = (part: (typeof PARTS)[number], text: string) =>
    setTexts({ ...texts, [language]: { ...texts[language], [part]: text } });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(texts);
  };
  const field = (part: (typeof PARTS)[number]) => ({
    name: part,
    label: t(`field.${part}`),
    lang: language,
    maxLength: NEWS_LIMITS[part],
    readOnly: !mayWrite,
    value: texts[language][part],
    onChange: (event: { target: { value: string } }) => write(part, event.target.value),
  });
  const outdated = save.error instanceof ApiError && save.error.code === 'news.changed';

  return (
    <>
      <Tabs
        label={t('languages')}
        tabs={NEWS_LANGUAGES.map((key) => ({ key, label: t(`language.${key}`) }))}
        active={language}
        onChange={setLanguage}
      >
        <div className={css.columns}>
          <form className={css.form} onSubmit={submit} noValidate>
            <InputField {...field('title')} />
            <TextField {...field('summary')} />
            <TextField {...field('body')} rows={14} hint={t('field.bodyHint')} />
            {language === 'uz' ? <p className={css.caption}>{t('cyrillicNote')}</p> : null}
            {language === 'en' ? <p className={css.caption}>{t('englishNote')}</p> : null}
            <FormError error={save.error} />
            {mayWrite ? (
              <div className={css.actions}>
                <Button type="submit" size="md" disabled={!changed} loading={save.isPending}>
                  {item ? t('save') : t('saveDraft')}
                </Button>
                {outdated ? (
                  <Button variant="default" size="md" onClick={reload}>
                    {t('reload')}
                  </Button>
                ) : null}
              </div>
            ) : null}
          </form>
          <section className={css.preview} aria-label={t('preview')} lang={language}>
            <p className={css.caption}>{t('preview')}</p>
            <h3>{texts[language].title || t('untitled')}</h3>
            <p className={css.summary}>{texts[language].summary}</p>
            <ArticleBody blocks={blocksOf(texts[language].body)} />
          </section>
        </div>
      </Tabs>
      {item && mayWrite ? <NewsActions item={item} unsaved={changed} /> : null}
    </>
  );
}
