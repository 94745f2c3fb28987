import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  cancelHelpPage,
  publishHelpPage,
  type ConsoleHelpPage,
} from '#shared/api/console/console-help-pages.ts';
import { NamedInstant } from '#client/entities/staff-work/named-instant.tsx';
import { call } from '#client/lib/api-client.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import { instantOf, isNoInstant, NO_INSTANT } from '#client/ui/instant-field.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { useStoreHelpPage } from './use-store-help-page.ts';
import writing from '#client/ui/writing.module.css';

interface HelpPageActionsProps {
  item: ConsoleHelpPage;
  /** The texts on the screen are not those that are saved. */
  unsaved: boolean;
}

/** Publication at once or at an instant in Tashkent, and the end of one that waits. */
export function HelpPageActions({ item, unsaved }: HelpPageActionsProps) {
  const { t } = useTranslation('help-pages');
  const store = useStoreHelpPage();
  const { page, version, scheduled, unpublished } = item;
  const [at, setAt] = useState(NO_INSTANT);
  const [asking, setAsking] = useState<'publish' | 'cancel' | null>(null);
  const atMs = instantOf(at);
  // At once only where nothing is typed: what is half typed is meant for later.
  const now = isNoInstant(at);
  const act = useMutation({
    mutationFn: (action: 'publish' | 'cancel') =>
      action === 'publish'
        ? call(publishHelpPage, { params: { page }, body: { version, atMs } })
        : call(cancelHelpPage, { params: { page }, body: { version } }),
    onSuccess: (saved, action) => {
      store(saved);
      notify('success', t(`done.${action}`));
    },
    // Not retried: the reason is shown beside the buttons, which stay.
    onSettled: () => setAsking(null),
  });
  if (!unpublished && !scheduled && !unsaved) return null;
  return (
    <section className={writing.card} aria-label={t('publication')}>
      {unsaved ? <p className={writing.muted}>{t('saveFirst')}</p> : null}
      <div className={writing.actions}>
        {unpublished ? (
          <>
            <NamedInstant name={t('publishAt')} problem={null} value={at} onChange={setAt} />
            <Button
              size="md"
              disabled={unsaved || (!now && atMs === null)}
              onClick={() => setAsking('publish')}
            >
              {t(now ? 'publishNow' : 'publishThen')}
            </Button>
          </>
        ) : null}
        {scheduled ? (
          <Button size="md" variant="default" onClick={() => setAsking('cancel')}>
            {t('cancelPublication')}
          </Button>
        ) : null}
      </div>
      <FormError error={act.error} />
      <ConfirmDialog
        opened={asking !== null}
        title={t(asking === 'cancel' ? 'cancelTitle' : 'publishTitle')}
        confirm={t(asking === 'cancel' ? 'cancelPublication' : 'publish')}
        cancel={t('cancel')}
        busy={act.isPending}
        onConfirm={() => asking && act.mutate(asking)}
        onCancel={() => setAsking(null)}
      >
        {t(asking === 'cancel' ? 'cancelText' : 'publishText')}
      </ConfirmDialog>
    </section>
  );
}
