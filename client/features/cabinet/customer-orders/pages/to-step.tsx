import { EDITABLE_ORDERS, type OrderState } from '#shared/lifecycles/order.ts';
import type { OrderRow } from '#shared/api/cabinet/orders.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';

/** The way to the form, while the order may be changed. */
export function ToStep({ order, to, children }: { order: OrderRow; to: string; children: string }) {
  if (!(EDITABLE_ORDERS as readonly OrderState[]).includes(order.status)) return null;
  return (
    <ButtonLink variant="default" to={to}>
      {children}
    </ButtonLink>
  );
}
