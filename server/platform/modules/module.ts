import type { Config } from '../config/index.ts';
import type { AnyDb } from '../database/index.ts';
import type { Logger } from '../logging/index.ts';
import type { DecisionKind } from './decision-kind.ts';
import type { EvidenceCheck } from './evidence.ts';
import type { ExportSource } from './export-source.ts';
import type { PersonalTable } from './personal-data.ts';
import type { WorkQueue } from './work-queue.ts';

/** Acts on committed events of one topic. */
export interface EventListener {
  /** Unique among all listeners and stable over releases: it marks what was handled. */
  name: string;
  /**
   * Acts in the given transaction, which also stores the mark "handled": exactly once together. What it does outside of
   * the database (queues, the auction core) must be safe to repeat.
   */
  handle(payload: Record<string, unknown>, tx: AnyDb, event: { id: number; topic: string }): Promise<void>;
}

/** By topic. */
export type EventListeners = Readonly<Record<string, readonly EventListener[]>>;

/** Work that is repeated, by any number of workers at once: a round looks up what is still to do. */
export interface Job {
  name: string;
  /** Pause between the end of a round and the start of the next one, so that a round never overlaps itself. */
  everyMs: number;
  run(): Promise<unknown>;
}

/** A statement about stored data that always holds. */
export interface Invariant {
  /** As in the list of guarantees; several modules may state parts of one. */
  number: number;
  name: string;
  /** SQL that returns the violating rows. */
  query: string;
}

/** What is deleted some days after it was of use. */
export interface RetentionRule {
  name: string;
  days: number;
  purge(days: number): Promise<unknown>;
}

export interface CommandOutput {
  line(text: string): void;
  error(text: string): void;
}

interface CommandCall<Parts> {
  /** What was typed after the command's words. */
  args: readonly string[];
  out: CommandOutput;
  /**
   * Opens connections, at the first call only.
   * @param instead of what the settings say: other servers, beside those of the installation
   */
  open(instead?: Partial<Pick<Config, 'databaseUrl' | 'files'>>): Parts;
}

/** A command of operators. */
export interface Command<Parts> {
  /** Words typed after `npm run cli --`. */
  name: string;
  usage: string;
  about: string;
  /** Resolves with the exit code. */
  run: (call: CommandCall<Parts>) => Promise<number>;
}

/**
 * A part of the product: what it needs, what it gives, and what it adds to the processes. `create` opens nothing and
 * starts nothing, so that each process takes what it uses.
 */
export interface Module<Needs, Gives extends object> {
  name: string;
  create: (needs: Needs) => Gives;
  /** Tables in which it stores something about persons. */
  personalData?: readonly PersonalTable[];
  /** Between the ledger and what this module stores. */
  invariants?: readonly Invariant[];
  listeners?: (parts: Needs & Gives) => EventListeners;
  /** @param log of the process that runs them */
  jobs?: (parts: Needs & Gives, log: Logger) => readonly Job[];
  /** Lists of the cabinet and the console that are taken along as files, by their names in the API. */
  exports?: (parts: Needs & Gives) => Readonly<Record<string, ExportSource>>;
  /** Kinds of decisions of two persons about what this module owns. */
  decisions?: (parts: Needs & Gives) => readonly DecisionKind[];
  /** What of it waits for staff. */
  queues?: readonly WorkQueue[];
  retention?: (parts: Needs & Gives) => readonly RetentionRule[];
  /** What it stores as evidence, for those who want to know whether all of it is whole. */
  evidence?: (parts: Needs & Gives) => readonly EvidenceCheck[];
  commands?: readonly Command<Needs & Gives>[];
}

/** States a module; its types come from the argument and the result of `create`. */
export const defineModule = <Needs, Gives extends object>(
  module: Module<Needs, Gives>,
): Module<Needs, Gives> => module;
