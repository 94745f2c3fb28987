import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AuctionEntry } from '#shared/auction/entries.ts';
import { REFUSAL_REASONS } from '#shared/auction/refusals.ts';
import type { AuctionTerms } from '#shared/auction/rules.ts';
import {
  canonicalEntry,
  canonicalPublicEntry,
  chainHash,
  commitmentOf,
  termsHash,
} from '#server/auction/rules/canonical.ts';
import { publicChain } from '#server/auction/rules/public-entries.ts';
import type { PublicEntry } from '#shared/trust/public-log.ts';
import { applyEntry, cloneState, initialState } from '#server/auction/rules/fold.ts';
import { FORMAT } from '#server/auction/state/format.ts';
import { parseLogRecord } from '#server/auction/state/parse-log-record.ts';
import { resolveIncludes, scriptLibrary, SCRIPTS } from '#server/auction/state/scripts.ts';
import { bidVerdict, closeVerdict, controlVerdict } from '#server/auction/state/parse-verdicts.ts';

const terms: AuctionTerms = {
  lotId: 7,
  rules: {
    firstBid: 'atStart',
    increment: { kind: 'fixed', amount: 10 },
    overtime: null,
    leaderMayRaise: false,
    minParticipants: { count: 0, at: 'close' },
  },
  startPriceTiyin: 100,
  opensAtMs: 1_000,
  closesAtMs: 2_000,
  practice: false,
  watchable: true,
};
const admitted: AuctionEntry = {
  v: 1,
  lotId: 7,
  epoch: 1,
  seq: 1,
  atUs: 5,
  kind: 'admitted',
  person: 'p',
  number: 3,
  limitTiyin: null,
};

