import { createContext, useContext } from 'react';
import type { OrderDetails, OrderRemark } from '#shared/api/cabinet/orders.ts';
import type { OrderPatch } from '#shared/api/cabinet/order-fields.ts';
import type { OrderFieldName, OrderFields } from '#shared/orders/order-fields.ts';
import type { OrderProblem } from '#shared/orders/problem-codes.ts';

/** What every field of the form reads. */
export interface OrderForm {
  orderId: number;
  details: OrderDetails;
  /** With the edits that are not saved yet. */
  fields: OrderFields;
  /** Null empties a field. */
  change: (patch: Partial<OrderPatch>) => void;
  /** What is wrong with the field and worth saying now: untouched empty fields are not yet blamed. */
  problemOf: (field: OrderFieldName, part?: string) => OrderProblem | undefined;
  warningOf: (field: OrderFieldName, part?: string) => OrderProblem | undefined;
  remarkOf: (field: OrderFieldName) => OrderRemark | undefined;
  /** The person has left the field. */
  touch: (field: OrderFieldName) => void;
}

const Context = createContext<OrderForm | null>(null);
export const OrderFormContext = Context.Provider;

export function useOrderForm(): OrderForm {
  const form = useContext(Context);
  if (!form) throw new Error('a field of the order outside its form');
  return form;
}
