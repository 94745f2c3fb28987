import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDraftSaving, type DraftPort } from '#client/features/cabinet/orders/draft/draft-saving.ts';
import { unsentInBrowser } from '#client/features/cabinet/orders/draft/unsent.ts';
import { ApiError } from '#client/lib/api-error.ts';

type Fields = Record<string, unknown>;

const OFFLINE = new ApiError(0, 'offline', '');
const BUSY = new ApiError(503, 'busy', 'Not now.');
const CHANGED = new ApiError(409, 'orders.changed', 'Changed.');
const SIGNED_OUT = new ApiError(401, 'unauthorised', 'Sign in.');

/** A server of one order: the next saves fail with the errors given, and lose their answers after `lose`. */
function serverOf(fields: Fields) {
  const server = {
    version: 1,
    fields,
    failures: [] as ApiError[],
    lose: 0,
    saves: [] as Fields[],
    /** Somebody else writes. */
    write(change: Fields) {
      server.fields = { ...server.fields, ...change };
      server.version += 1;
    },
  };
  const port: DraftPort<Fields> = {
    async save(version, edits) {
      server.saves.push(edits);
      const failure = server.failures.shift();
      if (failure) throw failure;
      if (version !== server.version) throw CHANGED;
      server.write(edits);
      if (server.lose > 0) {
        server.lose -= 1;
        throw OFFLINE;
      }
      return { version: server.version, savedAtMs: Date.now() };
    },
    read: async () => ({ version: server.version, fields: server.fields }),
    unsent: unsentInBrowser('me:7'),
    nowMs: () => Date.now(),
    saved: () => undefined,
  };
  const open = () => createDraftSaving(port, { version: server.version, fields: server.fields }, 0);
  return { server, open };
}

const settle = () => vi.runAllTimersAsync();
const held = () => Object.keys(unsentInBrowser('me:7').read());

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => void vi.useRealTimers());

describe('saving a draft', () => {
  it('leaves a space at the end of what is typed while the part before it is being saved', async () => {
    const { open } = serverOf({});
    const saving = open();
    saving.change({ email: 'a' });
    vi.advanceTimersToNextTimer();
    expect(saving.read().state).toBe('saving');
    saving.change({ email: 'a ' });
    await Promise.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(saving.read().fields).toMatchObject({ email: 'a ' });
  });

  it('goes on after a save whose answer was lost, when the order is read again before it is repeated', async () => {
    const { server, open } = serverOf({});
    const saving = open();
    server.lose = 1;
    saving.change({ email: 'a@b.uz' });
    await vi.advanceTimersToNextTimerAsync();
    expect(saving.read().state).toBe('no-connection');
    saving.adopt({ version: server.version, fields: server.fields });
    expect(saving.read()).toMatchObject({ state: 'saved', unsent: false });
    saving.change({ quantity: 2 });
    await settle();
    expect(server.saves.at(-1)).toEqual({ quantity: 2 });
  });

  it('sends what was typed together, once the typing pauses', async () => {
    const { server, open } = serverOf({});
    const saving = open();
    saving.change({ email: 'a' });
    saving.change({ email: 'a@b.uz' });
    saving.change({ quantity: 2 });
    expect(saving.read()).toMatchObject({ state: 'typing', unsent: true, fields: { email: 'a@b.uz' } });
    await settle();
    expect(server.saves).toEqual([{ email: 'a@b.uz', quantity: 2 }]);
    expect(saving.read()).toMatchObject({ state: 'saved', unsent: false, version: 2 });
    expect(held()).toEqual([]);
  });

  it('sends what is typed while a save is under way in the next one', async () => {
    const { server, open } = serverOf({});
    const saving = open();
    saving.change({ email: 'first' });
    saving.flush();
    saving.change({ email: 'second' });
    await settle();
    expect(server.saves).toEqual([{ email: 'first' }, { email: 'second' }]);
    expect(server.fields).toEqual({ email: 'second' });
    expect(held()).toEqual([]);
  });

  it.each([
    ['no-connection', OFFLINE],
    ['server-busy', BUSY],
  ])('goes on by itself after a failure that passes: %s', async (state, failure) => {
    const { server, open } = serverOf({});
    server.failures.push(failure);
    const saving = open();
    saving.change({ email: 'x' });
    saving.flush();
    await vi.advanceTimersByTimeAsync(0);
    expect(saving.read()).toMatchObject({ state, unsent: true });
    expect(held()).toEqual(['email']);
    await settle();
    expect(saving.read().state).toBe('saved');
    expect(server.fields).toEqual({ email: 'x' });
  });

  it('waits for the sign-in after an ended session, and loses nothing of what is typed meanwhile', async () => {
    const { server, open } = serverOf({});
    server.failures.push(SIGNED_OUT);
    const saving = open();
    saving.change({ email: 'x' });
    await settle();
    expect(saving.read().state).toBe('signed-out');
    saving.change({ quantity: 3 });
    await settle();
    expect(server.saves).toHaveLength(1);
    expect(held()).toEqual(['email', 'quantity']);
    // The page of the sign-in has replaced this one.
    const again = open();
    expect(again.read().fields).toEqual({ email: 'x', quantity: 3 });
    await settle();
    expect(server.fields).toEqual({ email: 'x', quantity: 3 });
    expect(held()).toEqual([]);
  });

  it('takes a save whose answer was lost for what it is', async () => {
    const { server, open } = serverOf({ email: 'old' });
    server.lose = 1;
    const saving = open();
    saving.change({ email: 'new' });
    await settle();
    expect(saving.read()).toMatchObject({ state: 'saved', unsent: false, version: 2 });
    expect(server.fields).toEqual({ email: 'new' });
  });

  it('is disturbed by no new version that changed no field: photos have calls of their own', async () => {
    const { server, open } = serverOf({ email: 'old' });
    const saving = open();
    server.version += 3;
    saving.change({ email: 'new' });
    await settle();
    expect(saving.read()).toMatchObject({ state: 'saved', version: 5 });
    expect(server.fields).toEqual({ email: 'new' });
  });
});

