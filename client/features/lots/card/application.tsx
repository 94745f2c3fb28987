import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LotDetails } from '#shared/api/lots.ts';
import type { MyApplication } from '#shared/api/trade-applications.ts';
import { balanceQuery } from '#client/lib/balance.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { paths } from '#client/lib/paths.ts';
import { useNow } from '#client/lib/server-now.ts';
import { ApplyDialog, CancelDialog } from '#client/ui/application-dialogs/index.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { Button } from '#client/ui/button.tsx';
import css from './card.module.css';

/** The deposit and until when one applies. */
export function DepositNotice({ lot }: { lot: LotDetails }) {
  const { t } = useTranslation('card');
  const time = formatDateTime(lot.applicationsUntilMs);
  return (
    <p>
      {lot.depositTiyin > 0
        ? t('join.paid', { deposit: formatMoney(lot.depositTiyin), time })
        : t('join.unpaid', { time })}
    </p>
  );
}

/** Applying: the button; where the balance is short, how much is missing and the way to top it up. */
export function Apply({ lot }: { lot: LotDetails }) {
  const { t } = useTranslation('card');
  const [open, setOpen] = useState(false);
  // A balance that cannot be read does not stand in the way: the server says what is missing.
  const { data: balanceTiyin } = useQuery(balanceQuery);
  const missing = balanceTiyin === undefined ? 0 : lot.depositTiyin - balanceTiyin;
  return (
    <>
      <DepositNotice lot={lot} />
      {missing > 0 ? (
        <div className={css.short}>
          <p>{t('join.short', { missing: formatMoney(missing) })}</p>
          <ButtonLink
            to={paths.topUp({ amountTiyin: missing, returnTo: paths.lotView(lot.id) })}
            size="lg"
            fullWidth
          >
            {t('join.topUp')}
          </ButtonLink>
        </div>
      ) : null}
      <Button
        size="lg"
        fullWidth
        variant={missing > 0 ? 'default' : 'filled'}
        onMouseEnter={() => void ApplyDialog.preload()}
        onFocus={() => void ApplyDialog.preload()}
        onClick={() => setOpen(true)}
      >
        {t('join.applyButton')}
      </Button>
      {open ? (
        <Suspense>
          <ApplyDialog
            lotId={lot.id}
            depositTiyin={lot.depositTiyin}
            from="card"
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** What is held for this lot, and the way out while there is one. */
export function MyDeposit({ lot, me }: { lot: LotDetails; me: MyApplication }) {
  const { t } = useTranslation('card');
  const [open, setOpen] = useState(false);
  const now = useNow();
  const held = me.depositHeldTiyin ?? 0;
  const mayCancel = me.cancelUntilMs !== null && now < me.cancelUntilMs;
  if (held === 0 && !mayCancel && !open) return null;
  return (
    <div className={css.deposit}>
      {held > 0 ? <p className={css.note}>{t('join.held', { deposit: formatMoney(held) })}</p> : null}
      {mayCancel ? (
        <button type="button" className={css.quiet} onClick={() => setOpen(true)}>
          {t('join.cancelButton', { time: formatDateTime(me.cancelUntilMs ?? 0) })}
        </button>
      ) : null}
      {open ? (
        <Suspense>
          <CancelDialog lotId={lot.id} depositTiyin={held} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
