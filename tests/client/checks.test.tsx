import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge, Solution } from 'altcha-lib/types';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { pinflCheckDigit } from '#shared/validation/pinfl.ts';
import { BlackListCheck } from '#client/features/site/checks/black-list-check.tsx';
import { ProtocolCheck } from '#client/features/site/checks/protocol-check.tsx';
import { startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { text } from './lot-fixture.ts';
import { serve, show, type Answers } from './page.tsx';

const SECRET = 'only-for-this-test';
const CAPTCHA = 'GET /api/shop/captcha';
const BLACK_LIST = 'POST /api/shop/check-black-list';
const PROTOCOL = 'GET /api/shop/check-protocol';
let challenge: Challenge;

beforeAll(async () => {
  challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 10,
    counter: 20,
    deriveKey,
    hmacSignatureSecret: SECRET,
    hmacKeySignatureSecret: SECRET,
  });
});

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
});

describe('checking a barred participant', () => {
  const open = (answers: Answers) => {
    const asked = serve({ [CAPTCHA]: { body: challenge }, ...answers });
    show(<BlackListCheck />);
    return asked;
  };
  const check = () => userEvent.click(screen.getByRole('button', { name: 'Check' }));

  it('groups the digits as typed, takes nothing else, and sends the number with a solved challenge', async () => {
    const asked = open({ [BLACK_LIST]: { body: { entries: [] } } });
    const field = screen.getByLabelText('STIR (tax number)');
    await userEvent.type(field, '30a12-34567');
    expect(field).toHaveValue('301 234 567');
    await check();
    expect(await screen.findByText('Record not found: the participant is honest')).toBeVisible();
    const body = asked.find((call) => call.method === 'POST')?.body as Record<string, string>;
    expect(body).toMatchObject({ kind: 'stir', value: '301234567' });
    const proof = JSON.parse(atob(body.captcha ?? '')) as { challenge: Challenge; solution: Solution };
    const verdict = await verifySolution({
      ...proof,
      deriveKey,
      hmacSignatureSecret: SECRET,
      hmacKeySignatureSecret: SECRET,
    });
    expect(verdict.verified).toBe(true);
  });

  it('shows each bar with its masked name and the days left', async () => {
    const entry = {
      name: 'A*** B***',
      lotNumber: '5000007',
      taxId: null,
      personalId: '**********1234',
      startDate: '2026-11-01',
      endDate: '2027-01-01',
      remainingDays: 41,
    };
    open({ [BLACK_LIST]: { body: { entries: [entry] } } });
    await userEvent.click(screen.getByRole('radio', { name: 'PINFL, 14 digits' }));
    const first = '3010199000001';
    await userEvent.type(screen.getByLabelText('PINFL'), `${first}${pinflCheckDigit(first)}`);
    await check();
    expect(await screen.findByText('The participant is on the list')).toBeVisible();
    expect(screen.getByText('A*** B***')).toBeVisible();
    expect(screen.getByText('01.01.2027')).toBeVisible();
    expect(screen.getByText('41 days')).toBeVisible();
  });

  it('keeps an incomplete or impossible number here', async () => {
    const asked = open({});
    await check();
    expect(screen.getByRole('alert')).toHaveTextContent('Enter the STIR (tax number).');
    await userEvent.type(screen.getByLabelText('STIR (tax number)'), '30123');
    await check();
    expect(screen.getByRole('alert')).toHaveTextContent('The STIR (tax number) is not complete.');
    await userEvent.clear(screen.getByLabelText('STIR (tax number)'));
    await userEvent.type(screen.getByLabelText('STIR (tax number)'), '901234567');
    expect(screen.getByRole('alert')).toHaveTextContent('begins with this digit');
    await check();
    expect(asked).toEqual([]);
  });

  it('tells a refusal in the words of the server', async () => {
    open({
      [BLACK_LIST]: { status: 429, body: { ERROR: { code: 'too-many', message: 'Wait a minute.' } } },
    });
    await userEvent.type(screen.getByLabelText('STIR (tax number)'), '301234567');
    await check();
    expect(await screen.findByText('Wait a minute.')).toBeVisible();
  });

  it('says in words that this device could not do the computation', async () => {
    open({ [CAPTCHA]: { body: { parameters: { algorithm: 'PBKDF2/none' } } } });
    await userEvent.type(screen.getByLabelText('STIR (tax number)'), '301234567');
    await check();
    expect(await screen.findByText(/could not do the short computation/)).toBeVisible();
  });
});

