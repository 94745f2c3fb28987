import type pg from 'pg';

interface CopyConnection extends NodeJS.EventEmitter {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** pg's own way to run something of its protocol: it hands over the connection and waits for the end. */
class CopyIn {
  readonly text: string;
  readonly #chunks: readonly Buffer[];
  readonly #done: (error: Error | null) => void;
  constructor(text: string, chunks: readonly Buffer[], done: (error: Error | null) => void) {
    [this.text, this.#chunks, this.#done] = [text, chunks, done];
  }
  submit(connection: CopyConnection): void {
    connection.query(this.text);
  }
  handleCopyInResponse(connection: CopyConnection): void {
    for (const chunk of this.#chunks) connection.sendCopyFromChunk(chunk);
    connection.endCopyFrom();
  }
  handleCommandComplete(): void {}
  handleReadyForQuery(): void {
    this.#done(null);
  }
  handleError(error: Error): void {
    this.#done(error);
  }
}

/** Runs `copy … from stdin` with these lines. */
export function copyIn(client: pg.Client, text: string, chunks: readonly Buffer[]): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    client.query(new CopyIn(text, chunks, (error) => (error ? reject(error) : resolve())) as never);
  });
}
