import { randomBytes } from 'node:crypto';
import { commitmentOf } from '../rules/canonical.ts';
import type { AuctionState, BidCommandHead, BidVerdict, CommandHead, CommittedState } from './contract.ts';
import type { AuctionKeys } from './keys.ts';
import { LogPrefetch } from './log-prefetch.ts';
import { OfferBatches } from './offer-batches.ts';
import type { ScriptRunner } from './script-runner.ts';
import { bidVerdict, closeVerdict, controlVerdict, earlyRefusals, offerVerdicts } from './parse-verdicts.ts';

/**
 * Up to one overtaken offer for so many others of the same turn goes into their call, whose script refuses it as well: where
 * hardly any offer is overtaken, that costs less than a call of its own.
 */
const OTHERS_FOR_ONE = 4;

/** Calls routed by `lotId`. */
const conditionOf = (c: { onlyIdle?: boolean; onlyUnopened?: boolean; unlessLeading?: boolean }): string => {
  if (c.onlyUnopened) return 'unopened';
  if (c.onlyIdle) return 'idle';
  return c.unlessLeading ? 'not-leading' : '';
};

export type LotCall =
  | 'place'
  | 'refuseEarly'
  | 'setAuto'
  | 'clearAuto'
  | 'findBid'
  | 'admit'
  | 'setLimit'
  | 'revoke'
  | 'close'
  | 'suspend'
  | 'resume'
  | 'extend'
  | 'withdraw'
  | 'recover';

/** Instead of the epoch of an earlier sending. */
const NEVER_SENT = '';

type LotCalls = Pick<AuctionState, LotCall | 'followLog' | 'prefetchLog'>;

export interface LotCallOptions {
  /** Salt of a commitment, as text; random by default. */
  salt?: () => string;
}

/**
 * The commands of a room, each one script call, sent in the order of the calls. Rejects with RangeError for invalid
 * arguments: amounts that are not whole numbers, no epoch, a person that is not an id.
 */
