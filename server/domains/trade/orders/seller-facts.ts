import type { BankRequisites } from '#shared/api/cabinet/profile.ts';
import type { OrderFields } from '#shared/orders/order-fields.ts';

/** What an account says about the person who sells under it. */
export interface SellerFacts {
  kind: 'natural' | 'legal';
  name: string;
  phone: string | null;
  email: string | null;
  requisites: BankRequisites | null;
}

/** A new order begins with these, so that nothing the account knows is asked again. Each may be changed. */
export const fieldsOfSeller = ({ kind, name, phone, email, requisites }: SellerFacts): OrderFields => ({
  ownerType: kind,
  phone: phone ?? undefined,
  email: email ?? undefined,
  requisites: requisites ? { kind: 'account', ...requisites, holderName: name } : undefined,
});
