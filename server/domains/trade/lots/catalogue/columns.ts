import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import { CURRENT_STATUSES, LOT_TAB, TAB_STATUSES } from '#shared/lifecycles/lot-tabs.ts';
import { bitsFor, clearBit, setBit, type Bits } from './bit-set.ts';

/** Fields that lists filter and sort by; times in ms, null where there is none. */
export interface CatalogueRow {
  id: number;
  status: number;
  categoryId: number;
  groupId: number;
  regionId: number;
  areaId: number | null;
  state: boolean;
  auction: boolean;
  parts: boolean;
  rent: boolean;
  /** The lot that this one repeats. */
  repeatsLotId: number | null;
  startPriceTiyin: number;
  roomPriceTiyin: number | null;
  publishedAtMs: number;
  opensAtMs: number;
  /** The announced end of trade, without extensions. */
  closesAtMs: number;
  deadlineMs: number;
  endedAtMs: number | null;
}

/** A column that grows by doubling. */
function grown<Column extends Float64Array | Int32Array | Uint8Array | Uint32Array>(
  column: Column,
  size: number,
): Column {
  const larger = new (column.constructor as new (length: number) => Column)(size);
  larger.set(column);
  return larger;
}

const DIMENSIONS = [
  'status',
  'category',
  'group',
  'region',
  'area',
  'orderType',
  'trade',
  'payment',
  'tenure',
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

const valuesOf = (row: CatalogueRow): Record<Dimension, number> => ({
  status: row.status,
  category: row.categoryId,
  group: row.groupId,
  region: row.regionId,
  area: row.areaId ?? 0,
  orderType: row.state ? 1 : 2,
  trade: row.auction ? 1 : 2,
  payment: row.parts ? 1 : 2,
  tenure: row.rent ? 1 : 2,
});

const CURRENT: readonly number[] = CURRENT_STATUSES;
const TABS_BY_STATUS = [LOT_TAB.completed, LOT_TAB.notHeld, LOT_TAB.current] as const;
const TAB_OF_STATUS: readonly number[] = Object.values(LOT_STATUS).reduce<number[]>((tabs, status) => {
  tabs[status] = TABS_BY_STATUS.find((tab) => TAB_STATUSES[tab]?.includes(status)) ?? 0;
  return tabs;
}, []);
const FIRST_SIZE = 1_024;
/** Stage of lots whose trade is over. */
export const OVER = 3;

/**
 * Lots in columns, by its place (row number): filters read typed arrays and touch no objects. A place is never
 * reused; a removed lot leaves its place empty.
 */
export class Columns {
  size = 0;
  /** Incremented by changes that affect sets: traits, start prices and times, added and removed lots; not by bids. */
  version = 0;
  /** Incremented when a lot is added or removed. */
  population = 0;
  /** Did the last row written change the start price or a date? */
  rangesMoved = false;
  id = new Float64Array(FIRST_SIZE);
  startPrice = new Float64Array(FIRST_SIZE);
  /** Last confirmed price, or the start price. */
  price = new Float64Array(FIRST_SIZE);
  publishedAt = new Float64Array(FIRST_SIZE);
  opensAt = new Float64Array(FIRST_SIZE);
  closesAt = new Float64Array(FIRST_SIZE);
  /** Tab of the lot by its status; 0: none. */
  tab = new Uint8Array(FIRST_SIZE);
  /** 0 bidding, 1 interrupted, 2 not yet open, 3 over; with the instant to sort by within each. */
  stage = new Uint8Array(FIRST_SIZE);
  stageTime = new Float64Array(FIRST_SIZE);
  /** Number of the refresh that last changed the lot. */
  round = new Uint32Array(FIRST_SIZE);
  /** Places of lots that were not removed. */
  present: Bits = bitsFor(FIRST_SIZE);
  /** Lots that lists may show: present and not archived. */
  listed: Bits = bitsFor(FIRST_SIZE);
  readonly #values = Object.fromEntries(
    DIMENSIONS.map((name) => [name, new Int32Array(FIRST_SIZE)]),
  ) as Record<Dimension, Int32Array>;
  readonly #sets = Object.fromEntries(DIMENSIONS.map((name) => [name, new Map<number, Bits>()])) as Record<
    Dimension,
    Map<number, Bits>
  >;
  readonly #places = new Map<number, number>();

  placeOf(id: number): number | undefined {
    return this.#places.get(id);
  }

  /** Ids of all lots that are present. */
  ids(): number[] {
    return [...this.#places.keys()];
  }

  /** Lots with this value; null when no lot ever had it. */
  having(dimension: Dimension, value: number): Bits | null {
    return this.#sets[dimension].get(value) ?? null;
  }

  /** Values of a dimension, with their lots. */
  valuesOf(dimension: Dimension): ReadonlyMap<number, Bits> {
    return this.#sets[dimension];
  }

  /** Adds or replaces a row; returns its place. */
  put(row: CatalogueRow, round: number): number {
    const known = this.#places.get(row.id);
    const place = known ?? this.size;
    if (known === undefined) {
      if (place === this.id.length) this.#grow(place * 2);
      this.size += 1;
      this.population += 1;
      this.#places.set(row.id, place);
      setBit(this.present, place);
    }
    this.id[place] = row.id;
    this.rangesMoved =
      known === undefined ||
      this.startPrice[place] !== row.startPriceTiyin ||
      this.publishedAt[place] !== row.publishedAtMs ||
      this.opensAt[place] !== row.opensAtMs ||
      this.closesAt[place] !== row.closesAtMs;
    if (this.rangesMoved) this.version += 1;
    this.startPrice[place] = row.startPriceTiyin;
    this.price[place] = row.roomPriceTiyin ?? row.startPriceTiyin;
    this.publishedAt[place] = row.publishedAtMs;
    this.opensAt[place] = row.opensAtMs;
    this.closesAt[place] = row.closesAtMs;
    this.round[place] = round;
    this.tab[place] = TAB_OF_STATUS[row.status] ?? 0;
    this.#stage(place, row);
    const values = valuesOf(row);
    for (const name of DIMENSIONS) this.#set(name, place, values[name], known !== undefined);
    if (row.status === LOT_STATUS.archived) clearBit(this.listed, place);
    else setBit(this.listed, place);
    return place;
  }

  /** Removes a lot; returns its former place. */
  remove(id: number): number | undefined {
    const place = this.#places.get(id);
    if (place === undefined) return undefined;
    this.version += 1;
    this.population += 1;
    this.#places.delete(id);
    clearBit(this.present, place);
    clearBit(this.listed, place);
    for (const name of DIMENSIONS) {
      const set = this.#sets[name].get(this.#values[name][place] ?? 0);
      if (set) clearBit(set, place);
    }
    return place;
  }

  #stage(place: number, row: CatalogueRow): void {
    const stopped = row.status === LOT_STATUS.suspended;
    const live = stopped || row.status === LOT_STATUS.biddingNow;
    const coming = !live && CURRENT.includes(row.status);
    // Interrupted rooms take no bids: they sort after the ones that do.
    this.stage[place] = stopped ? 1 : live ? 0 : coming ? 2 : OVER;
    // Ended lots sort newest first; without an end, last.
    const over = row.endedAtMs === null ? Number.POSITIVE_INFINITY : -row.endedAtMs;
    this.stageTime[place] = live ? row.deadlineMs : coming ? row.opensAtMs : over;
  }

  #set(name: Dimension, place: number, value: number, known: boolean): void {
    const column = this.#values[name];
    const before = column[place];
    if (known && before === value) return;
    this.version += 1;
    if (known && before !== undefined) {
      const old = this.#sets[name].get(before);
      if (old) clearBit(old, place);
    }
    column[place] = value;
    let set = this.#sets[name].get(value);
    if (!set) {
      set = bitsFor(this.id.length);
      this.#sets[name].set(value, set);
    }
    setBit(set, place);
  }

  #grow(size: number): void {
    this.id = grown(this.id, size);
    this.startPrice = grown(this.startPrice, size);
    this.price = grown(this.price, size);
    this.publishedAt = grown(this.publishedAt, size);
    this.opensAt = grown(this.opensAt, size);
    this.closesAt = grown(this.closesAt, size);
    this.tab = grown(this.tab, size);
    this.stage = grown(this.stage, size);
    this.stageTime = grown(this.stageTime, size);
    this.round = grown(this.round, size);
    this.present = grown(this.present, (size + 31) >>> 5);
    this.listed = grown(this.listed, (size + 31) >>> 5);
    for (const name of DIMENSIONS) {
      this.#values[name] = grown(this.#values[name], size);
      for (const [value, set] of this.#sets[name]) this.#sets[name].set(value, grown(set, (size + 31) >>> 5));
    }
  }
}