export function lotCalls(runner: ScriptRunner, keys: AuctionKeys, options: LotCallOptions = {}): LotCalls {
  const salt = options.salt ?? (() => randomBytes(16).toString('hex'));
  const head = (c: CommandHead) => {
    if (!Number.isSafeInteger(c.epoch) || c.epoch < 1) throw new RangeError(`no epoch: ${c.epoch}`);
    return { lotId: String(c.lotId), epoch: String(c.epoch) };
  };
  const bidHead = (c: BidCommandHead) => ({
    ...head(c),
    person: opaque(c.person),
    bidId: c.bidId,
    sentEpoch: c.sentEpoch === undefined ? NEVER_SENT : String(c.sentEpoch),
  });
  const lotKeys = (lotId: number): string[] => {
    const k = keys.lot(lotId);
    return [k.lot, k.bidders, k.autos, k.awake, k.ids, k.log, k.due, k.lease];
  };
  const prefetch = new LogPrefetch(runner, keys);
  const offers = new OfferBatches<string, BidVerdict>(runner, {
    name: 'place-bid',
    keys: lotKeys,
    values: (lotId, epoch) => [String(lotId), epoch],
    parse: offerVerdicts,
    sent: (lotId) => prefetch.sent(keys.partitions.of(lotId)),
    join: (lotId, epoch, count, most) =>
      early
        .take(lotId, Math.min(most, Math.floor(count / OTHERS_FOR_ONE)), (c) => String(c.epoch) === epoch)
        .map(({ args: [person = '', bidId = '', amount = '', confirmed = ''], ...rest }) => ({
          ...rest,
          args: [person, bidId, NEVER_SENT, amount, confirmed],
        })),
  });
  const early = new OfferBatches<CommittedState, BidVerdict | null>(runner, {
    name: 'refuse-early',
    keys: (lotId) => {
      const { lot, ids, lease } = keys.lot(lotId);
      return [lot, ids, lease];
    },
    values: (lotId, { epoch, seq, suggestedTiyin, deadlineUs }) =>
      [lotId, epoch, seq, suggestedTiyin, deadlineUs].map(String),
    parse: earlyRefusals,
    before: () => offers.flush(),
  });
  const mark = (confirmed: boolean | undefined) => (confirmed === true ? '+' : '');
  const bidKeys = (c: BidCommandHead): string[] => [
    ...lotKeys(c.lotId),
    keys.refusal(c.lotId, c.person, c.bidId, c.notAdmitted),
  ];

  return {
    followLog: (follower) => prefetch.follow(follower),
    prefetchLog: (partition) => prefetch.sent(partition),
    place: (c) => {
      try {
        const { epoch, person, bidId, sentEpoch } = bidHead(c);
        const refusal = keys.refusal(c.lotId, person, bidId, c.notAdmitted);
        const amount = whole(c.amountTiyin);
        return offers.add(c.lotId, epoch, refusal, [person, bidId, sentEpoch, amount, mark(c.confirmed)]);
      } catch (error) {
        // Invalid arguments; not retried.
        return Promise.reject(error);
      }
    },
    refuseEarly: (c) => {
      try {
        const [person, amount] = [opaque(c.person), whole(c.amountTiyin)];
        const refusal = keys.refusal(c.lotId, person, c.bidId);
        return early.add(c.lotId, c.committed, refusal, [person, c.bidId, amount, mark(c.confirmed)]);
      } catch (error) {
        // Invalid arguments; not retried.
        return Promise.reject(error);
      }
    },
    setAuto: async (c) => {
      const maximum = whole(c.maximumTiyin);
      const grain = salt();
      const args = { ...bidHead(c), maximum, salt: grain, commitment: commitmentOf(c.maximumTiyin, grain) };
      return runner.run('set-auto-bid', bidKeys(c), args).then(bidVerdict);
    },
    clearAuto: async (c) => runner.run('clear-auto-bid', bidKeys(c), bidHead(c)).then(bidVerdict),
    findBid: async (c) =>
      runner
        .run('find-bid', bidKeys(c), bidHead(c))
        .then((reply) => (reply === null ? null : bidVerdict(reply))),
    admit: async (c) => {
      const args = {
        ...head(c),
        person: opaque(c.person),
        number: String(c.number),
        limit: limit(c.limitTiyin),
      };
      return runner.run('admit', lotKeys(c.lotId), args).then(controlVerdict);
    },
    setLimit: async (c) => {
      const args = { ...head(c), person: c.person, limit: limit(c.limitTiyin) };
      return runner.run('set-limit', lotKeys(c.lotId), args).then(controlVerdict);
    },
    revoke: async (c) =>
      runner
        .run('revoke', lotKeys(c.lotId), {
          ...head(c),
          person: c.person,
          cause: c.cause,
          condition: conditionOf(c),
        })
        .then(controlVerdict),
    close: async (c) => runner.run('close-lot', lotKeys(c.lotId), head(c)).then(closeVerdict),
    suspend: async (c) =>
      runner.run('suspend', lotKeys(c.lotId), { ...head(c), reason: c.reason }).then(controlVerdict),
    resume: async (c) => {
      const args = { ...head(c), resumeAt: limit(c.resumeAtUs ?? null), reason: c.reason ?? '' };
      return runner.run('resume', lotKeys(c.lotId), args).then(controlVerdict);
    },
    extend: async (c) => {
      const args = { ...head(c), deadline: whole(c.deadlineUs), reason: c.reason };
      return runner.run('extend', lotKeys(c.lotId), args).then(controlVerdict);
    },
    withdraw: async (c) =>
      runner
        .run('withdraw', lotKeys(c.lotId), {
          ...head(c),
          reason: c.reason,
          condition: c.unlessPriced ? 'no-price' : '',
        })
        .then(controlVerdict),
    recover: async (c) => {
      const outageFrom = whole(c.outageFromUs);
      const args = { ...head(c), mode: c.mode, outageFrom, resumeAt: limit(c.resumeAtUs) };
      return runner.run('recover', lotKeys(c.lotId), args).then(controlVerdict);
    },
  };
}

/** The scripts list persons one a line, so an id must not contain a line break. */
function opaque(person: string): string {
  if (person === '' || person.includes('\n')) throw new RangeError('a person is an id of one line');
  return person;
}

function whole(value: number): string {
  if (!Number.isInteger(value) || value < 0) throw new RangeError(`not a whole figure: ${value}`);
  return String(value);
}

function limit(value: number | null): string {
  return value === null ? '' : whole(value);
}
