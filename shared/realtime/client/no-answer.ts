/** No answer came. `notSent`: the command certainly never left this device. */
export class NoAnswer extends Error {
  readonly notSent: boolean;
  constructor(notSent: boolean, options?: { cause?: unknown }) {
    super(notSent ? 'not connected' : 'no answer in time', options);
    this.name = 'NoAnswer';
    this.notSent = notSent;
  }
}