describe('two tabs', () => {
  const CHOICES = [
    ['keepMine', 'mine'],
    ['takeTheirs', 'theirs'],
  ] as const;
  it.each(CHOICES)('never overwrite silently; %s leaves the field %s', async (choice, left) => {
    const { server, open } = serverOf({ email: 'old', quantity: 1 });
    const saving = open();
    server.write({ email: 'theirs' });
    saving.change({ email: 'mine' });
    await settle();
    expect(saving.read()).toMatchObject({ state: 'changed-elsewhere', changedElsewhere: ['email'] });
    saving.change({ quantity: 5 });
    await settle();
    expect(server.fields).toEqual({ email: 'theirs', quantity: 1 });
    await saving[choice]();
    await settle();
    expect(saving.read()).toMatchObject({ state: 'saved', unsent: false });
    expect(server.fields).toEqual({ email: left, quantity: choice === 'keepMine' ? 5 : 1 });
    expect(held()).toEqual([]);
  });

  it('are not seen in the server’s own spelling', async () => {
    const { server, open } = serverOf({ title: { uz: "o'tloq ", ru: '' } });
    const saving = open();
    server.fields = { title: { ru: '', uz: 'oʻtloq' } };
    server.version += 1;
    saving.change({ email: 'x' });
    await settle();
    expect(saving.read().state).toBe('saved');
  });

  it('show a page that was closed with unsent edits what has changed since', async () => {
    const { server, open } = serverOf({ email: 'old' });
    server.failures.push(OFFLINE);
    const first = open();
    first.change({ email: 'mine' });
    first.flush();
    await vi.advanceTimersByTimeAsync(0);
    // Closed here, and changed on a phone.
    server.write({ email: 'theirs' });
    vi.clearAllTimers();
    const second = open();
    expect(second.read()).toMatchObject({ state: 'changed-elsewhere', changedElsewhere: ['email'] });
    expect(second.read().fields).toEqual({ email: 'mine' });
    expect(server.fields).toEqual({ email: 'theirs' });
  });
});

it('ends when the order may no longer be edited', async () => {
  const { server, open } = serverOf({});
  server.failures.push(new ApiError(409, 'orders.not-editable', 'Sent.'));
  const saving = open();
  saving.change({ email: 'x' });
  await settle();
  expect(saving.read()).toMatchObject({ state: 'closed', unsent: true });
  saving.change({ email: 'y' });
  await settle();
  expect(server.saves).toHaveLength(1);
});

it('says why a value was refused, and tries again with the next edit', async () => {
  const { server, open } = serverOf({});
  server.failures.push(new ApiError(400, 'bad-request', 'Too long.'));
  const saving = open();
  saving.change({ email: 'x' });
  await settle();
  expect(saving.read()).toMatchObject({ state: 'refused', unsent: true });
  saving.change({ email: 'y' });
  await settle();
  expect(saving.read().state).toBe('saved');
  expect(server.fields).toEqual({ email: 'y' });
});
