import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  CONTENT_LANGUAGES,
  CONTENT_LIMITS,
  contentIn,
  type ContentLanguage,
  type ContentPart,
  type ContentTexts,
} from '#shared/content/texts.ts';
import { fillPlaceholders } from '#shared/content/fill-figures.ts';
import { markupOf } from '#shared/content/markup.ts';
import { mapTexts } from '#shared/i18n/pages/map-texts.ts';
import { Button } from '#client/ui/button.tsx';
import { InputField, TextField } from '#client/ui/input-field.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { ArticleBlocks } from './article-block.tsx';
import css from './content-fields.module.css';

type Figures = Readonly<Record<ContentLanguage, Readonly<Record<string, string>>>>;

interface ContentFieldsProps {
  texts: ContentTexts;
  readOnly: boolean;
  /** The figures of placeholders, by language: the preview shows them. */
  figures?: Figures;
  onChange: (texts: ContentTexts) => void;
  /** Below the fields: errors and buttons of the form. */
  children: ReactNode;
  onSubmit: () => void;
}

/** Texts in four languages beside what readers see of them. */
export function ContentFields(props: ContentFieldsProps) {
  const { texts, readOnly, figures, onChange, children, onSubmit } = props;
  const { t } = useTranslation('content');
  const [language, setLanguage] = useState<ContentLanguage>('uz');
  const field = (part: ContentPart) => ({
    name: part,
    label: t(`field.${part}`),
    lang: language,
    maxLength: CONTENT_LIMITS[part],
    readOnly,
    value: texts[language][part],
    onChange: (event: { target: { value: string } }) =>
      onChange({ ...texts, [language]: { ...texts[language], [part]: event.target.value } }),
  });
  const takeMade = () => {
    const { title, summary, blocks } = contentIn(texts, 'uz-Cyrl');
    onChange({ ...texts, 'uz-Cyrl': { title, summary, body: markupOf(blocks) } });
  };
  return (
    <Tabs
      label={t('languages')}
      tabs={CONTENT_LANGUAGES.map((key) => ({ key, label: t(`language.${key}`) }))}
      active={language}
      onChange={setLanguage}
    >
      <div className={css.columns}>
        <form
          className={css.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit();
          }}
        >
          <InputField {...field('title')} />
          <TextField {...field('summary')} />
          <TextField {...field('body')} rows={14} hint={t('field.bodyHint')} />
          {language === 'uz' ? <p className={css.caption}>{t('cyrillicNote')}</p> : null}
          {language === 'uz-Cyrl' ? <p className={css.caption}>{t('correctionNote')}</p> : null}
          {language === 'en' ? <p className={css.caption}>{t('englishNote')}</p> : null}
          {language === 'uz-Cyrl' && !readOnly && texts['uz-Cyrl'].body === '' ? (
            <div>
              <Button variant="default" size="md" onClick={takeMade}>
                {t('takeMade')}
              </Button>
            </div>
          ) : null}
          {children}
        </form>
        <Preview texts={texts} language={language} figures={figures} />
      </div>
    </Tabs>
  );
}

interface PreviewProps {
  texts: ContentTexts;
  language: ContentLanguage;
  figures: Figures | undefined;
}

function Preview({ texts, language, figures }: PreviewProps) {
  const { t } = useTranslation('content');
  const { language: written, ...plain } = contentIn(texts, language);
  // A name without a figure stays in its braces, so that it is seen.
  const fill = (text: string): string =>
    figures ? fillPlaceholders(text, figures[written], (name) => `{{${name}}}`) : text;
  const shown = { language: written, ...mapTexts({ ...plain, updatedOn: '' }, fill) };
  return (
    <section className={css.preview} aria-label={t('preview')} lang={shown.language}>
      <p className={css.caption}>{t('preview')}</p>
      <h3>{shown.title || t('untitled')}</h3>
      <p className={css.summary}>{shown.summary}</p>
      <ArticleBlocks blocks={shown.blocks} />
    </section>
  );
}
