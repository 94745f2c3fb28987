import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LotDetails } from '#shared/api/site/lots.ts';
import type { MyApplication } from '#shared/api/cabinet/trade-applications.ts';
import { depositLimit } from '#client/entities/application/deposit-limit.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { paths } from '#client/lib/paths.ts';
import { useNow } from '#client/lib/server-now.ts';
import { CancelDialog } from '#client/entities/application/dialogs.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import layout from '#client/ui/layout.module.css';
import { ApplyButton, useMissingTiyin } from './apply-button.tsx';
import css from './card.module.css';
import { MissingFacts } from './missing-facts.tsx';

/** The deposit, what it allows where there is a limit, and until when one applies. */
export function DepositNotice({ lot }: { lot: LotDetails }) {
  const { t } = useTranslation('card');
  const time = formatDateTime(lot.applicationsUntilMs);
  const limitTiyin = depositLimit(lot);
  return (
    <>
      <p>
        {lot.depositTiyin > 0
          ? t('join.paid', { deposit: formatMoney(lot.depositTiyin), time })
          : t('join.unpaid', { time })}
      </p>
      {limitTiyin === null ? null : (
        <p className={layout.mutedMedium}>{t('join.limit', { limit: formatMoney(limitTiyin) })}</p>
      )}
    </>
  );
}

/** Applying: the button; what the profile lacks; where the balance is short, how much is missing and the way to top it up. */
export function Apply({ lot }: { lot: LotDetails }) {
  const { t } = useTranslation('card');
  const missingTiyin = useMissingTiyin(lot);
  return (
    <>
      <DepositNotice lot={lot} />
      <MissingFacts />
      {missingTiyin > 0 ? (
        <div className={css.short}>
          <p>{t('join.short', { missing: formatMoney(missingTiyin) })}</p>
          <ButtonLink
            to={paths.topUp({ amountTiyin: missingTiyin, lotId: lot.id, returnTo: paths.lotView(lot.id) })}
            size="lg"
            fullWidth
          >
            {t('join.topUp')}
          </ButtonLink>
        </div>
      ) : null}
      <ApplyButton lot={lot} size="lg" fullWidth variant={missingTiyin > 0 ? 'default' : 'filled'} />
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
      {held > 0 ? (
        <p className={layout.mutedMedium}>{t('join.held', { deposit: formatMoney(held) })}</p>
      ) : null}
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
