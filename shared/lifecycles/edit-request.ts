import { START, type Lifecycle } from './lifecycle.ts';
import type { StatusColour } from './lot-status.ts';

export const EDIT_REQUEST_STATUSES = ['open', 'approved', 'refused', 'withdrawn'] as const;
export type EditRequestStatus = (typeof EDIT_REQUEST_STATUSES)[number];

export const EDIT_REQUEST_COLOURS: Readonly<Record<EditRequestStatus, StatusColour>> = {
  open: 'warning',
  approved: 'success',
  refused: 'danger',
  withdrawn: 'info',
};

/** One of these at a time for each person. */
export const OPEN_EDIT_REQUESTS = ['open'] as const;

export const EDIT_REQUEST = {
  name: 'edit-request',
  about: 'A request of a person to change what only staff may change in the profile.',
  column: 'person_edit_request.status',
  states: EDIT_REQUEST_STATUSES,
  final: ['approved', 'refused', 'withdrawn'],
  means: {
    open: 'waits for staff',
    approved: 'the change is made',
    refused: 'nothing is changed; the reason is given',
    withdrawn: 'taken back by the person',
  },
  events: {
    ask: { from: START, to: 'open', by: ['owner'], calls: [{ contract: 'profile.ask-for-edit' }] },
    withdraw: {
      from: ['open'],
      to: 'withdrawn',
      by: ['owner'],
      calls: [{ contract: 'profile.withdraw-edit-request' }],
    },
    approve: {
      from: ['open'],
      to: 'approved',
      by: ['decideEditRequests'],
      calls: [{ contract: 'console.approve-edit-request' }],
      notifies: ['person'],
    },
    refuse: {
      from: ['open'],
      to: 'refused',
      by: ['decideEditRequests'],
      calls: [{ contract: 'console.refuse-edit-request' }],
      notifies: ['person'],
    },
  },
} as const satisfies Lifecycle;
