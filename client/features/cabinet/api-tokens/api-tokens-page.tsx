import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  myApiTokens,
  revokeApiToken,
  TOKENS_MAX,
  type ApiTokenView,
} from '#shared/api/cabinet/api-tokens.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { ButtonAnchor } from '#client/ui/button-link.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState, useErrorText } from '#client/ui/error-state.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { notify } from '#client/ui/toasts.tsx';
import layout from '#client/ui/layout.module.css';
import { NewTokenDialog } from './new-token-dialog.tsx';
import css from './api-tokens.module.css';

const KEY = ['api-tokens'];
const API_DOCS = '/api/docs';

/** Tokens with which the person's own programs call the API. */
export function ApiTokensPage() {
  const { t } = useTranslation(['api-tokens', 'cabinet']);
  const queries = useQueryClient();
  const errorText = useErrorText();
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiTokenView | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(myApiTokens, { signal }),
  });
  const refresh = () => queries.invalidateQueries({ queryKey: KEY });
  const revoke = useMutation({
    mutationFn: ({ id }: ApiTokenView) => call(revokeApiToken, { params: { id } }),
    onSuccess: (_, { name }) => notify('success', t('revoked', { name })),
    onError: (problem) => notify('error', errorText(problem)),
    // Also after a failure: it may have expired by itself, or been revoked in another tab.
    onSettled: () => {
      setRevoking(null);
      return refresh();
    },
  });
  return (
    <div className={layout.fluidStack4}>
      <PageTitle>{t('cabinet:page.api-tokens')}</PageTitle>
      <p className={layout.intro}>{t('lead')}</p>
      <div className={css.actions}>
        <Button
          size="md"
          leftSection={<Plus size={18} aria-hidden />}
          disabled={!data || data.length >= TOKENS_MAX}
          onClick={() => setCreating(true)}
        >
          {t('new')}
        </Button>
        <ButtonAnchor size="md" variant="default" href={API_DOCS}>
          {t('docs')}
        </ButtonAnchor>
      </div>
      {data && data.length >= TOKENS_MAX ? <p role="status">{t('full', { count: TOKENS_MAX })}</p> : null}
      {data ? (
        data.length === 0 ? (
          <EmptyState icon={KeyRound} title={t('none')} text={t('noneText')} />
        ) : (
          <ul className={layout.stack3}>
            {data.map((token) => (
              <TokenItem key={token.id} token={token} onRevoke={() => setRevoking(token)} />
            ))}
          </ul>
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={104} radius={12} />
      )}
      {creating ? (
        <NewTokenDialog onCreated={() => void refresh()} onClose={() => setCreating(false)} />
      ) : null}
      <ConfirmDialog
        opened={revoking !== null}
        title={t('revokeTitle', { name: revoking?.name ?? '' })}
        confirm={t('revoke')}
        cancel={t('ui:action.cancel')}
        danger
        busy={revoke.isPending}
        onConfirm={() => revoking && revoke.mutate(revoking)}
        onCancel={() => setRevoking(null)}
      >
        {t('revokeText')}
      </ConfirmDialog>
    </div>
  );
}

function TokenItem({ token, onRevoke }: { token: ApiTokenView; onRevoke: () => void }) {
  const { t } = useTranslation('api-tokens');
  const { name, scope, ending, createdAtMs, expiresAtMs, usedAtMs } = token;
  return (
    <li className={css.item}>
      <div>
        <strong>{name}</strong>{' '}
        <Badge colour={scope === 'bid' ? 'warning' : 'info'}>{t(`scope.${scope}`)}</Badge>
        <p className={css.facts}>
          <span>{t('ending', { ending })}</span>
          <span>{t('created', { time: formatDateTime(createdAtMs) })}</span>
          <span>{t('expires', { time: formatDateTime(expiresAtMs) })}</span>
          <span>{usedAtMs === null ? t('unused') : t('used', { time: formatDateTime(usedAtMs) })}</span>
        </p>
      </div>
      <Button
        variant="default"
        leftSection={<Trash2 size={16} aria-hidden />}
        aria-label={t('revokeLabel', { name })}
        onClick={onRevoke}
      >
        {t('revoke')}
      </Button>
    </li>
  );
}
