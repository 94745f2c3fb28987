/** One SMS. `to` is `+998` and nine digits. */
export interface Sms {
  /** Names the message: a gateway that knows ids does not deliver it twice. */
  id: string;
  to: string;
  text: string;
}

/** What became of a message the gateway took. */
export type SmsFate = 'on-its-way' | 'delivered' | 'undelivered';

/** What the gateway itself says of a message it took. */
export interface SmsWord {
  fate: SmsFate;
  /** The id it was handed over with; null where the gateway does not say. */
  id: string | null;
}

export interface SmsGateway {
  readonly name: 'eskiz' | 'playmobile' | 'twin';
  /**
   * Resolves with the gateway's own number of the message when it has taken it.
   * @throws SmsRefused when it will never take this one; anything else may pass later
   */
  send(sms: Sms): Promise<{ gatewayId: string }>;
  /** Asks what became of a message; null where the gateway tells only by itself. */
  fate(gatewayId: string): Promise<SmsWord | null>;
}

/** The gateway will not take this message however often it is offered. */
export class SmsRefused extends Error {
  constructor(reason: string) {
    super(`SMS refused: ${reason}`);
    this.name = 'SmsRefused';
  }
}

/** The gateway is away, or its answer was none: the same message may pass later. */
export class SmsNotTaken extends Error {
  /** It reached the gateway, which may have taken it all the same. */
  readonly mayArrive: boolean;

  constructor(
    reason: string,
    { mayArrive = false, ...options }: ErrorOptions & { mayArrive?: boolean } = {},
  ) {
    super(`SMS not taken: ${reason}`, options);
    this.name = 'SmsNotTaken';
    this.mayArrive = mayArrive;
  }
}
