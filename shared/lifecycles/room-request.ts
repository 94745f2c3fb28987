import { START, type Lifecycle } from './lifecycle.ts';

const ROOM_REQUEST_STATES = ['waiting', 'approved', 'rejected', 'expired', 'carried-out'] as const;

export const ROOM_REQUEST = {
  name: 'room-request',
  about: 'What one member of staff asks for in a room and a second one approves.',
  column: null,
  states: ROOM_REQUEST_STATES,
  final: ['rejected', 'expired', 'carried-out'],
  means: {
    waiting: 'waits for a second person',
    approved: 'approved and not yet carried out',
    rejected: 'refused by a second person',
    expired: 'not decided in time',
    'carried-out': 'done, or refused by the room',
  },
  events: {
    request: {
      from: START,
      to: 'waiting',
      by: ['controlRooms', 'revokeApplications', 'system'],
      calls: [
        { contract: 'console.request-extend' },
        { contract: 'console.request-withdraw' },
        { contract: 'console.request-continue' },
        { contract: 'console.request-resume' },
        { contract: 'console.request-revoke' },
        { workflow: 'end-participation' },
      ],
    },
    approve: {
      from: ['waiting'],
      to: 'approved',
      by: ['controlRooms'],
      calls: [{ contract: 'console.approve-room-request' }],
    },
    reject: {
      from: ['waiting'],
      to: 'rejected',
      by: ['controlRooms'],
      calls: [{ contract: 'console.reject-room-request' }],
    },
    expire: {
      from: ['waiting'],
      to: 'expired',
      by: ['system'],
      calls: [],
      deadline: { at: 'room_request.expires_at', sweep: 'reading' },
    },
    'carry-out': {
      from: ['approved'],
      to: 'carried-out',
      by: ['controlRooms', 'system'],
      calls: [{ contract: 'console.approve-room-request' }, { job: 'carry out approved requests' }],
      deadline: { at: 'room_request.decided_at', sweep: { job: 'carry out approved requests' } },
    },
  },
} as const satisfies Lifecycle;

/** What a second person can say. */
export type RoomDecision = 'approve' | 'reject';
