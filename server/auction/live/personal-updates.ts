import type { CommittedEntry } from '#shared/auction/entries.ts';
import type { RoomPersonal } from '#shared/realtime/room.ts';
import { suggestedIn } from './audience-view.ts';
import type { RoomView } from './room-view.ts';

type Kind = RoomPersonal['kind'];

/**
 * Updates of one room for single persons, collected between two broadcasts: a person outbid five times within one
 * broadcast gets one update.
 */
export class PersonalUpdates {
  /** The leader at the last broadcast. */
  #lastSentLeader: string | null;
  #leader: string | null;
  #competed = new Set<string>();
  #other = new Map<string, Set<Kind>>();

  constructor(leader: string | null) {
    this.#lastSentLeader = leader;
    this.#leader = leader;
  }

  collect(entries: CommittedEntry[]): void {
    for (const { entry } of entries) {
      switch (entry.kind) {
        case 'price':
          if (this.#leader !== null && this.#leader !== entry.person) this.#competed.add(this.#leader);
          this.#competed.add(entry.person);
          this.#leader = entry.person;
          for (const person of entry.slept) this.#add(person, 'auto-asleep');
          break;
        case 'limitSet':
          this.#add(entry.person, 'limit');
          if (entry.slept) this.#add(entry.person, 'auto-asleep');
          if (entry.woke) this.#add(entry.person, 'auto-awake');
          break;
        case 'admitted':
        case 'revoked':
          this.#add(entry.person, entry.kind);
          break;
        case 'autoSet':
          this.#add(entry.person, entry.asleep ? 'auto-asleep' : 'auto');
          break;
        case 'autoCleared':
          this.#add(entry.person, 'auto');
          break;
        default: // the others are public and in the broadcast
      }
    }
  }

  /** Returns and clears the collected updates, evaluated against the current view. */
  take(view: RoomView): { person: string; kind: Kind }[] {
    const updates: { person: string; kind: Kind }[] = [];
    for (const [person, kinds] of this.#other) for (const kind of kinds) updates.push({ person, kind });
    for (const person of this.#competed) {
      if (view.leader === person) {
        if (this.#lastSentLeader !== person) updates.push({ person, kind: 'leading' });
        continue;
      }
      const auto = view.autos[person];
      if (auto && !auto.asleep && auto.maximumTiyin < suggestedIn(view))
        updates.push({ person, kind: 'auto-exhausted' });
      updates.push({ person, kind: 'outbid' });
    }
    this.#lastSentLeader = view.leader;
    this.#competed = new Set();
    this.#other = new Map();
    return updates;
  }

  #add(person: string, kind: Kind): void {
    const kinds = this.#other.get(person);
    if (kinds) kinds.add(kind);
    else this.#other.set(person, new Set([kind]));
  }
}
