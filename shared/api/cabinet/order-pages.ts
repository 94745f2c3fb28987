import { z } from 'zod';
import { localizedTextSchema } from '../../i18n/localized.ts';
import { orderFieldsSchema, orderRequisitesSchema } from './order-fields.ts';

/** Pages of an order in the cabinet. */

/** Names of what the fields choose; null where nothing is chosen. */
const named = localizedTextSchema.nullable();
export const orderInfo = orderFieldsSchema
  .pick({
    ownerType: true,
    orderType: true,
    tradeType: true,
    ruleSet: true,
    choices: true,
    quantity: true,
    unit: true,
    tenure: true,
    rentMonths: true,
    startPriceTiyin: true,
    estimatedPriceTiyin: true,
    stayDays: true,
    paymentWorkingDays: true,
    instalments: true,
  })
  .extend({
    tab: z.literal('order-info'),
    /** Of a lease: the price divided by its months, rounded down. */
    monthlyPriceTiyin: z.int().nullable(),
    /** From the version of the order that was sent last. */
    sentAtMs: z.number().nullable(),
  });
export const propertyInfo = orderFieldsSchema
  .pick({
    categoryType: true,
    propertyType: true,
    title: true,
    description: true,
    extraDescription: true,
    address: true,
    latitude: true,
    longitude: true,
    phone: true,
    extraPhone: true,
    email: true,
  })
  .extend({
    tab: z.literal('property-info'),
    group: named,
    category: named,
    region: named,
    area: named,
    facts: z.array(z.object({ label: localizedTextSchema, value: localizedTextSchema })),
  });
export const requisitesInfo = z.object({
  tab: z.literal('requisites'),
  requisites: z
    .discriminatedUnion('kind', [
      orderRequisitesSchema.options[0],
      z.object({
        kind: z.literal('card'),
        cardId: z.number(),
        /** null: the card was removed. */
        card: z.object({ type: z.enum(['uzcard', 'humo']), mask: z.string() }).nullable(),
      }),
    ])
    .nullable(),
  /** `order/update-bank-info` takes other ones now. */
  changeable: z.boolean(),
});

export const ORDER_TABS = ['order-info', 'property-info', 'requisites'] as const;
export const orderTabSchema = z.discriminatedUnion('tab', [orderInfo, propertyInfo, requisitesInfo]);
export type OrderTabDetails = z.infer<typeof orderTabSchema>;
