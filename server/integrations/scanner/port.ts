/** Looks for malware in a file before it is stored. */
export interface Scanner {
  readonly name: 'clamd';
  /** Name of what was found; null: nothing. @throws ScannerAway */
  scan(file: string): Promise<string | null>;
  /** Rejects when it cannot scan now. */
  check(): Promise<void>;
}

/** The scanner is unreachable, too slow or answered nonsense: the file is not stored, a retry may succeed. */
export class ScannerAway extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`scanner: ${reason}`, options);
    this.name = 'ScannerAway';
  }
}
