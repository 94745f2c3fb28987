import type {
  DecisionFact,
  DecisionKindName,
  DecisionObstacle,
  DecisionPayload,
} from '#shared/decisions/kinds.ts';
import type { AnyDb } from '../database/index.ts';

/** Whom a decision concerns besides staff: they, and staff who are the same persons, take no part in it. */
export interface Concerned {
  personIds: readonly string[];
  /** With everybody who takes part in this lot. */
  lotId: number | null;
  /** With everybody who takes part in any of these lots now, besides. */
  lots?: readonly number[];
}

/** Money that a decision moves, for the judge of money in the name of staff. */
export interface MovedMoney {
  /** As in the view of that money: `forfeit:17`. */
  ref: string;
  amountTiyin: number;
  /** Whom it concerns: of a sale both sides. */
  personIds: readonly string[];
  /** Out of the platform: who proposes it is the sender then, and approves nothing. Otherwise they are the first who approve. */
  leaves: boolean;
  /** Who stated it, such as the person who brought the statement of its line: above the limit of one person none of those who propose and approve. */
  statedBy: readonly string[];
}

/** What a decision is carried out with. */
interface Deciding {
  decisionId: number;
  proposedBy: string;
  decidedBy: string;
  reason: string;
  document: string | null;
}

/** A kind of decision of two persons, given by the module that owns its subject. Its rule is in `shared/decisions/kinds.ts`. */
export interface DecisionKind<K extends DecisionKindName = DecisionKindName> {
  name: K;
  /** Unique for what it is about: one open decision of the kind for each. */
  subjectOf(payload: DecisionPayload<K>): string;
  /**
   * Of kinds where other words are another subject: what all of them are about. No one turns that down, or asks for it in vain, again and
   * again.
   */
  matterOf?(payload: DecisionPayload<K>): string;
  /** Locks the subject until the transaction ends, before anything of the decision is locked. */
  lock(tx: AnyDb, payload: DecisionPayload<K>): Promise<void>;
  /** What must not change between proposal and decision, as JSON; null: there is no such subject. */
  stateOf(on: AnyDb, payload: DecisionPayload<K>): Promise<object | null>;
  /** Stored with the proposal. */
  concerns(on: AnyDb, payload: DecisionPayload<K>): Promise<Omit<Concerned, 'lots'>>;
  /** Whose accounts it changes or credits: it is not proposed once one of them is erased. */
  accounts?(on: AnyDb, payload: DecisionPayload<K>): Promise<readonly string[]>;
  /** Lots that it is about together: who takes part in any of them by now neither proposes nor decides. */
  lots?(on: AnyDb, payload: DecisionPayload<K>): Promise<readonly number[]>;
  /**
   * Why it can be neither proposed nor decided now; null: it can.
   * @param by who proposes or decides, under the lock; null: asked for a screen
   */
  judge(on: AnyDb, payload: DecisionPayload<K>, by: string | null): Promise<DecisionObstacle | null>;
  /** What it moves, of kinds that move money; null: these choices move none. The subject exists. */
  money?(on: AnyDb, payload: DecisionPayload<K>): Promise<MovedMoney | null>;
  /** What would happen. */
  preview(on: AnyDb, payload: DecisionPayload<K>): Promise<DecisionFact[]>;
  /**
   * Carries it out in the transaction that records the decision, under the lock. With an obstacle everything is rolled back and the
   * decision stays open with it.
   */
  apply(tx: AnyDb, payload: DecisionPayload<K>, deciding: Deciding): Promise<DecisionObstacle | null>;
}
