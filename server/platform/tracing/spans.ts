type SpanFacts = Readonly<Record<string, string | number | boolean>>;

/** Ends a span with what is known then. `failed`: its work threw, or was answered with a fault. `name`: in place of the first one. */
type EndSpan = (facts?: SpanFacts, o?: { failed?: boolean; atMs?: number; name?: string }) => void;

export interface BeginSpan {
  kind: 'server' | 'internal';
  /**
   * Names a trace that several processes write to: its ids are derived from the key, so that nothing has to travel with the
   * work. `first` is its root span, every other one a child of that. None: a trace of its own.
   */
  trace?: { key: string; first: boolean };
  /** Ms since 1970; now unless given. */
  startMs?: number;
  facts?: SpanFacts;
}

/** Spans of this process, sent to a collector. */
export interface Traces {
  begin(name: string, o: BeginSpan): EndSpan;
  /** Sends what is left, for two seconds at most; rejects when it cannot. */
  close(): Promise<void>;
}
