import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { myWebhooks, WEBHOOKS_MAX } from '#shared/api/cabinet/webhooks.ts';
import { call } from '#client/lib/api-client.ts';
import { Button } from '#client/ui/button.tsx';
import { ButtonAnchor } from '#client/ui/button-link.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import layout from '#client/ui/layout.module.css';
import { NewWebhookDialog } from './new-webhook-dialog.tsx';
import { WebhookItem } from './webhook-item.tsx';
import css from './webhooks.module.css';

const KEY = ['webhooks'];
const API_DOCS = '/api/docs';

/** Addresses to which the person has public news of lots sent. */
export function WebhooksPage() {
  const { t } = useTranslation(['webhooks', 'cabinet']);
  const queries = useQueryClient();
  const [creating, setCreating] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(myWebhooks, { signal }),
  });
  const refresh = () => void queries.invalidateQueries({ queryKey: KEY });
  return (
    <div className={layout.fluidStack4}>
      <PageTitle>{t('cabinet:page.webhooks')}</PageTitle>
      <p className={layout.intro}>{t('lead')}</p>
      <div className={css.actions}>
        <Button
          size="md"
          leftSection={<Plus size={18} aria-hidden />}
          disabled={!data || data.length >= WEBHOOKS_MAX}
          onClick={() => setCreating(true)}
        >
          {t('new')}
        </Button>
        <ButtonAnchor size="md" variant="default" href={API_DOCS}>
          {t('docs')}
        </ButtonAnchor>
      </div>
      {data && data.length >= WEBHOOKS_MAX ? <p role="status">{t('full', { count: WEBHOOKS_MAX })}</p> : null}
      {data ? (
        data.length === 0 ? (
          <EmptyState icon={Webhook} title={t('none')} text={t('noneText')} />
        ) : (
          <ul className={layout.stack3}>
            {data.map((webhook) => (
              <WebhookItem key={webhook.id} webhook={webhook} onChange={refresh} />
            ))}
          </ul>
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={104} radius={12} />
      )}
      {creating ? <NewWebhookDialog onCreated={refresh} onClose={() => setCreating(false)} /> : null}
    </div>
  );
}
