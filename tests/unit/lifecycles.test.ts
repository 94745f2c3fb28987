import { describe, expect, expectTypeOf, test } from 'vitest';
import { DEPOSIT } from '#shared/lifecycles/deposit.ts';
import { EDIT_REQUEST, OPEN_EDIT_REQUESTS } from '#shared/lifecycles/edit-request.ts';
import { allows, stateAfter, statesBefore, statesFrom, transition } from '#shared/lifecycles/lifecycle.ts';
import { LOT_STATUS, LOT_STATUSES, OPEN_STATUSES, statusAfterHammer } from '#shared/lifecycles/lot-status.ts';
import {
  HAMMER_EVENT,
  LOT,
  NO_WINNER_STATUSES,
  NOT_OPENED_STATUSES,
  OVER_STATUSES,
  WINNER_PAYS_STATUSES,
} from '#shared/lifecycles/lot.ts';
import { TAB_STATUSES } from '#shared/lifecycles/lot-tabs.ts';
import { PAYMENT } from '#shared/lifecycles/payment.ts';
import { OPEN_REFUNDS, REFUND, WAITING_REFUNDS } from '#shared/lifecycles/refund.ts';
import {
  APPLICATION_SHOWN,
  APPLIED,
  LIVING,
  TRADE_APPLICATION,
} from '#shared/lifecycles/trade-application.ts';

describe('a transition', () => {
  test('leads to the next state, or is refused with the state and the event', () => {
    expect(transition(REFUND, 'created', 'refuse')).toEqual({ outcome: 'moved', to: 'rejected' });
    expect(transition(REFUND, 'paid', 'refuse')).toEqual({
      outcome: 'refused',
      state: 'paid',
      event: 'refuse',
    });
    expect(transition(LOT, LOT_STATUS.acceptingApplications, 'close-applications')).toEqual({
      outcome: 'moved',
      to: LOT_STATUS.startingSoon,
    });
  });

  test('never happens twice for an event that makes the thing', () => {
    for (const state of REFUND.states) expect(allows(REFUND, state, 'request')).toBe(false);
    expect(statesFrom(REFUND, 'request')).toEqual([]);
    expect(stateAfter(REFUND, 'request')).toBe('created');
  });

  test('knows at compile time which states and events there are', () => {
    expectTypeOf(stateAfter(DEPOSIT, 'hold')).toEqualTypeOf<'held'>();
    // @ts-expect-error -- no such event
    expect(() => transition(DEPOSIT, 'held', 'burn')).toThrow();
    // @ts-expect-error -- no such state
    expect(transition(DEPOSIT, 'burnt', 'release').outcome).toBe('refused');
  });

  test('can be asked for backwards', () => {
    expect(statesBefore(DEPOSIT, 'released')).toEqual(['released', 'held']);
    expect(statesBefore(DEPOSIT, 'none')).toEqual(['none', 'released']);
  });
});

describe('groups of states agree with the events', () => {
  test('a hammer falls where a room can be open, and its outcome gives the status', () => {
    for (const outcome of ['sold', 'not-held', 'no-price-given', 'withdrawn'] as const) {
      expect(stateAfter(LOT, HAMMER_EVENT[outcome])).toBe(statusAfterHammer(outcome));
      expect(statesFrom(LOT, HAMMER_EVENT[outcome])).toEqual(OPEN_STATUSES);
    }
    expect(statesFrom(LOT, 'start-bidding')).toEqual(NOT_OPENED_STATUSES);
  });

  test('each finished lot is over, or its winner pays; the archive is in no tab', () => {
    const finished = [...OVER_STATUSES, ...WINNER_PAYS_STATUSES];
    const current = TAB_STATUSES[4] ?? [];
    expect([...finished, ...current].sort((a, b) => a - b)).toEqual(LOT_STATUSES);
    for (const status of NO_WINNER_STATUSES) expect(OVER_STATUSES).toContain(status);
  });

  test('refunds, applications, edit requests', () => {
    expect(OPEN_REFUNDS).toEqual(statesFrom(REFUND, 'cancel'));
    expect(WAITING_REFUNDS).toEqual(REFUND.states.filter((state) => !REFUND.final.includes(state as never)));
    expect(LIVING).toEqual(statesFrom(TRADE_APPLICATION, 'revoke'));
    expect(APPLIED).toEqual(statesFrom(TRADE_APPLICATION, 'begin-cancelling'));
    expect(OPEN_EDIT_REQUESTS).toEqual(statesFrom(EDIT_REQUEST, 'approve'));
    expect(Object.values(APPLICATION_SHOWN).flat().sort()).toEqual([...TRADE_APPLICATION.states].sort());
    expect(statesFrom(PAYMENT, 'begin')).toEqual(['created', 'cancelled']);
  });
});
