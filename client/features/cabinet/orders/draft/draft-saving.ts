import { ApiError } from '#client/lib/api-error.ts';
import { mayPass } from '#client/lib/recover.ts';
import { reconcile } from './reconcile.ts';
import { type UnsentEdits, type UnsentStore } from './unsent.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Typing pauses this long before it is sent. */
const DEBOUNCE_MS = 900;
/** Least time between two saves: a writing hand stays well within the 120 saves a minute of the API. */
const APART_MS = 1_000;
/** The version that an edit was made on is not the present one. */
const CHANGED = 'orders.changed';
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/**
 * `typing`: an edit waits for the pause. `no-connection` and `server-busy`: it is sent again by itself. `signed-out`: after
 * the sign-in. `changed-elsewhere`: the person chooses what counts. `refused`: the next edit or press tries again.
 * `closed`: the order is no longer one that may be edited.
 */
type SavingState =
  | 'saved'
  | 'typing'
  | 'saving'
  | 'no-connection'
  | 'server-busy'
  | 'signed-out'
  | 'changed-elsewhere'
  | 'refused'
  | 'closed';

export interface Stored<Value extends Fields> {
  version: number;
  fields: Value;
}

export interface Draft<Value extends Fields> {
  /** What the person sees: the server's fields with the unsent edits over them. */
  fields: Value;
  version: number;
  state: SavingState;
  savedAtMs: number;
  /** Of `changed-elsewhere`. */
  changedElsewhere: readonly string[];
  /** Of `refused` and `closed`. */
  error: ApiError | null;
  /** Edits that the server does not have yet. */
  unsent: boolean;
}

export interface DraftPort<Value extends Fields> {
  /** Rejects with an ApiError; 409 when the version is not the present one. */
  save(version: number, edits: Fields): Promise<{ version: number; savedAtMs: number }>;
  /** What the server has now; rejects with an ApiError. */
  read(): Promise<Stored<Value>>;
  unsent: UnsentStore;
  nowMs(): number;
  /** The server has these fields now; `edited` are those of the last save. */
  saved(stored: Stored<Value>, edited: readonly string[]): void;
}

export type DraftSaving<Value extends Fields> = ReturnType<typeof createDraftSaving<Value>>;

/** Null in an edit empties a field; the server's fields have none. */
function withEdits<Value extends Fields>(fields: Value, edits: UnsentEdits): Value {
  const all = Object.entries({
    ...fields,
    ...Object.fromEntries(Object.entries(edits).map(([field, { value }]) => [field, value])),
  });
  return Object.fromEntries(all.filter(([, value]) => value !== null && value !== undefined)) as Value;
}

/**
 * Saves a draft as it is typed: one request at a time, the edits since the last one together. What fails for a while is
 * sent again by itself (at once when the connection is back, otherwise after 1, 2, 4 … 30 s).
 */
