/** One SMS. `to` is `+998` and nine digits. */
export interface Sms {
  /** Names the message: a gateway that knows ids does not deliver it twice. */
  id: string;
  to: string;
  text: string;
}

/** Delivery status of an accepted message. */
export type SmsFate = 'on-its-way' | 'delivered' | 'undelivered';

/** The gateway's report on an accepted message. */
interface SmsWord {
  fate: SmsFate;
  /** The id it was sent with; null when the gateway does not return it. */
  id: string | null;
}

export interface SmsGateway {
  readonly name: 'eskiz' | 'playmobile' | 'twin';
  /**
   * Resolves with the gateway's own number of the message when it has accepted it.
   * @throws SmsRefused when it will never accept this one; after any other error a retry may succeed
   */
  send(sms: Sms): Promise<{ gatewayId: string }>;
  /** Queries a message's delivery status; null where the gateway only pushes reports. */
  fate(gatewayId: string): Promise<SmsWord | null>;
}

/** Permanent refusal of this message by the gateway. */
export class SmsRefused extends Error {
  constructor(reason: string) {
    super(`SMS refused: ${reason}`);
    this.name = 'SmsRefused';
  }
}

/** The gateway is unavailable, or its answer was invalid: a retry may succeed. */
export class SmsNotTaken extends Error {
  /** It reached the gateway, which may have accepted it. */
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
