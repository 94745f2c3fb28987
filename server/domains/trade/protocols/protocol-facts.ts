import type { AuctionLogRepository } from '#server/auction/index.ts';
import type { Person } from '#server/domains/people/accounts/index.ts';
import type { LotsRepository } from '#server/domains/trade/lots/index.ts';
import { increment } from '#shared/auction/increment.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { PlaceText } from './address-text.ts';

type RoomOfProtocol = NonNullable<Awaited<ReturnType<AuctionLogRepository['readRoom']>>>;
type LotOfProtocol = NonNullable<Awaited<ReturnType<LotsRepository['get']>>>;

/** A party of a sale. Protocols of earlier releases also have bank requisites, which no copy states. */
export interface Party {
  kind: 'natural' | 'legal';
  name: string;
  stir: string | null;
  pinfl: string | null;
  phone: string | null;
  address: LocalizedText | null;
  /** Absent in protocols of earlier releases. */
  region?: LocalizedText | null;
}

/** The auction as its log has it; money in tiyin, instants in ms since 1970. */
export interface RoomFacts {
  openedAtMs: number | null;
  closedAtMs: number | null;
  lastPriceAtMs: number | null;
  /** Numbers of those admitted whose admission was not withdrawn, in their order. */
  participants: number[];
  confirmedPrices: number;
  hammerPriceTiyin: number | null;
  hammerNumber: number | null;
  /** Last confirmed price of another participant than the hammer's. */
  secondPriceTiyin: number | null;
  secondNumber: number | null;
  /** Entries of the log, and the hash of the last one. */
  logEntries: number;
  logHash: string;
}

/** What a protocol states beside the sale, as it was on the day it was recorded. */
export interface ProtocolFacts {
  v: 1;
  orderId: number | null;
  address: LocalizedText;
  quantity: number;
  orderType: 'state' | 'private';
  ruleSet: { name: LotOfProtocol['rule_set_name']; version: number };
  startPriceTiyin: number;
  firstStepTiyin: number;
  depositTiyin: number;
  paymentWorkingDays: number;
  /** Months of payment by parts; null: in full. */
  instalmentMonths: number | null;
  rentMonths: number | null;
  /** Units that were bought of a lot at a fixed price, and when, in ms; absent for auctions. */
  purchase?: {
    saleNumber: number;
    quantity: number;
    unitPriceTiyin: number;
    soldAtMs: number;
    /** What the lot said when the units were reserved; absent in protocols of earlier releases. */
    title?: LocalizedText;
    description?: LocalizedText;
  };
  /** null where the log has no such auction. */
  room: RoomFacts | null;
  /** What the public copy names too: the seller as the lot's card does. */
  customerName: LocalizedText;
  customerAddress: LocalizedText | null;
  /** Null where the lot came without an account of its customer. */
  customer: Party | null;
  /** Null in minutes. Name, ids and address are columns of the protocol. */
  winner: Pick<Party, 'phone' | 'region'> | null;
}

const msOf = (us: number): number => Math.floor(us / 1000);

/** The part of the facts that the auction's log gives. */
export function roomFacts({ head, events, prices }: RoomOfProtocol): RoomFacts {
  const numbers = new Map<string, number>();
  let openedAtMs: number | null = null;
  let closed: { atUs: number; number: number | null; price: number | null } | null = null;
  let second: { number: number | null; price: number | null } = { number: null, price: null };
  for (const { entry } of events) {
    if (entry.kind === 'admitted') numbers.set(entry.person, entry.number);
    if (entry.kind === 'revoked') numbers.delete(entry.person);
    if (entry.kind === 'opened') openedAtMs = msOf(entry.atUs);
    if (entry.kind !== 'closed') continue;
    closed = { atUs: entry.atUs, number: entry.winnerNumber, price: entry.priceTiyin };
    second = { number: entry.reserveNumber, price: entry.reservePriceTiyin };
  }
  const last = prices.at(-1)?.entry;
  return {
    openedAtMs,
    closedAtMs: closed && msOf(closed.atUs),
    lastPriceAtMs: last ? msOf(last.atUs) : null,
    participants: [...numbers.values()].sort((a, b) => a - b),
    confirmedPrices: head.count,
    hammerPriceTiyin: closed?.price ?? null,
    hammerNumber: closed?.number ?? null,
    secondPriceTiyin: second.price,
    secondNumber: second.number,
    logEntries: head.seq,
    logHash: head.headHash,
  };
}

export interface PartyReading {
  person: (id: string) => Promise<Pick<Person, 'kind' | 'name' | 'stir' | 'pinfl' | 'phone'> | null>;
  /** Address or registered seat from the profile, and its region; null: none. */
  placeOf: (personId: string) => Promise<PlaceText | null>;
}

/** Null: no such person. */
export async function partyOf(personId: string, reading: PartyReading): Promise<Party | null> {
  const person = await reading.person(personId);
  if (!person) return null;
  const { kind, name, stir, pinfl, phone } = person;
  const place = await reading.placeOf(personId);
  return { kind, name, stir, pinfl, phone, address: place?.address ?? null, region: place?.region ?? null };
}

/** What a lot's frozen terms give. */
export function termsOfLot(lot: LotOfProtocol) {
  const atStart = { startPriceTiyin: lot.start_price_tiyin, priceTiyin: null, count: 0 };
  return {
    v: 1,
    orderId: lot.order_id,
    address: lot.address,
    quantity: lot.quantity,
    orderType: lot.order_type,
    ruleSet: { name: lot.rule_set_name, version: lot.rule_set_version },
    startPriceTiyin: lot.start_price_tiyin,
    firstStepTiyin: increment(lot.rules.increment, atStart),
    depositTiyin: lot.deposit_tiyin,
    paymentWorkingDays: lot.payment_working_days,
    instalmentMonths: lot.instalment_months,
    rentMonths: lot.rent_months,
    customerName: lot.customer.name,
    customerAddress: lot.customer_address,
  } as const;
}
