import { useMutation } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { chooseSide } from '#shared/api/site/auth.ts';
import type { Role } from '#shared/api/contract.ts';
import { call } from '#client/lib/api-client.ts';
import { refreshSession } from '#client/lib/session.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { useErrorText } from '#client/ui/error-state.tsx';
import { notify } from '#client/ui/toasts.tsx';
import css from '../screen-frame.module.css';

/** An account that trades was offered a staff role: its owner takes one side, for no account does both. */
export function ChooseSide({ offered }: { offered: readonly Role[] }) {
  const { t } = useTranslation('staff');
  const errorText = useErrorText();
  const choose = useMutation({
    mutationFn: (side: 'trade' | 'staff') => call(chooseSide, { body: { side } }),
    onSuccess: () => refreshSession(),
    onError: (error) => notify('error', errorText(error)),
  });
  return (
    <div className={css.failed}>
      <EmptyState
        page
        icon={Scale}
        title={t('side.title')}
        text={t('side.text', { roles: offered.map((role) => t(`side.role.${role}`)).join(', ') })}
      >
        <Button
          size="md"
          loading={choose.isPending && choose.variables === 'staff'}
          onClick={() => choose.mutate('staff')}
        >
          {t('side.staff')}
        </Button>
        <Button
          variant="default"
          size="md"
          loading={choose.isPending && choose.variables === 'trade'}
          onClick={() => choose.mutate('trade')}
        >
          {t('side.trade')}
        </Button>
      </EmptyState>
    </div>
  );
}