export function createDraftSaving<Value extends Fields>(
  port: DraftPort<Value>,
  start: Stored<Value>,
  savedAtMs: number,
) {
  let stored = start;
  let edits: UnsentEdits = {};
  let draft: Draft<Value> = {
    fields: start.fields,
    version: start.version,
    state: 'saved',
    savedAtMs,
    changedElsewhere: [],
    error: null,
    unsent: false,
  };
  let running = false;
  let lastBegunMs = Number.NEGATIVE_INFINITY;
  let waitMs = FIRST_WAIT_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  const isUnsent = () => Object.keys(edits).length > 0;
  /** Only a person ends these. */
  const isHalted = () => ['changed-elsewhere', 'closed'].includes(draft.state);

  function show(change: Partial<Draft<Value>>): void {
    draft = {
      ...draft,
      fields: withEdits(stored.fields, edits),
      version: stored.version,
      unsent: isUnsent(),
      ...change,
    };
    for (const listener of listeners) listener();
  }

  function schedule(afterMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void send(), afterMs);
  }

  const sendAfterMs = () => Math.max(DEBOUNCE_MS, lastBegunMs + APART_MS - port.nowMs());

  /** Takes what the server has now; answers whether edits may go on. */
  function take(now: Stored<Value>): boolean {
    const found = reconcile(stored.fields, now.fields, edits);
    if (found.changedElsewhere.length > 0) {
      show({ state: 'changed-elsewhere', changedElsewhere: found.changedElsewhere, error: null });
      return false;
    }
    stored = now;
    edits = found.edits;
    return true;
  }

  function judge(error: ApiError): void {
    if (error.status === 401) show({ state: 'signed-out', error: null });
    else if (mayPass(error) || error.code === CHANGED) {
      show({ state: error.status > 0 ? 'server-busy' : 'no-connection', error: null });
      schedule(waitMs);
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    } else if (error.status === 404 || error.status === 409) show({ state: 'closed', error });
    else show({ state: 'refused', error });
  }

  async function attempt(): Promise<{ savedAtMs: number; edited: string[] }> {
    const sent = Object.fromEntries(Object.entries(edits).map(([field, { value }]) => [field, value]));
    const { version, savedAtMs: atMs } = await port.save(stored.version, sent);
    const fields = withEdits(
      stored.fields,
      Object.fromEntries(Object.entries(sent).map(([field, value]) => [field, { value, before: null }])),
    );
    stored = { version, fields };
    edits = Object.fromEntries(
      Object.entries(edits)
        .filter(([field, { value }]) => !(field in sent) || value !== sent[field])
        .map(([field, { value }]) => [field, { value, before: field in sent ? sent[field] : fields[field] }]),
    );
    port.unsent.drop(sent);
    if (isUnsent()) port.unsent.put(edits);
    waitMs = FIRST_WAIT_MS;
    return { savedAtMs: atMs, edited: Object.keys(sent) };
  }

  async function send(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (running || isHalted() || !isUnsent()) return;
    running = true;
    lastBegunMs = port.nowMs();
    show({ state: 'saving', error: null });
    try {
      const done = await attempt().catch(async (error: unknown) => {
        if (!(error instanceof ApiError && error.code === CHANGED)) throw error;
        if (!take(await port.read())) return null;
        return isUnsent() ? attempt() : { savedAtMs: port.nowMs(), edited: [] };
      });
      if (done === null) return;
      show({ state: isUnsent() ? 'typing' : 'saved', savedAtMs: done.savedAtMs, error: null });
      port.saved(stored, done.edited);
      if (isUnsent()) schedule(sendAfterMs());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      judge(error);
    } finally {
      running = false;
    }
  }

  /** Edits of an earlier page. */
  function restore(): void {
    const held = port.unsent.read();
    if (Object.keys(held).length === 0) return;
    const before = { ...stored.fields } as Record<string, unknown>;
    for (const [field, edit] of Object.entries(held)) before[field] = edit.before;
    const found = reconcile(before, stored.fields, held);
    edits = found.edits;
    if (found.changedElsewhere.length > 0)
      show({ state: 'changed-elsewhere', changedElsewhere: found.changedElsewhere });
    else if (isUnsent()) {
      show({ state: 'typing' });
      schedule(0);
    } else port.unsent.clear();
  }
  restore();

  return {
    /** The same object until something changes. */
    read: () => draft,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Null empties a field. */
    change(change: Fields): void {
      if (draft.state === 'closed') return;
      const next = { ...edits };
      const changed: Record<string, UnsentEdits[string]> = {};
      for (const [field, value] of Object.entries(change)) {
        const edit = { value: value ?? null, before: edits[field]?.before ?? stored.fields[field] ?? null };
        next[field] = edit;
        changed[field] = edit;
      }
      edits = next;
      port.unsent.put(changed);
      // What waits for the connection, the sign-in or the person goes on waiting, with the new edit in it.
      const waiting = ['no-connection', 'server-busy', 'signed-out', 'changed-elsewhere'];
      if (waiting.includes(draft.state)) return show({});
      show({ state: running ? 'saving' : 'typing', error: null });
      if (!running) schedule(sendAfterMs());
      return undefined;
    },
    /** Sends what is unsent now: the person leaves the step or presses "try again"; also the connection's return. */
    flush(): void {
      if (isUnsent()) void send();
    },
    /** A newer answer of the server, read by the page. An older one is ignored. */
    adopt(now: Stored<Value>): void {
      if (now.version <= stored.version || running || draft.state === 'changed-elsewhere') return;
      if (!take(now)) return;
      // What waited to be sent had arrived, and only its answer was lost.
      const waited = draft.state === 'server-busy' || draft.state === 'no-connection';
      show(waited && !isUnsent() ? { state: 'saved', error: null } : {});
    },
    /** Of `changed-elsewhere`: the person's own edits count, over what the server has. */
    async keepMine(): Promise<void> {
      const now = await port.read();
      stored = now;
      edits = Object.fromEntries(
        Object.entries(edits).map(([field, { value }]) => [
          field,
          { value, before: now.fields[field] ?? null },
        ]),
      );
      port.unsent.clear();
      port.unsent.put(edits);
      show({ state: isUnsent() ? 'typing' : 'saved', changedElsewhere: [], error: null });
      if (isUnsent()) void send();
    },
    /** Of `changed-elsewhere`: what the server has counts, the own unsent edits are given up. */
    async takeTheirs(): Promise<void> {
      stored = await port.read();
      edits = {};
      port.unsent.clear();
      show({ state: 'saved', changedElsewhere: [], error: null, savedAtMs: port.nowMs() });
      port.saved(stored, []);
    },
  };
}
