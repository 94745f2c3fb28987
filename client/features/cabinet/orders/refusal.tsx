import { ShieldAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { OrderRefusal } from '#shared/api/cabinet/orders.ts';
import type { ProfileFact } from '#shared/validation/profile-facts.ts';
import { dayText } from '#shared/time/tashkent.ts';
import { factPath } from '#client/entities/profile/my-profile.ts';
import { paths } from '#client/lib/paths.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';

export interface Refused {
  reason: OrderRefusal;
  /** With `profile`. */
  missing: readonly ProfileFact[];
  /** With `barred`: the last day, `YYYY-MM-DD`. */
  until: string | null;
}

/** Why no order can be begun now, and the way to put that right. */
export function Refusal({ reason, missing, until }: Refused) {
  const { t } = useTranslation('orders');
  const facts = missing.map((fact) => t(`fact.${fact}`)).join(', ');
  const day = until ? dayText(until) : '';
  return (
    <EmptyState
      icon={ShieldAlert}
      title={t('refused.title')}
      text={t(`refused.${reason}`, { facts, until: day })}
    >
      <Remedy reason={reason} missing={missing} />
    </EmptyState>
  );
}

function Remedy({ reason, missing }: Pick<Refused, 'reason' | 'missing'>) {
  const { t } = useTranslation('orders');
  const [fact] = missing;
  switch (reason) {
    case 'role':
      return (
        <ButtonLink size="lg" to={paths.profile('my-data')}>
          {t('remedy.role')}
        </ButtonLink>
      );
    case 'profile':
      return (
        <ButtonLink size="lg" to={fact ? factPath(fact) : paths.profile('my-data')}>
          {t('remedy.profile')}
        </ButtonLink>
      );
    case 'offer':
      return (
        <ButtonLink size="lg" to={factPath('offerSigned')}>
          {t('remedy.offer')}
        </ButtonLink>
      );
    case 'too-many-open':
      return (
        <ButtonLink size="lg" to={paths.orderCreate()}>
          {t('none.drafts')}
        </ButtonLink>
      );
    case 'under-age':
    case 'barred':
      return (
        <ButtonLink size="lg" to={paths.contact()}>
          {t('remedy.barred')}
        </ButtonLink>
      );
  }
}
