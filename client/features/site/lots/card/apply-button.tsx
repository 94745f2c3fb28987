import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LotDetails } from '#shared/api/site/lots.ts';
import { balanceQuery } from '#client/entities/wallet/balance.ts';
import { ApplyDialog } from '#client/entities/application/dialogs.ts';
import { Button, type ButtonLook } from '#client/ui/button.tsx';

/** What the balance lacks for the deposit; 0 also while it is unknown: the server then says what is missing. */
export function useMissingTiyin(lot: LotDetails): number {
  const { data: balanceTiyin } = useQuery(balanceQuery);
  return balanceTiyin === undefined ? 0 : Math.max(0, lot.depositTiyin - balanceTiyin);
}

/** Opens the dialog in which one applies for the lot. */
export function ApplyButton({ lot, ...look }: { lot: LotDetails } & ButtonLook) {
  const { t } = useTranslation('card');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        {...look}
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
