import type { z } from 'zod';
import type { orderFullInfo } from '#shared/api/cabinet/orders.ts';

/** Everything of an order but its files, flows and lots. */
export type FullOrder = z.infer<typeof orderFullInfo.answer>;
