import { z } from 'zod';
import { PERSON_UPDATE_EVENT, personUpdateSchema } from './person-updates.ts';
import {
  bidAckSchema,
  joinAnswerSchema,
  leaveAnswerSchema,
  pingAnswerSchema,
  watchBoardAnswerSchema,
  watchRoomsAnswerSchema,
} from './room-answers.ts';
import {
  boardUpdateSchema,
  catchUpSchema,
  clearAutoSchema,
  countsSchema,
  findSchema,
  heartbeatSchema,
  joinSchema,
  leaveSchema,
  noticeSchema,
  personalSchema,
  pingSchema,
  placeSchema,
  ROOM_EVENTS,
  setAutoSchema,
  updateSchema,
  watchBoardSchema,
  watchRoomsSchema,
} from './room.ts';

/** One event of the sockets. */
export interface ProtocolEvent {
  summary: string;
  /** What comes with it. */
  payload: z.ZodType;
  /** Its acknowledgement. */
  answer?: z.ZodType;
  /** Closed to programs whose token does not open bidding. */
  bids?: true;
}

const nothing = z.undefined();

/** Every event that a client sends, by its name. */
export const FROM_CLIENTS: Readonly<Record<string, ProtocolEvent & { answer: z.ZodType }>> = {
  [ROOM_EVENTS.join]: {
    summary: 'Enter a room: answered with a snapshot, or with what came after the sequence one has',
    payload: joinSchema,
    answer: joinAnswerSchema,
  },
  [ROOM_EVENTS.leave]: { summary: 'Leave a room', payload: leaveSchema, answer: leaveAnswerSchema },
  [ROOM_EVENTS.catchUp]: {
    summary: 'What a room has after a sequence: sent where an update or a heartbeat shows a gap',
    payload: catchUpSchema,
    answer: joinAnswerSchema,
  },
  [ROOM_EVENTS.place]: {
    summary:
      'Offer a price. Repeat only with the same bidId and, after `unknown`, with its sentEpoch: it is judged once',
    payload: placeSchema,
    answer: bidAckSchema,
    bids: true,
  },
  [ROOM_EVENTS.setAuto]: {
    summary: 'Set or change my secret maximum',
    payload: setAutoSchema,
    answer: bidAckSchema,
    bids: true,
  },
  [ROOM_EVENTS.clearAuto]: {
    summary: 'Delete my auto-bid; standing prices stay',
    payload: clearAutoSchema,
    answer: bidAckSchema,
    bids: true,
  },
  [ROOM_EVENTS.find]: {
    summary: 'What became of a command of mine, by its bidId',
    payload: findSchema,
    answer: bidAckSchema,
  },
  [ROOM_EVENTS.ping]: {
    summary: 'The clock by which rooms open and close',
    payload: pingSchema,
    answer: pingAnswerSchema,
  },
  [ROOM_EVENTS.watchBoard]: {
    summary: 'Prices of these lots, without entering their rooms; replaces the list before',
    payload: watchBoardSchema,
    answer: watchBoardAnswerSchema,
  },
  [ROOM_EVENTS.watchRooms]: {
    summary: 'Changes of the board of rooms; staff only',
    payload: watchRoomsSchema,
    answer: watchRoomsAnswerSchema,
  },
};

/** Every event that the server sends, by its name. */
export const FROM_SERVER: Readonly<Record<string, ProtocolEvent>> = {
  [ROOM_EVENTS.update]: {
    summary:
      'Committed entries of a room after prevSeq; where that is beyond what one has, the gap is to be asked for',
    payload: updateSchema,
  },
  [ROOM_EVENTS.heartbeat]: {
    summary: 'Each second without an update: the sequence a room is at, its deadline and the time',
    payload: heartbeatSchema,
  },
  [ROOM_EVENTS.counts]: { summary: 'How many watch and take part', payload: countsSchema },
  [ROOM_EVENTS.notice]: {
    summary: 'The room cannot confirm offers just now, or can again; outside the log',
    payload: noticeSchema,
  },
  [ROOM_EVENTS.personal]: {
    summary: 'What only I see: outbid, leading, my auto-bid, my admission, my limit',
    payload: personalSchema,
  },
  [ROOM_EVENTS.board]: { summary: 'New prices of the lots that are watched', payload: boardUpdateSchema },
  [ROOM_EVENTS.consoleRooms]: { summary: 'Changes of the board of rooms; staff only', payload: z.unknown() },
  [ROOM_EVENTS.sessionExpired]: {
    summary: 'The session or the token has ended; the connection is closed',
    payload: nothing,
  },
  [ROOM_EVENTS.reconnect]: {
    summary:
      'This process ends or is cut off: acknowledge it, send nothing more here, and connect again at once',
    payload: z.object({ reason: z.literal('reconnect') }),
    answer: nothing,
  },
  [PERSON_UPDATE_EVENT]: {
    summary: 'Something of mine has changed and is to be read again',
    payload: personUpdateSchema,
  },
};
