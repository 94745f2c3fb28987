import { BadgeCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ModeratedOrder } from '#shared/api/console/console-orders.ts';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { FactBox } from '#client/ui/dialog-parts.tsx';
import { MarkSellerDialog } from './mark-seller-dialog.tsx';

/** Of property for state benefit: whether its customer may sell it, and the way to change that. */
export function SellerMark({ order }: { order: ModeratedOrder }) {
  const { t } = useTranslation('console-orders');
  const mayMark = hasRole(
    useSession((state) => state.me),
    STAFF_RIGHTS.moderateOrders,
  );
  const [asking, setAsking] = useState(false);
  const { orderType, customerAuthorised, customer } = order;
  if (orderType !== 'state' && !customerAuthorised) return null;
  return (
    <FactBox>
      {customerAuthorised ? (
        <Badge colour="success" icon={BadgeCheck}>
          {t('sellers.is')}
        </Badge>
      ) : (
        <Badge colour="danger">{t('sellers.isNot')}</Badge>
      )}
      {mayMark ? (
        <Button size="xs" variant="default" onClick={() => setAsking(true)}>
          {t(customerAuthorised ? 'sellers.end' : 'sellers.mark')}
        </Button>
      ) : null}
      {asking ? (
        <MarkSellerDialog
          seller={customer}
          authorised={!customerAuthorised}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </FactBox>
  );
}
