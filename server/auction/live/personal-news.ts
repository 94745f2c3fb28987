import type { CommittedEntry } from '#shared/auction/entries.ts';
import type { RoomPersonal } from '#shared/realtime/room.ts';
import { suggestedIn } from './audience-view.ts';
import type { RoomView } from './room-view.ts';

type Kind = RoomPersonal['kind'];

/**
 * What single persons are to be told of one room, gathered between two broadcasts: in a storm somebody outbid five
 * times within one broadcast is told once.
 */
export class PersonalNews {
  /** Who led when the room was last told. */
  #toldLeader: string | null;
  #leader: string | null;
  #raced = new Set<string>();
  #other = new Map<string, Set<Kind>>();

  constructor(leader: string | null) {
    this.#toldLeader = leader;
    this.#leader = leader;
  }

  gather(entries: CommittedEntry[]): void {
    for (const { entry } of entries) {
      switch (entry.kind) {
        case 'price':
          if (this.#leader !== null && this.#leader !== entry.person) this.#raced.add(this.#leader);
          this.#raced.add(entry.person);
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
        default: // the rest concerns everybody and is in the broadcast
      }
    }
  }

  /** Everything gathered, judged by the view as it is now; forgets it. */
  take(view: RoomView): { person: string; kind: Kind }[] {
    const news: { person: string; kind: Kind }[] = [];
    for (const [person, kinds] of this.#other) for (const kind of kinds) news.push({ person, kind });
    for (const person of this.#raced) {
      if (view.leader === person) {
        if (this.#toldLeader !== person) news.push({ person, kind: 'leading' });
        continue;
      }
      const auto = view.autos.get(person);
      if (auto && !auto.asleep && auto.maximumTiyin < suggestedIn(view))
        news.push({ person, kind: 'auto-exhausted' });
      news.push({ person, kind: 'outbid' });
    }
    this.#toldLeader = view.leader;
    this.#raced = new Set();
    this.#other = new Map();
    return news;
  }

  #add(person: string, kind: Kind): void {
    const kinds = this.#other.get(person);
    if (kinds) kinds.add(kind);
    else this.#other.set(person, new Set([kind]));
  }
}
