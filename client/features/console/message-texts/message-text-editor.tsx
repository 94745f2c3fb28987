import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  consoleMessageText,
  editMessageText,
  type ConsoleMessageText,
} from '#shared/api/console/console-message-texts.ts';
import { LANGUAGES, type Language } from '#shared/i18n/languages.ts';
import { messageTextProblems, type MessageTexts } from '#shared/notifications/own-texts.ts';
import type { TemplateName } from '#shared/notifications/templates.ts';
import { OpenNewVersion } from '#client/entities/dictionary/open-new-version.tsx';
import { MessagePreview } from '#client/entities/message-words/message-preview.tsx';
import { PlaceholderList } from '#client/entities/message-words/placeholder-list.tsx';
import { lacksWords, sameWords, WordsFields } from '#client/entities/message-words/words-fields.tsx';
import { call } from '#client/lib/api-client.ts';
import { paths } from '#client/lib/paths.ts';
import { BackLink } from '#client/ui/back-link.tsx';
import { NotRead } from '#client/ui/not-read.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { MessageTextHistory } from './message-text-history.tsx';
import { MessageTextTest } from './message-text-test.tsx';
import writing from '#client/ui/writing.module.css';

/** Puts a new version of a message where the screens read it. */
function useStore(template: TemplateName): (saved: ConsoleMessageText) => void {
  const queries = useQueryClient();
  return (saved) => {
    queries.setQueryData(['console-message-text', template], saved);
    void queries.invalidateQueries({ queryKey: ['console-message-texts'] });
  };
}

/** One message: its words beside what people get, a test to oneself, and who changed it. */
export function MessageTextEditor({ template, mayWrite }: { template: TemplateName; mayWrite: boolean }) {
  const { t } = useTranslation('console-message-texts');
  const { data, error, refetch } = useQuery({
    queryKey: ['console-message-text', template],
    queryFn: ({ signal }) => call(consoleMessageText, { params: { template }, signal }),
    // What is being edited must not change while somebody types; a save against an old version is refused.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  // Somebody else's version, and a restored one, replace what is in the form; one's own save leaves it alone.
  const [reloads, setReloads] = useState(0);
  const renew = () => setReloads((count) => count + 1);
  const store = useStore(template);
  return (
    <div className={writing.page}>
      <BackLink to={paths.console('message-texts')}>{t('back')}</BackLink>
      <PageTitle>{data?.title ?? t('message')}</PageTitle>
      {data ? null : <NotRead error={error} onRetry={() => void refetch()} height={640} />}
      {data ? (
        <>
          <div>
            <Badge colour={data.changed ? 'primary' : 'info'}>
              {t(data.changed ? 'changedBadge' : 'shipped')}
            </Badge>
          </div>
          <Words
            key={reloads}
            item={data}
            mayWrite={mayWrite}
            onSaved={store}
            reload={() => void refetch().then(renew)}
          />
          <MessageTextHistory
            item={data}
            mayWrite={mayWrite}
            onRestored={(saved) => {
              store(saved);
              renew();
            }}
          />
        </>
      ) : null}
    </div>
  );
}

interface WordsProps {
  item: ConsoleMessageText;
  mayWrite: boolean;
  onSaved: (saved: ConsoleMessageText) => void;
  reload: () => void;
}

function Words({ item, mayWrite, onSaved, reload }: WordsProps) {
  const { t } = useTranslation(['console-message-texts', 'content']);
  const { template, version, placeholders, samples } = item;
  const [language, setLanguage] = useState<Language>('uz');
  const [texts, setTexts] = useState<MessageTexts>(item.texts);
  const save = useMutation({
    mutationFn: () => call(editMessageText, { params: { template }, body: { version, texts } }),
    // Not retried: the form says what went wrong and leaves the words as they are.
    onSuccess: (saved) => {
      onSaved(saved);
      notify('success', t('saved'));
    },
  });
  const changed = !sameWords(texts, item.texts);
  const problems = messageTextProblems(texts, placeholders, samples);
  const empty = lacksWords(texts);
  return (
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
            save.mutate();
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
                disabled={!changed || empty || problems.length > 0}
                loading={save.isPending}
              >
                {t('content:save')}
              </Button>
              <OpenNewVersion error={save.error} code="console-message-texts.changed" reload={reload} />
            </div>
          ) : null}
          <PlaceholderList placeholders={placeholders} samples={samples[language]} />
        </form>
        <div className={writing.form}>
          <MessagePreview texts={texts} language={language} samples={samples[language]} />
          {mayWrite ? (
            <MessageTextTest
              template={template}
              language={language}
              texts={texts}
              unusable={empty || problems.length > 0}
            />
          ) : null}
        </div>
      </div>
    </Tabs>
  );
}
