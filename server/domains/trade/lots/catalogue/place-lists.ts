const FIRST_LISTS = 1_024;
const FIRST_ROOM = 4_096;

/** A column that grows by doubling. */
function grown(column: Int32Array<ArrayBuffer>, least: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(least, column.length * 2));
  larger.set(column);
  return larger;
}

/**
 * Many append-only lists of places in one typed array: millions of numbers in separate arrays would be scanned by every
 * full garbage collection.
 */
export class PlaceLists {
  #count = 0;
  #at = new Int32Array(FIRST_LISTS);
  #length = new Int32Array(FIRST_LISTS);
  #room = new Int32Array(FIRST_LISTS);
  #places = new Int32Array(FIRST_ROOM);
  /** First free index. Lists that outgrew their space leave it unused until `pack` is called. */
  #end = 0;

  /** Creates a list with one place; returns its number. */
  begin(place: number): number {
    const list = this.#count;
    if (list === this.#at.length) {
      this.#at = grown(this.#at, 0);
      this.#length = grown(this.#length, 0);
      this.#room = grown(this.#room, 0);
    }
    this.#count += 1;
    // Most lists never grow.
    this.#move(list, 1);
    this.#places[this.#at[list] as number] = place;
    this.#length[list] = 1;
    return list;
  }

  add(list: number, place: number): void {
    const length = this.#length[list] as number;
    if (length === this.#room[list]) this.#move(list, length * 2);
    this.#places[(this.#at[list] as number) + length] = place;
    this.#length[list] = length + 1;
  }

  /** The places of a list in insertion order; valid until something is added. */
  of(list: number): Int32Array {
    const at = this.#at[list] as number;
    return this.#places.subarray(at, at + (this.#length[list] as number));
  }

  /** Compacts the lists, leaving room for an eighth more: after a bulk load, when few additions follow. */
  pack(): void {
    const roomOf = (length: number): number => length + (length >>> 3);
    let end = 0;
    for (let list = 0; list < this.#count; list += 1) end += roomOf(this.#length[list] as number);
    const places = new Int32Array(end + (end >>> 3));
    end = 0;
    for (let list = 0; list < this.#count; list += 1) {
      const room = roomOf(this.#length[list] as number);
      places.set(this.of(list), end);
      this.#at[list] = end;
      this.#room[list] = room;
      end += room;
    }
    this.#places = places;
    this.#end = end;
  }

  /** Moves a list to the end with this capacity. */
  #move(list: number, room: number): void {
    if (this.#end + room > this.#places.length) this.#places = grown(this.#places, this.#end + room);
    const at = this.#at[list] as number;
    this.#places.copyWithin(this.#end, at, at + (this.#length[list] as number));
    this.#at[list] = this.#end;
    this.#room[list] = room;
    this.#end += room;
  }
}
