import { useTranslation } from 'react-i18next';
import { LOT_STATUS, type LotStatusName } from '#shared/lifecycles/lot-status.ts';
import { useNames } from '#client/lib/dictionary-names.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { StatusBadge } from '#client/entities/lot/status-badge.tsx';
import layout from '#client/ui/layout.module.css';
import css from './states-dialog.module.css';

/** Every state, in the order in which a lot may come through them. */
const PARTS: Record<'before' | 'during' | 'after' | 'unsold', readonly LotStatusName[]> = {
  before: ['acceptingApplications', 'startingSoon', 'onSaleAtFixedPrice'],
  during: ['biddingNow', 'suspended'],
  after: ['priceFormed', 'awaitingPayment', 'paidInPart', 'soldAndPaid', 'paymentOverdue', 'offeredToOne'],
  unsold: ['notHeld', 'noPriceGiven', 'priceNotConfirmed', 'withdrawn', 'resultCancelled', 'archived'],
};

/** What the states of lots mean: the badge as lots show it, its full name in the dictionary, and plain words. */
export default function StatesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('info');
  return (
    <Dialog wide title={t('states.title')} onClose={onClose}>
      <p className={layout.muted}>{t('states.lead')}</p>
      {Object.entries(PARTS).map(([part, states]) => (
        <section key={part} className={css.part}>
          <h3>{t(`states.part.${part}`)}</h3>
          <dl>
            {states.map((state) => (
              <State key={state} state={state} />
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}

function State({ state }: { state: LotStatusName }) {
  const { t } = useTranslation(['info', 'ui']);
  const fullName = useNames('lot-statuses')(state);
  // Many are named in full on the badge already.
  const more = fullName === t(`ui:status.${state}`) ? null : fullName;
  return (
    <div className={css.state}>
      <dt>
        <StatusBadge status={LOT_STATUS[state]} />
      </dt>
      <dd>
        {more ? <strong>{more}</strong> : null}
        {t(`states.text.${state}`)}
      </dd>
    </div>
  );
}
