import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withdrawNumberClaim, type MyClaim } from '#shared/api/cabinet/number-claims.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { NUMBER_CLAIM, NUMBER_CLAIM_COLOURS } from '#shared/lifecycles/number-claim.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { useErrorText } from '#client/ui/error-state.tsx';
import { lazyDialog } from '#client/ui/lazy-dialog.tsx';
import { notify } from '#client/ui/toasts.tsx';
import layout from '#client/ui/layout.module.css';
import { myClaimsQuery } from './claim-queries.ts';
import css from './profile.module.css';

const ClaimDialog = lazyDialog(() => import('./claim-dialog.tsx'), ['files']);

/** That another account has the number, and the way to get it back. */
export function TakenNumber({ number }: { number: string }) {
  const { t } = useTranslation('profile');
  const [open, setOpen] = useState(false);
  return (
    <div className={css.status}>
      <p>{t('claim.offer')}</p>
      <Button variant="default" size="md" onClick={() => setOpen(true)}>
        {t('claim.open')}
      </Button>
      {open ? <ClaimDialog number={number} draft={null} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

/** The person's claims to a number, the newest first; nothing where there are none. */
export function MyClaims() {
  const { t } = useTranslation('profile');
  const { data } = useQuery(myClaimsQuery);
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-labelledby="my-number-claims">
      <h3 id="my-number-claims">{t('claim.mine')}</h3>
      <ul className={css.claims}>
        {data.items.map((claim) => (
          <li key={claim.id}>
            <ClaimLine claim={claim} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ClaimLine({ claim }: { claim: MyClaim }) {
  const { t } = useTranslation('profile');
  const queries = useQueryClient();
  const errorText = useErrorText();
  const [open, setOpen] = useState(false);
  const withdraw = useMutation({
    mutationFn: () => call(withdrawNumberClaim, { params: { claimId: claim.id } }),
    onSuccess: () => notify('success', t('claim.withdrawn')),
    onError: (error) => notify('error', errorText(error)),
    onSettled: () => void queries.invalidateQueries(myClaimsQuery),
  });
  return (
    <div className={css.status}>
      <Badge colour={NUMBER_CLAIM_COLOURS[claim.state]}>{t(`claim.state.${claim.state}`)}</Badge>
      <span>
        {claim.number} <span className={layout.mutedMedium}>{formatDateTimeShort(claim.createdAtMs)}</span>
      </span>
      {claim.reason ? <span>{claim.reason}</span> : null}
      <span className={css.buttons}>
        {allows(NUMBER_CLAIM, claim.state, 'submit') ? (
          <Button size="xs" onClick={() => setOpen(true)}>
            {t('claim.finish')}
          </Button>
        ) : null}
        {allows(NUMBER_CLAIM, claim.state, 'withdraw') ? (
          <Button size="xs" variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
            {t('claim.withdraw')}
          </Button>
        ) : null}
      </span>
      {open ? <ClaimDialog number={claim.number} draft={claim} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}
