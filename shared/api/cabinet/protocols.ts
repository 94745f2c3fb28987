import { z } from 'zod';
import { PROTOCOL_STATUSES } from '../../lifecycles/protocol-causes.ts';
import { protocolFactsSchema, protocolNumberSchema } from '../site/checks.ts';
import { contract } from '../contract.ts';
import { wholeNumber } from '../fields.ts';

const mine = { tag: 'protocols', access: 'signed-in', rateLimit: { perMinute: 120 } } as const;

/** A protocol as the winner and the customer of its lot see it. */
const ownProtocolSchema = protocolFactsSchema.extend({
  /** The winner's number in the room; null in minutes. */
  bidderNumber: z.int().nullable(),
  /** The check word as it is printed. */
  word: z.string(),
  /** Path of the full copy: names and requisites. */
  fileUrl: z.string(),
});
export type OwnProtocol = z.infer<typeof ownProtocolSchema>;

/** A lot's last protocol, for who looks at its result; word and full copy for the winner, the customer and staff with the right. */
export type ShownProtocol = Pick<OwnProtocol, 'number' | 'cause' | 'status'> & {
  sale: { buyerNumber: number; priceTiyin: number } | null;
  word: string | null;
  fileUrl: string | null;
};

const paged = {
  query: z.strictObject({
    status: z.enum(PROTOCOL_STATUSES).optional(),
    page: wholeNumber(1, 100_000).default(1),
    size: wholeNumber(1, 100).default(20),
  }),
  answer: z.object({
    items: z.array(ownProtocolSchema),
    total: z.int(),
    page: z.int(),
    size: z.int(),
  }),
} as const;

export const lotProtocols = contract({
  refusals: {},
  ...mine,
  ...paged,
  name: 'protocols.lot-protocols',
  method: 'get',
  path: '/api/shop/lot-protocols',
  summary: 'Protocols of the lots I have bought, the newest first',
});

export const customerProtocols = contract({
  refusals: {},
  ...mine,
  ...paged,
  name: 'protocols.customer-protocols',
  method: 'get',
  path: '/api/shop/customer-protocols',
  summary: 'Protocols and minutes of the lots I sell, the newest first',
});

const ofProtocol = { params: z.object({ number: protocolNumberSchema }) } as const;

/** For the winner, the customer and staff who see requisites; for others it does not exist. */
export const fullProtocol = contract({
  ...mine,
  ...ofProtocol,
  name: 'protocols.full-copy',
  refusals: { 404: ['not-found'] },
  method: 'get',
  path: '/api/shop/lot-protocols/file/:number',
  summary: 'Full copy of a protocol with names and requisites, PDF',
  rateLimit: { perMinute: 30 },
  file: ['application/pdf'],
  /** The bytes of the PDF. */
  answer: z.string(),
});

/** For the winner, the customer and staff who see check words; for others it does not exist. */
export const protocolQr = contract({
  ...mine,
  ...ofProtocol,
  name: 'protocols.qr-code',
  refusals: { 404: ['not-found'] },
  method: 'get',
  path: '/api/shop/lot-protocols/qr/:number',
  summary: 'QR code of the check of a protocol, SVG',
  rateLimit: { perMinute: 60 },
  file: ['image/svg+xml'],
  /** The bytes of the picture. */
  answer: z.string(),
});

/** For the same people. What the operator has signed of the protocol: `/verify` checks a picture of it without any network. */
export const protocolCode = contract({
  ...mine,
  ...ofProtocol,
  name: 'protocols.signed-code',
  refusals: { 404: ['not-found'] },
  method: 'get',
  path: '/api/shop/lot-protocols/code/:number',
  summary: 'Signed code of a protocol as a QR code, SVG',
  rateLimit: { perMinute: 60 },
  file: ['image/svg+xml'],
  /** The bytes of the picture. */
  answer: z.string(),
});

export const protocolContracts = [lotProtocols, customerProtocols, fullProtocol, protocolQr, protocolCode];
