import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { ipKeyGenerator } from 'express-rate-limit';
import { newId } from '#server/platform/ids/index.ts';
import { maskEmail } from '#shared/validation/email.ts';
import { maskPhone } from '#shared/validation/phone.ts';
import type { CodeChannel, CodeSender } from './code-sender-port.ts';
import type { CodesRepository, StoredCode, ActiveCode, SendKeys } from './codes.repository.ts';
import {
  CODE_TRIES,
  judgeSends,
  mayBeTexted,
  prefixOf,
  RESEND_S,
  type CountedBy,
  type PastSend,
} from './limits.ts';

/** One household or office, not one device: IPv6 addresses are grouped, as by the rate limits. */
const IPV6_GROUP = 56;
const DIGITS = 6;

interface Destinations {
  phone: string | null;
  email: string | null;
}

interface WhatIsConfirmed {
  /** What for: `apply`, `confirm-phone`. A code is valid for its purpose only. */
  purpose: string;
  /** What exactly: `lot:17`, the new phone. A code is valid for its subject only. */
  subject: string;
  personId: string;
}

export interface IssueRequest extends WhatIsConfirmed {
  /** Where to: `+998…` numbers only; a number of another country is ignored. */
  channels: { phone?: string | null; email?: string | null };
  /** Network address of the caller. */
  address: string;
  /**
   * Somebody asks who has yet to show that the number or mailbox is theirs: counted apart from codes of its owner, whom strangers
   * must not keep from bidding, and of whom the limits must say nothing to them.
   */
  unproven?: boolean;
}

export type IssueOutcome =
  | {
      outcome: 'sent';
      resendAfterMs: number;
      expiresAt: Date;
      /** Masked; null when no gateway accepted it. */
      to: { phone: string | null; email: string | null };
    }
  /** Too soon after the last one. */
  | { outcome: 'wait'; resendAfterMs: number }
  /** Too many sends to the number, by the person or from the network, or too many wrong entries. */
  | { outcome: 'limit'; until: Date }
  /** No recipient, or no gateway accepted it. May be requested again at once. */
  | { outcome: 'undelivered' };

export type VerifyOutcome = 'right' | 'wrong' | 'expired' | 'too-many';

export interface OneTimeCodes {
  /** Sends a new code, which replaces an earlier one. Rejects while the database is unavailable. */
  issue(request: IssueRequest): Promise<IssueOutcome>;
  /** Uses up a right code, even if the caller's next step fails. Rejects while the database is unavailable. */
  verify(entered: WhatIsConfirmed & { code: string }): Promise<VerifyOutcome>;
}

/** Counted by the process. */
export type CodeEvent =
  | 'sent'
  | 'undelivered'
  | 'wait'
  | `limit-${CountedBy}`
  | 'limit-tries'
  | VerifyOutcome;

export interface OneTimeCodesDeps {
  codes: CodesRepository;
  /** Key of every stored hash. */
  secret: string;
  /** The key before: codes that were sent under it are still taken. Limits count under the current key alone. */
  previousSecret?: string | null | undefined;
  sender: CodeSender;
  /** Multiplies the limits, not the pause between two sendings. */
  factor?: number;
  onEvent?: (event: CodeEvent, purpose: string) => void;
  /** A gateway did not accept a code. */
  onProblem?: (error: unknown, channel: CodeChannel) => void;
}