describe('checking a protocol', () => {
  const found = {
    number: 'P-2026/17',
    cause: 'reserve',
    status: 'active',
    cancelled: null,
    date: '2026-11-20',
    lot: { id: 7, number: '5000007', title: text('Cobalt') },
    priceTiyin: 7_500_000_000,
    word: 'right',
    winner: { name: 'A*** B***', taxId: null, personalId: '**********1234', address: null },
    files: [{ name: 'protocol.pdf', url: '/p.pdf', sizeBytes: 48_000 }],
  };
  const numberField = () => screen.getByLabelText('Protocol number');

  it('answers at once for the number of a QR code', async () => {
    const asked = serve({ [PROTOCOL]: { body: { found } } });
    show(<ProtocolCheck />, '/check-protocol?number=P-2026/17&word=ABCD-2345');
    expect(await screen.findByText('The protocol is genuine and in force')).toBeVisible();
    expect(asked[0]?.search.get('number')).toBe('P-2026/17');
    expect(asked[0]?.search.get('word')).toBe('ABCD-2345');
    expect(screen.getByLabelText('Check word (optional)')).toHaveValue('ABCD-2345');
    expect(screen.getByText('A*** B***')).toBeVisible();
    expect(screen.getByRole('link', { name: /Cobalt/ })).toHaveAttribute('href', '/lot-result/7');
    expect(screen.getByRole('link', { name: 'protocol.pdf' })).toHaveAttribute('href', '/p.pdf');
  });

  it('takes a number as it is copied from paper: its №, spaces and long dashes are left out', async () => {
    const asked = serve({ [PROTOCOL]: { body: { found: null } } });
    show(<ProtocolCheck />, '/check-protocol');
    await userEvent.type(numberField(), ' № P – 2026—000006 ');
    await userEvent.click(screen.getByRole('button'));
    await waitFor(() => expect(asked.at(-1)?.search.get('number')).toBe('P-2026-000006'));
  });

  it('shows neither winner nor files for the number alone, and asks for the check word', async () => {
    const alone = { ...found, word: 'none', winner: null, files: [] };
    const asked = serve({ [PROTOCOL]: { body: { found: alone } } });
    show(<ProtocolCheck />, '/check-protocol?number=P-1');
    expect(await screen.findByText(/shown to whoever enters the check word/)).toBeVisible();
    expect(screen.queryByText('Winner')).toBeNull();
    expect(asked[0]?.search.has('word')).toBe(false);
    await userEvent.type(screen.getByLabelText('Check word (optional)'), 'abcd 2345{Enter}');
    await waitFor(() => expect(asked.at(-1)?.search.get('word')).toBe('abcd2345'));
    expect(screen.getByTestId('address')).toHaveTextContent('/check-protocol?number=P-1&word=abcd2345');
  });

  it('says that the check word is of another protocol', async () => {
    serve({ [PROTOCOL]: { body: { found: { ...found, word: 'wrong', winner: null, files: [] } } } });
    show(<ProtocolCheck />, '/check-protocol?number=P-1&word=XXXX-2345');
    expect(await screen.findByRole('alert')).toHaveTextContent('does not belong to this protocol');
  });

  it('does the work that is asked for after many look-ups, and asks again with it', async () => {
    const required = { status: 422, body: { ERROR: { code: 'captcha-required', message: 'work' } } };
    const asked = serve({ [PROTOCOL]: required });
    const answer = globalThis.fetch;
    vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
      const url = new URL(address, 'http://localhost');
      if (url.searchParams.has('captcha')) return new Response(JSON.stringify({ found }));
      if (url.pathname.endsWith('/captcha')) return new Response(JSON.stringify(challenge));
      return answer(address, init);
    });
    show(<ProtocolCheck />, '/check-protocol?number=P-1');
    expect(await screen.findByText('The protocol is genuine and in force')).toBeVisible();
    expect(asked).toHaveLength(1);
  });

  it('warns of a cancelled one', async () => {
    const cancelled = { atMs: Date.UTC(2026, 10, 25, 6), reason: 'refused' };
    serve({ [PROTOCOL]: { body: { found: { ...found, status: 'cancelled', cancelled } } } });
    show(<ProtocolCheck />, '/check-protocol?number=P-1');
    expect(await screen.findByText('The protocol has been cancelled')).toBeVisible();
    expect(screen.getByText('25.11.2026 11:00: the winner refused the property')).toBeVisible();
    expect(screen.getByText('Sale to the reserve winner')).toBeVisible();
  });

  it('shows minutes without a price or a winner, and what an earlier release answers', async () => {
    const minutes = { ...found, cause: 'not-held', priceTiyin: null, winner: null };
    serve({ [PROTOCOL]: { body: { found: minutes } } });
    const { unmount } = show(<ProtocolCheck />, '/check-protocol?number=P-1');
    expect(await screen.findByText('Minutes: the auction was not held')).toBeVisible();
    expect(screen.queryByText('Final price')).toBeNull();
    expect(screen.queryByText('Winner')).toBeNull();
    unmount();
    const { cause: _, cancelled: __, ...earlier } = found;
    serve({ [PROTOCOL]: { body: { found: earlier } } });
    show(<ProtocolCheck />, '/check-protocol?number=P-2');
    expect(await screen.findByText('Final price')).toBeVisible();
    expect(screen.queryByText('About')).toBeNull();
    expect(screen.queryByText('Cancelled')).toBeNull();
  });

  it('says what to do when a number is not known, and puts it into the address', async () => {
    serve({ [PROTOCOL]: { body: { found: null } } });
    show(<ProtocolCheck />, '/check-protocol');
    await userEvent.type(screen.getByLabelText('Protocol number'), ' X-99 {Enter}');
    expect(await screen.findByText('No protocol has the number X-99')).toBeVisible();
    expect(screen.getByTestId('address')).toHaveTextContent('/check-protocol?number=X-99');
    expect(screen.getByRole('link', { name: 'Write to the operator' })).toHaveAttribute('href', '/contact');
  });

  it.each([
    ['', 'Enter the number of the protocol.'],
    ['ab', 'A number has at least 3 characters.'],
    ["1' or 1=1", 'A number has only letters, digits, “-” and “/”.'],
  ])('asks nothing for "%s"', async (typed, expected) => {
    const asked = serve({});
    show(<ProtocolCheck />, `/check-protocol?number=${encodeURIComponent(typed)}`);
    await userEvent.click(screen.getByRole('button', { name: 'Check' }));
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(expected));
    expect(asked).toEqual([]);
  });
});
