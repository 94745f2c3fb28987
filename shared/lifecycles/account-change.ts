import { START, type Lifecycle } from './lifecycle.ts';
import type { StatusColour } from './lot-status.ts';

export const ACCOUNT_CHANGE_STATES = ['waiting', 'carried-out', 'refused'] as const;
export type AccountChangeState = (typeof ACCOUNT_CHANGE_STATES)[number];

export const ACCOUNT_CHANGE_COLOURS: Readonly<Record<AccountChangeState, StatusColour>> = {
  waiting: 'warning',
  'carried-out': 'success',
  refused: 'danger',
};

export const ACCOUNT_CHANGE_KINDS = [
  'disable',
  'enable',
  'give-role',
  'remove-role',
  'reset-factor',
] as const;
export type AccountChangeKind = (typeof ACCOUNT_CHANGE_KINDS)[number];

/** One of these at a time for each account. */
export const WAITING_ACCOUNT_CHANGES = ['waiting'] as const;

/** What says how many persons a change of an account takes. */
interface OfAccount {
  /** The account has a staff role, or is offered one. */
  ofStaff: boolean;
  /** No member of staff alone has shut it. */
  shutByTwo: boolean;
  /** Its owner bids in a room that runs or opens soon, and is signed in nowhere: shut out now, there is no way back into the room. */
  awayFromRoom: boolean;
}

/**
 * What takes rights away is carried out by one person at once; what gives rights of staff, or gives them back, or makes it
 * easier to come in as somebody, needs two, and so does undoing what two have done, and keeping a bidder out of a running room.
 */
export const needsSecondPerson = (
  kind: AccountChangeKind,
  { ofStaff, shutByTwo, awayFromRoom }: OfAccount,
): boolean =>
  kind === 'give-role' ||
  kind === 'reset-factor' ||
  (kind === 'enable' && (ofStaff || shutByTwo)) ||
  (kind === 'disable' && awayFromRoom);

export const ACCOUNT_CHANGE = {
  name: 'account-change',
  about:
    'What staff decide about an account: to shut it, to open it again, to give or take a staff role, to take a lost second factor away.',
  column: 'account_change.state',
  states: ACCOUNT_CHANGE_STATES,
  final: ['carried-out', 'refused'],
  means: {
    waiting: 'waits for a second member of staff; nothing is changed yet',
    'carried-out': 'the account is changed',
    refused: 'nothing is changed; the reason is given',
  },
  events: {
    ask: {
      from: START,
      to: 'waiting',
      by: ['shutAccounts', 'manageStaff'],
      calls: [
        { contract: 'console.disable-account' },
        { contract: 'console.enable-account' },
        { contract: 'console.give-role' },
        { contract: 'console.reset-factor' },
      ],
    },
    decide: {
      from: START,
      to: 'carried-out',
      by: ['shutAccounts', 'manageStaff', 'staff'],
      calls: [
        { contract: 'console.disable-account' },
        { contract: 'console.enable-account' },
        { contract: 'console.remove-role' },
        { command: 'account disable' },
        { command: 'account enable' },
        { command: 'account reset-factor' },
        { command: 'staff remove' },
      ],
      notifies: ['person'],
    },
    approve: {
      from: ['waiting'],
      to: 'carried-out',
      by: ['manageStaff'],
      calls: [{ contract: 'console.approve-account-change' }],
      notifies: ['person'],
    },
    refuse: {
      from: ['waiting'],
      to: 'refused',
      by: ['manageStaff'],
      calls: [{ contract: 'console.refuse-account-change' }],
    },
  },
} as const satisfies Lifecycle;