describe('the canonical form', () => {
  test('is RFC 8785: keys in order, no blanks, whatever order the object was made in', () => {
    const text =
      '{"atUs":5,"epoch":1,"kind":"admitted","limitTiyin":null,"lotId":7,"number":3,"person":"p","seq":1,"v":1}';
    expect(canonicalEntry(admitted)).toBe(text);
    expect(
      canonicalEntry(Object.fromEntries(Object.entries(admitted).reverse()) as unknown as AuctionEntry),
    ).toBe(text);
  });

  test('is chained by SHA-256 of the previous hash’s bytes and the entry’s', () => {
    const first = termsHash(terms);
    const expected = createHash('sha256')
      .update(Buffer.from(first, 'hex'))
      .update(canonicalEntry(admitted))
      .digest('hex');
    expect(chainHash(first, admitted)).toBe(expected);
    expect(termsHash({ ...terms, startPriceTiyin: 101 })).not.toBe(first);
  });

  test('writes a price as RFC 8785 does, whatever order its members came in', () => {
    const text = fc.string({ unit: 'binary' }).filter((one) => one.isWellFormed());
    const figure = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
    const price = fc.record({
      slept: fc.array(text),
      extended: fc.boolean(),
      deadlineUs: figure,
      count: figure,
      bidId: text,
      by: fc.constantFrom('offer' as const, 'auto' as const),
      amountTiyin: figure,
      number: figure,
      person: text,
      kind: fc.constant('price' as const),
      atUs: figure,
      seq: figure,
      epoch: figure,
      lotId: figure,
      v: fc.constant(1 as const),
    });
    fc.assert(
      fc.property(price, (entry) => {
        expect(canonicalEntry(entry)).toBe(canonicalize(entry));
      }),
    );
  });

  test('writes a public price as RFC 8785 does, whatever its members are', () => {
    const members = [
      'seq',
      'atUs',
      'number',
      'amountTiyin',
      'by',
      'answers',
      'count',
      'deadlineUs',
      'extended',
    ];
    const value = fc.oneof(
      fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
      fc.boolean(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.string({ unit: 'binary' }).filter((one) => one.isWellFormed()),
      fc.constant(null),
    );
    const order = fc.shuffledSubarray(members, { minLength: members.length });
    const whole = fc.nat();
    const flag = fc.boolean();
    const plain = fc.tuple(
      whole,
      whole,
      whole,
      whole,
      fc.constantFrom('offer', 'auto'),
      flag,
      whole,
      whole,
      flag,
    );
    const any = fc.array(value, { minLength: members.length, maxLength: members.length });
    fc.assert(
      fc.property(order, fc.oneof(plain, any), (names, given) => {
        const pairs = names.map((name): [string, unknown] => [name, given[members.indexOf(name)]]);
        const entry = Object.fromEntries([...pairs, ['kind', 'price']]) as PublicEntry;
        expect(canonicalPublicEntry(entry)).toBe(canonicalize(entry));
        const price = { ...entry, kind: 'price', person: 'ann', bidId: 'bid' } as AuctionEntry;
        const [shown, linked] = ['ab'.repeat(32), 'ab'.repeat(32)].map(publicChain);
        expect(linked!.link(price)).toBe(shown!.add(price).hash);
        expect(linked!.link(price)).toBe(shown!.add(price).hash);
      }),
    );
  });

  test('commits to a maximum with its salt', () => {
    expect(commitmentOf(500, 'salt')).toBe(createHash('sha256').update('500salt').digest('hex'));
  });
});

describe('the fold of a log', () => {
  test('refuses an entry that is not the next of its lot', () => {
    const state = initialState(terms, 1);
    expect(() => applyEntry(state, { ...admitted, seq: 2 })).toThrow('does not follow');
    expect(() => applyEntry(state, { ...admitted, lotId: 8 })).toThrow('does not follow');
    applyEntry(state, admitted);
    expect(() => applyEntry(state, admitted)).toThrow('does not follow');
  });

  test('leaves a clone as it was', () => {
    const state = applyEntry(initialState(terms, 1), admitted);
    const clone = cloneState(state);
    applyEntry(state, { ...admitted, seq: 2, kind: 'revoked', cause: 'ban' });
    expect(clone.bidders).toEqual({ p: { number: 3, limitTiyin: null, revoked: '' } });
    expect(clone.seq).toBe(1);
  });
});

describe('the fold of a log with many auto-bids', () => {
  const head = { v: 1, lotId: 7, epoch: 1, atUs: 5 } as const;
  const auto = (seq: number, person: string, bidId: string): AuctionEntry => ({
    ...head,
    seq,
    kind: 'autoSet',
    person,
    number: 1,
    bidId,
    commitment: 'c',
    asleep: false,
  });
  const price = (seq: number, person: string, bidId: string, amountTiyin: number): AuctionEntry => ({
    ...head,
    seq,
    kind: 'price',
    person,
    number: 1,
    amountTiyin,
    by: 'auto',
    bidId,
    count: 1,
    deadlineUs: 9,
    extended: false,
    slept: [],
  });

  test('looks at none of them for the price of an auto-bid', () => {
    const state = initialState(terms, 1);
    for (let seq = 1; seq <= 50; seq += 1)
      applyEntry(state, auto(seq, `p${seq}`, `id-${seq}`), { maximumTiyin: seq, salt: 's' });
    let walks = 0;
    state.autos = new Proxy(state.autos, {
      ownKeys: (autos) => {
        walks += 1;
        return Reflect.ownKeys(autos);
      },
    });
    applyEntry(state, price(51, 'p1', 'id-50', 7));
    expect(walks).toBe(0);
  });

  test('forgets the id of a matched auto-bid, and of no other', () => {
    const play = (bidId: string, person: string, amountTiyin: number) => {
      const state = applyEntry(initialState(terms, 1), auto(1, 'p', 'of-p'), {
        maximumTiyin: 500,
        salt: 's',
      });
      applyEntry(state, price(2, person, bidId, amountTiyin));
      return Object.keys(state.accepted);
    };
    expect(play('of-p', 'q', 500)).toEqual([]);
    expect(play('of-p', 'q', 499)).toEqual(['p:of-p']);
    expect(play('of-p', 'p', 500)).toEqual(['p:of-p']);
    expect(play('of-q', 'q', 500)).toEqual(['p:of-p']);
  });
});

describe('a log record', () => {
  const fields = ['h', '7 1 1 5  admitted'];
  const body = ['person', 'p', 'number', '3', 'limitTiyin', ''];

  test('is read back into its entry', () => {
    expect(parseLogRecord('9-0', [...fields, ...body])).toEqual({
      logId: '9-0',
      prevLogId: '',
      entry: admitted,
    });
  });

  test('of a price is one field, one figure or word a line', () => {
    const price = (slept: string) =>
      parseLogRecord('9-0', ['h', '7 1 2 5 4-0 price', 'v', `p\n3\n100\nauto\nid\n1\n9\n1\n${slept}`]);
    expect(price('')).toEqual({
      logId: '9-0',
      prevLogId: '4-0',
      entry: {
        v: 1,
        lotId: 7,
        epoch: 1,
        seq: 2,
        atUs: 5,
        kind: 'price',
        person: 'p',
        number: 3,
        amountTiyin: 100,
        by: 'auto',
        bidId: 'id',
        count: 1,
        deadlineUs: 9,
        extended: true,
        slept: [],
      },
    });
    expect(price('q\nr')).toMatchObject({ entry: { slept: ['q', 'r'] } });
  });

  test('in the format of another release is named, not read', () => {
    expect(parseLogRecord('9-0', [`h${FORMAT + 1}`, 'whatever it means', ...body])).toEqual({
      logId: '9-0',
      format: FORMAT + 1,
    });
  });

  test('has the same format in the scripts', () => {
    const source = readFileSync(
      new URL('../../server/auction/state/scripts/include/format.lua', import.meta.url),
      'utf8',
    );
    expect(source).toContain(`local FORMAT = ${FORMAT}\n`);
  });

  test.each([
    ['without a field', [...fields, 'person', 'p'], 'lacks number'],
    ['of an unknown kind', ['h', '7 1 1 5  sneezed', ...body], 'no known kind'],
    ['without a head', body, 'lacks h'],
    ['with half a head', ['h', '7 1 1', ...body], 'no head'],
    ['of a price without its figures', ['h', '7 1 1 5 4-0 price', 'v', 'p\n3\n100'], 'lacks v'],
    [
      'of a price by no known kind of bidder',
      ['h', '7 1 1 5 4-0 price', 'v', 'p\n3\n100\nx\nid\n1\n9\n0\n'],
      'bidder kind',
    ],
    [
      'with a figure that is none',
      [...fields, 'person', 'p', 'number', '1e3x', 'limitTiyin', ''],
      'not a whole figure',
    ],
    [
      'with a figure past 2^53',
      [...fields, 'person', 'p', 'number', '9007199254740993', 'limitTiyin', ''],
      'not a whole figure',
    ],
  ])('%s is refused', (_, record, says) => {
    expect(() => parseLogRecord('9-0', record)).toThrow(says);
  });
});

describe('the scripts', () => {
  const sources = (files: Record<string, string>) => (file: string) => files[file] ?? '';

  test('take in each include once, what it needs before it', () => {
    const read = sources({
      main: '--#include b\n--#include a\nmain()',
      other: '--#include a',
      'include/a': '-- a',
      'include/b': '--#include a\n-- b',
    });
    expect(resolveIncludes(['main', 'other'], read)).toEqual(['include/a', 'include/b']);
  });

  test('that include one another in a circle are refused', () => {
    const read = sources({ main: '--#include a', 'include/a': '--#include b', 'include/b': '--#include a' });
    expect(() => resolveIncludes(['main'], read)).toThrow('main → include/a → include/b → include/a');
  });

  test('print no figure by tostring, cjson or an exponent', () => {
    const careless = scriptLibrary()
      .source(0)
      .split('\n')
      .filter((line) => /cjson|tostring\(|%\.?\d*[eg]\b/.test(line));
    expect(careless).toEqual([]);
  });

  test('name the refusal reasons by the numbers they have on the wire', () => {
    const named = [
      ...scriptLibrary()
        .source(0)
        .matchAll(/^local ([A-Z_]+) = (\d+)$/gm),
    ].filter(([, name]) =>
      REFUSAL_REASONS.some((reason) => reason === name?.toLowerCase().replaceAll('_', '-')),
    );
    // Two are given by the web process alone.
    expect(named.length).toBe(REFUSAL_REASONS.length - 2);
    for (const [, name, wire] of named) {
      expect(REFUSAL_REASONS[Number(wire) - 1]).toBe(name?.toLowerCase().replaceAll('_', '-'));
    }
  });

  test('are a library whose name and functions are those of its text, whenever it is loaded', () => {
    const [library, same] = [scriptLibrary(), scriptLibrary()];
    expect(new Set(Object.values(library.functions)).size).toBe(Object.keys(SCRIPTS).length);
    expect(library.source(1)).toContain(`#!lua name=${library.name}\n`);
    expect(library.source(1)).not.toBe(library.source(2));
    expect(same.functions).toEqual(library.functions);
  });
});

describe('a reply of a script', () => {
  test('that is not what its header says is a fault, not a verdict', () => {
    expect(() => bidVerdict(['0', '1'])).toThrow('12 figures');
    expect(() => bidVerdict(Array.from({ length: 12 }, () => 'x'))).toThrow('whole figure');
    expect(() => controlVerdict(['99', '1', '1', '0'])).toThrow('number 99');
    expect(() => closeVerdict(null)).toThrow('no list');
    expect(() => closeVerdict(['7', '1', '1'])).toThrow('not-admitted');
  });
});
