/** What a program imports from the package that the platform serves. */
export { AuctionClient, AuctionRoom, type RoomOptions } from './auction-client.ts';
export type { ClientSocket } from './client-socket.ts';
export { NoAnswer } from './no-answer.ts';
export type { RoomState } from './room-state.ts';
export type { FinalAnswer, RoomCommand } from './send-command.ts';
export type { RoomError } from '../room-answers.ts';
export { ROOM_EVENTS } from '../room.ts';
