import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { publishNews, withdrawNews, type ConsoleNews } from '#shared/api/site/news.ts';
import { NamedInstant } from '#client/entities/staff-work/named-instant.tsx';
import { call } from '#client/lib/api-client.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import { instantOf, isNoInstant, NO_INSTANT } from '#client/ui/instant-field.tsx';
import { notify } from '#client/ui/toasts.tsx';
import writing from '#client/ui/writing.module.css';
import { useStoreNews } from './use-save-news.ts';

interface NewsActionsProps {
  item: ConsoleNews;
  /** The texts on the screen are not those that are saved. */
  unsaved: boolean;
}

/** Publication at once or at an instant in Tashkent, and withdrawal. */
export function NewsActions({ item: { id, version, state }, unsaved }: NewsActionsProps) {
  const { t } = useTranslation('console-news');
  const store = useStoreNews();
  const [at, setAt] = useState(NO_INSTANT);
  const [asking, setAsking] = useState<'publish' | 'withdraw' | null>(null);
  const atMs = instantOf(at);
  // At once only where nothing is typed: what is half typed is meant for later.
  const now = isNoInstant(at);
  const act = useMutation({
    mutationFn: (action: 'publish' | 'withdraw') =>
      action === 'publish'
        ? call(publishNews, { params: { id }, body: { version, atMs } })
        : call(withdrawNews, { params: { id }, body: { version } }),
    onSuccess: (saved) => {
      store(saved);
      notify('success', t(`done.${saved.state}`));
    },
    // Not retried: the reason is shown beside the buttons, which stay.
    onSettled: () => setAsking(null),
  });
  const isPublic = state === 'published' || state === 'scheduled';
  return (
    <section className={writing.card} aria-label={t('publication')}>
      {unsaved ? <p className={writing.muted}>{t('saveFirst')}</p> : null}
      <div className={writing.actions}>
        {state === 'published' ? null : (
          <>
            <NamedInstant name={t('publishAt')} problem={null} value={at} onChange={setAt} />
            <Button
              size="md"
              disabled={unsaved || (!now && atMs === null)}
              onClick={() => setAsking('publish')}
            >
              {now ? t('publishNow') : t('publishThen')}
            </Button>
          </>
        )}
        {isPublic ? (
          <Button size="md" variant="default" onClick={() => setAsking('withdraw')}>
            {t('withdraw')}
          </Button>
        ) : null}
      </div>
      <FormError error={act.error} />
      <ConfirmDialog
        opened={asking !== null}
        title={asking === 'withdraw' ? t('withdrawTitle') : t('publishTitle')}
        confirm={asking === 'withdraw' ? t('withdraw') : t('publish')}
        cancel={t('cancel')}
        danger={asking === 'withdraw'}
        busy={act.isPending}
        onConfirm={() => asking && act.mutate(asking)}
        onCancel={() => setAsking(null)}
      >
        {asking === 'withdraw' ? t('withdrawText') : t('publishText')}
      </ConfirmDialog>
    </section>
  );
}
