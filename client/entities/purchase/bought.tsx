import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { PurchaseView } from '#shared/api/cabinet/purchases.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { paths } from '#client/lib/paths.ts';
import { Button } from '#client/ui/button.tsx';
import { ButtonLink } from '#client/ui/button-link.tsx';
import layout from '#client/ui/layout.module.css';
import css from './purchase.module.css';

interface BoughtProps {
  purchase: PurchaseView;
  /** By an earlier press, or on another device. */
  already: boolean;
  onClose: () => void;
}

/** It is bought: the protocol, and what follows. */
export function Bought({ purchase, already, onClose }: BoughtProps) {
  const { t } = useTranslation('purchases');
  const { quantity, dueNowTiyin, totalTiyin, protocolNumber, lotId } = purchase;
  const restTiyin = totalTiyin - dueNowTiyin;
  const head = useRef<HTMLHeadingElement>(null);
  // The boxes that had the focus are gone: what has come instead is read from its beginning.
  useEffect(() => head.current?.focus(), []);
  return (
    <div className={css.bought}>
      <CircleCheck size={40} aria-hidden />
      <h3 ref={head} tabIndex={-1}>
        {t('bought.title')}
      </h3>
      <p>{t('bought.text', { count: quantity, sum: formatMoney(dueNowTiyin) })}</p>
      {restTiyin > 0 ? <p>{t('dialog.rest', { sum: formatMoney(restTiyin) })}</p> : null}
      {already ? <p className={layout.mutedMedium}>{t('bought.already')}</p> : null}
      {protocolNumber === null ? null : (
        <p>
          <Link to={paths.checkProtocol(protocolNumber)}>
            {t('bought.protocol', { number: protocolNumber })}
          </Link>
        </p>
      )}
      <p className={layout.mutedMedium}>{t(restTiyin > 0 ? 'bought.nextPart' : 'bought.next')}</p>
      <div className={css.buttons}>
        <ButtonLink to={paths.winLots(lotId)}>
          {t(restTiyin > 0 ? 'bought.schedule' : 'bought.track')}
        </ButtonLink>
        <Button variant="default" onClick={onClose}>
          {t('dialog.close')}
        </Button>
      </div>
    </div>
  );
}
