import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  consoleHelpPage,
  editHelpPage,
  type ConsoleHelpPage,
} from '#shared/api/console/console-help-pages.ts';
import type { HelpPageName } from '#shared/api/pages.ts';
import { CONTENT_LANGUAGES, CONTENT_PARTS } from '#shared/content/texts.ts';
import { ContentFields } from '#client/entities/article/content-fields.tsx';
import { OpenNewVersion } from '#client/entities/dictionary/open-new-version.tsx';
import { call } from '#client/lib/api-client.ts';
import { paths } from '#client/lib/paths.ts';
import { BackLink } from '#client/ui/back-link.tsx';
import { NotRead } from '#client/ui/not-read.tsx';
import { Button } from '#client/ui/button.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { HelpPageActions } from './help-page-actions.tsx';
import { HelpPageHistory } from './help-page-history.tsx';
import { PublicState } from './public-state.tsx';
import { useStoreHelpPage } from './use-store-help-page.ts';
import writing from '#client/ui/writing.module.css';
import css from './console-help-pages.module.css';

/** One help page: its texts beside their preview, what may be done with them, and their history. */
export function HelpPageEditor({ page, mayWrite }: { page: HelpPageName; mayWrite: boolean }) {
  const { t } = useTranslation(['help-pages', 'info']);
  const { data, error, refetch } = useQuery({
    queryKey: ['console-help-page', page],
    queryFn: ({ signal }) => call(consoleHelpPage, { params: { page }, signal }),
    // What is being edited must not change while somebody types; a save against an old version is refused.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  // Somebody else's version, and a restored one, replace what is in the form; one's own save leaves it alone.
  const [reloads, setReloads] = useState(0);
  const renew = () => setReloads((count) => count + 1);
  return (
    <div className={writing.page}>
      <BackLink to={paths.console('help-pages')}>{t('back')}</BackLink>
      <PageTitle>{t(`info:page.${page}`)}</PageTitle>
      {data ? null : <NotRead error={error} onRetry={() => void refetch()} height={640} />}
      {data ? (
        <>
          <PublicState of={data} />
          <Texts key={reloads} item={data} mayWrite={mayWrite} reload={() => void refetch().then(renew)} />
          <HelpPageHistory item={data} mayWrite={mayWrite} onRestored={renew} />
        </>
      ) : null}
    </div>
  );
}

function Texts({ item, mayWrite, reload }: { item: ConsoleHelpPage; mayWrite: boolean; reload: () => void }) {
  const { t } = useTranslation(['help-pages', 'content']);
  const store = useStoreHelpPage();
  const { page, version } = item;
  const [texts, setTexts] = useState(item.texts);
  const save = useMutation({
    mutationFn: () => call(editHelpPage, { params: { page }, body: { version, texts } }),
    // Not retried: the form says what went wrong and keeps the texts.
    onSuccess: (saved) => {
      store(saved);
      notify('success', t('saved'));
    },
  });
  const changed = CONTENT_PARTS.some((part) =>
    CONTENT_LANGUAGES.some((each) => texts[each][part] !== item.texts[each][part]),
  );
  return (
    <>
      <ContentFields
        texts={texts}
        figures={item.figures}
        readOnly={!mayWrite}
        onChange={setTexts}
        onSubmit={() => save.mutate()}
      >
        <FormError error={save.error} />
        {mayWrite ? (
          <div className={writing.actions}>
            <Button type="submit" size="md" disabled={!changed} loading={save.isPending}>
              {t('content:save')}
            </Button>
            <OpenNewVersion error={save.error} code="help-pages.changed" reload={reload} />
          </div>
        ) : null}
        <Placeholders figures={item.figures.ru} />
      </ContentFields>
      {mayWrite ? <HelpPageActions item={item} unsaved={changed} /> : null}
    </>
  );
}

/** What may be written instead of figures of the rules, with what readers get now. */
function Placeholders({ figures }: { figures: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('help-pages');
  return (
    <details className={`${writing.placeholders} ${css.all}`}>
      <summary>{t('placeholders')}</summary>
      <p className={writing.muted}>{t('placeholdersLead')}</p>
      <dl>
        {Object.entries(figures).map(([name, figure]) => (
          <div key={name}>
            <dt>{`{{${name}}}`}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
