import { create } from 'zustand';
import type { OrderFieldName } from '#shared/orders/order-fields.ts';

/** Remarks that are being written, by order and field: moving to another order and back loses none. */
const useStore = create<{ orders: Readonly<Record<number, Remarks | undefined>> }>(() => ({ orders: {} }));

export type Remarks = Readonly<Partial<Record<OrderFieldName, string>>>;
const NONE: Remarks = {};

export const useRemarks = (orderId: number): Remarks => useStore(({ orders }) => orders[orderId] ?? NONE);

/** `text: null` takes the remark away, the field for it included. */
export function setRemark(orderId: number, field: OrderFieldName, text: string | null): void {
  useStore.setState(({ orders }) => {
    const { [field]: _before, ...others } = orders[orderId] ?? NONE;
    return { orders: { ...orders, [orderId]: text === null ? others : { ...others, [field]: text } } };
  });
}

/** They have been sent, or the order was decided. */
export function clearRemarks(orderId: number): void {
  useStore.setState(({ orders }) => ({ orders: { ...orders, [orderId]: undefined } }));
}

/** Those with words in them, as a return sends them. */
export const writtenRemarks = (remarks: Remarks): { field: OrderFieldName; text: string }[] =>
  Object.entries(remarks).flatMap(([field, text]) =>
    text?.trim() ? [{ field: field as OrderFieldName, text: text.trim() }] : [],
  );
