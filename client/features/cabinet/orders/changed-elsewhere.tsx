import { useMutation } from '@tanstack/react-query';
import { GitCompareArrows } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ORDER_FIELD_NAMES } from '#shared/orders/order-fields.ts';
import { Button } from '#client/ui/button.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import layout from '#client/ui/layout.module.css';
import type { OrderDraft } from './draft/use-draft.ts';
import css from './order-create.module.css';

/** The order was changed in another tab or on another device: which parts, and whose words count. */
export function ChangedElsewhere({ fields, saving }: { fields: readonly string[]; saving: OrderDraft }) {
  const { t } = useTranslation('orders');
  const { unsent } = saving.read();
  const choose = useMutation({
    mutationFn: (mine: boolean) => (mine ? saving.keepMine() : saving.takeTheirs()),
  });
  const names = ORDER_FIELD_NAMES.filter((name) => fields.includes(name)).map((name) => t(`field.${name}`));
  return (
    <section className={css.conflict} role="alert">
      <GitCompareArrows size={24} aria-hidden />
      <div>
        <h2>{t('changed.title')}</h2>
        <p>{t('changed.text', { fields: names.join(', ') })}</p>
        <FormError error={choose.error} />
        <div className={layout.row23}>
          <Button
            size="md"
            loading={choose.isPending && !choose.variables}
            onClick={() => choose.mutate(false)}
          >
            {t('changed.reload')}
          </Button>
          {unsent ? (
            <Button
              size="md"
              variant="default"
              loading={choose.isPending && choose.variables}
              onClick={() => choose.mutate(true)}
            >
              {t('changed.keepMine')}
            </Button>
          ) : null}
        </div>
      </div>
    </section>
  );
}