export function buildOneTimeCodes(deps: OneTimeCodesDeps): OneTimeCodes {
  const { codes, sender, factor = 1 } = deps;
  const hashWith = (secret: string, kind: string, ...parts: string[]) =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['one-time-code', kind, ...parts]))
      .digest();
  const hash = (kind: string, ...parts: string[]) => hashWith(deps.secret, kind, ...parts);
  const bindingOf = (what: WhatIsConfirmed, secret = deps.secret) =>
    hashWith(secret, 'binding', what.purpose, what.subject, what.personId);
  const codeHash = (binding: Buffer, code: string, secret = deps.secret) =>
    hashWith(secret, 'code', binding.toString('base64'), code);
  const event = (name: CodeEvent, purpose: string) => deps.onEvent?.(name, purpose);

  function keysOf(request: IssueRequest, { phone, email }: Destinations): SendKeys {
    const counted = (kind: string, value: string) =>
      hash(request.unproven ? `${kind} of strangers` : kind, value);
    return {
      binding: bindingOf(request),
      person: counted('person', request.personId),
      phone: phone === null ? null : counted('phone', phone),
      phonePrefix: phone === null ? null : counted('prefix', prefixOf(phone)),
      email: email === null ? null : counted('email', email),
      address: counted('address', ipKeyGenerator(request.address, IPV6_GROUP)),
    };
  }

  interface Refusal {
    event: CodeEvent;
    outcome: IssueOutcome;
  }

  /** The limits' verdict on one more send; null: allowed. */
  function refusalOf(
    unproven: boolean,
    past: readonly PastSend[],
    living: ActiveCode | null,
  ): Refusal | null {
    const limited = (ms: number): IssueOutcome => ({ outcome: 'limit', until: new Date(Date.now() + ms) });
    const judged = judgeSends(past, { factor, unproven });
    if (judged.verdict === 'limit') return { event: `limit-${judged.by}`, outcome: limited(judged.ms) };
    if (judged.verdict === 'wait')
      return { event: 'wait', outcome: { outcome: 'wait', resendAfterMs: judged.ms } };
    if (living && living.tries >= CODE_TRIES)
      return { event: 'limit-tries', outcome: limited(living.msLeft) };
    return null;
  }

  async function send(request: IssueRequest, to: Destinations): Promise<IssueOutcome> {
    const keys = keysOf(request, to);
    const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
    const claimed = await codes.claim(keys, request.purpose, codeHash(keys.binding, code), (past, living) =>
      refusalOf(request.unproven ?? false, past, living),
    );
    if (!claimed.refused) return deliver(request, { stored: claimed.code, code }, to);
    event(claimed.refused.event, request.purpose);
    // The block of numbers is under attack; the person's mailbox is still usable.
    if (claimed.refused.event === 'limit-phonePrefix' && to.email !== null)
      return send(request, { ...to, phone: null });
    return claimed.refused.outcome;
  }

  async function deliver(
    request: IssueRequest,
    { stored, code }: { stored: StoredCode; code: string },
    to: Destinations,
  ): Promise<IssueOutcome> {
    const taken = async (channel: CodeChannel): Promise<boolean> => {
      const address = to[channel];
      if (address === null) return false;
      const { purpose, personId } = request;
      try {
        await sender.send({
          id: newId(),
          channel,
          to: address,
          code,
          purpose,
          personId,
          livesMs: stored.livesMs,
        });
        return true;
      } catch (error) {
        // Not retried: a late code only confuses. The person sees the failure and requests another.
        deps.onProblem?.(error, channel);
        return false;
      }
    };
    const [phone, email] = await Promise.all([taken('phone'), taken('email')]);
    if (!phone && !email) {
      await codes.markFailed(stored.sendId);
      event('undelivered', request.purpose);
      return { outcome: 'undelivered' };
    }
    event('sent', request.purpose);
    return {
      outcome: 'sent',
      resendAfterMs: RESEND_S * 1_000,
      expiresAt: stored.expiresAt,
      to: {
        phone: phone && to.phone !== null ? maskPhone(to.phone) : null,
        email: email && to.email !== null ? maskEmail(to.email) : null,
      },
    };
  }

  return {
    async issue(request) {
      const phone = request.channels.phone ?? null;
      const usable = phone !== null && mayBeTexted(phone) ? phone : null;
      const email = request.channels.email ?? null;
      if (usable === null && email === null) {
        event('undelivered', request.purpose);
        return { outcome: 'undelivered' };
      }
      return send(request, { phone: usable, email });
    },

    async verify({ code, ...what }) {
      const result = async (secret: string): Promise<VerifyOutcome> => {
        const binding = bindingOf(what, secret);
        const expected = await codes.spendTry(binding);
        if (!expected) return codes.whyNoTry(binding);
        const given = codeHash(binding, code, secret);
        if (!timingSafeEqual(given, expected)) return 'wrong';
        return (await codes.use(binding, expected)) ? 'right' : 'expired';
      };
      let outcome = await result(deps.secret);
      // No code was sent under the current key: the one that counts may be of before.
      if (outcome === 'expired' && deps.previousSecret) outcome = await result(deps.previousSecret);
      event(outcome, what.purpose);
      return outcome;
    },
  };
}
