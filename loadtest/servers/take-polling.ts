import { Server, type ServerOptions } from 'socket.io';

/*
 * Loaded before the product (`node --import`): its web process then takes long polling beside WebSockets, which it does not do by
 * itself, so that the two can be measured in one process.
 */
const { attach } = Server.prototype;
Server.prototype.attach = function takingPolling(this: Server, ...given: Parameters<typeof attach>): Server {
  const { opts } = this as unknown as { opts: Partial<ServerOptions> };
  opts.transports = ['polling', 'websocket'];
  return attach.apply(this, given);
};
