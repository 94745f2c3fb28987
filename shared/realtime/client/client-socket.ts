// oxlint-disable-next-line typescript/no-explicit-any -- as socket.io-client types it: who hears an event knows what comes with it
type Handler = (...payload: any[]) => void;

/** What is used of a socket of socket.io-client, whose user makes it: address, token and transports are theirs. */
export interface ClientSocket {
  readonly connected: boolean;
  /** It is connected, or will try to be without being asked. */
  readonly active: boolean;
  readonly io: {
    reconnectionDelay(): number;
    reconnectionDelay(ms: number): unknown;
    reconnectionDelayMax(): number;
    reconnectionDelayMax(ms: number): unknown;
  };
  on(event: string, handler: Handler): unknown;
  off(event: string, handler: Handler): unknown;
  timeout(ms: number): { emitWithAck(event: string, ...payload: unknown[]): Promise<unknown> };
  connect(): unknown;
  disconnect(): unknown;
}
