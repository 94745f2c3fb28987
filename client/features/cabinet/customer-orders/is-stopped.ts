import type { OrderStatus } from '#client/entities/order/order-badge.tsx';

/** It ended on the way. */
export const isStopped = (status: OrderStatus): boolean => status === 'rejected' || status === 'cancelled';
