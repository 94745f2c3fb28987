import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { storeContactTemplate, type ContactTemplate } from '#shared/api/console/contact-templates.ts';
import { ANSWER_PLACEHOLDERS, ANSWER_SAMPLES } from '#shared/contact/answers.ts';
import { LANGUAGES, type Language } from '#shared/i18n/languages.ts';
import { messageTextProblems, wordsIn, type MessageTexts } from '#shared/notifications/own-texts.ts';
import { ChangeHistory } from '#client/entities/dictionary/change-history.tsx';
import { OpenNewVersion } from '#client/entities/dictionary/open-new-version.tsx';
import { MessagePreview } from '#client/entities/message-words/message-preview.tsx';
import { PlaceholderList } from '#client/entities/message-words/placeholder-list.tsx';
import { lacksWords, sameWords, WordsFields } from '#client/entities/message-words/words-fields.tsx';
import { call } from '#client/lib/api-client.ts';
import { currentLanguage } from '#client/i18n/i18n.ts';
import { paths } from '#client/lib/paths.ts';
import { BackLink } from '#client/ui/back-link.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { notify } from '#client/ui/toasts.tsx';
import writing from '#client/ui/writing.module.css';

const NO_WORDS = { title: '', text: '' };
const EMPTY: MessageTexts = { uz: NO_WORDS, ru: NO_WORDS, en: NO_WORDS };

interface ContactTemplateEditorProps {
  /** null: a new one. */
  template: ContactTemplate | null;
  mayWrite: boolean;
  /** Puts the newest version into the form. */
  reload: () => void;
}

/** One template: its words beside what people get, and who changed it. */
export function ContactTemplateEditor({ template, mayWrite, reload }: ContactTemplateEditorProps) {
  const { t } = useTranslation(['console-contact', 'content', 'staff']);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [language, setLanguage] = useState<Language>('uz');
  const [texts, setTexts] = useState<MessageTexts>(template?.texts ?? EMPTY);
  // Sent again after a lost answer it is no second template.
  const newId = useRef(crypto.randomUUID());
  const save = useMutation({
    mutationFn: (stored: { texts: MessageTexts; retired: boolean }) =>
      call(storeContactTemplate, {
        params: { id: template?.id ?? newId.current },
        body: { version: template?.version ?? 0, ...stored },
      }),
    // Not retried: the form says what went wrong and leaves the words as they are.
    onSuccess: (saved) => {
      queries.setQueryData<ContactTemplate[]>(['contact-templates', 'edited'], (all) =>
        template ? all?.map((each) => (each.id === saved.id ? saved : each)) : [...(all ?? []), saved],
      );
      const retired = template?.retired ?? false;
      if (retired === saved.retired) notify('success', t('templates.saved'));
      else notify('success', t(saved.retired ? 'templates.retiredNow' : 'templates.restoredNow'));
      if (!template)
        void navigate(`${paths.console('contact-templates')}?item=${saved.id}`, { replace: true });
    },
  });
  const problems = messageTextProblems(texts, ANSWER_PLACEHOLDERS, ANSWER_SAMPLES);
  const unusable = lacksWords(texts) || problems.length > 0;
  return (
    <div className={writing.page}>
      <BackLink to={paths.console('contact-templates')}>{t('staff:page.contact-templates')}</BackLink>
      <PageTitle>
        {template ? wordsIn(template.texts, currentLanguage()).title : t('templates.new')}
      </PageTitle>
      {template?.retired ? (
        <div>
          <Badge colour="info">{t('templates.retired')}</Badge>
        </div>
      ) : null}
      <Tabs
        label={t('content:languages')}
        tabs={LANGUAGES.map((key) => ({ key, label: t(`content:language.${key}`) }))}
        active={language}
        onChange={setLanguage}
      >
        <div className={writing.columns}>
          <form
            className={writing.form}
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              save.mutate({ texts, retired: template?.retired ?? false });
            }}
          >
            <WordsFields
              texts={texts}
              language={language}
              readOnly={!mayWrite}
              problems={problems}
              onChange={setTexts}
            />
            <FormError error={save.error} />
            {mayWrite ? (
              <div className={writing.actions}>
                <Button
                  type="submit"
                  size="md"
                  disabled={unusable || (template !== null && sameWords(texts, template.texts))}
                  loading={save.isPending}
                >
                  {t('content:save')}
                </Button>
                {template ? (
                  <Button
                    variant="default"
                    size="md"
                    disabled={save.isPending}
                    onClick={() => save.mutate({ texts: template.texts, retired: !template.retired })}
                  >
                    {t(template.retired ? 'templates.restore' : 'templates.retire')}
                  </Button>
                ) : null}
                <OpenNewVersion error={save.error} code="console-contact.template-changed" reload={reload} />
              </div>
            ) : null}
            <PlaceholderList placeholders={ANSWER_PLACEHOLDERS} samples={ANSWER_SAMPLES[language]} />
          </form>
          <MessagePreview texts={texts} language={language} samples={ANSWER_SAMPLES[language]} />
        </div>
      </Tabs>
      {template ? (
        <ChangeHistory changes={template.changes} what={({ action }) => t(`templates.action.${action}`)} />
      ) : null}
    </div>
  );
}
