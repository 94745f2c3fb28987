import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { beforeEach, describe, expect, it } from 'vitest';
import { ContactForm } from '#client/features/site/contact/contact-form.tsx';
import { openingAt } from '#client/features/site/contact/opening-hours.ts';
import { startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { text } from './lot-fixture.ts';
import { serve, show, type Answers } from './page.tsx';

const SEND = 'POST /api/shop/site/contact';
const SUBJECTS = { body: [{ id: 'auction', label: text('Auctions') }] };

async function open(answer: Answers[string]) {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 10,
    counter: 5,
    deriveKey,
    hmacSignatureSecret: 'x',
    hmacKeySignatureSecret: 'y',
  });
  const answers: Answers = {
    'GET /api/shop/dictionaries/get-dynamic-list': SUBJECTS,
    'GET /api/shop/captcha': { body: challenge },
    [SEND]: answer,
  };
  const asked = serve(answers);
  show(<ContactForm />);
  await screen.findByRole('option', { name: 'Auctions' });
  return {
    asked,
    answers,
    sent: () => asked.filter((call) => call.method === 'POST').map((call) => call.body),
  };
}

async function fill() {
  await userEvent.type(screen.getByLabelText('Your name'), 'Dilshod');
  await userEvent.type(screen.getByLabelText('Phone'), '901234567');
  await userEvent.selectOptions(screen.getByLabelText('Subject'), 'auction');
  await userEvent.type(screen.getByLabelText('Message'), 'When does it start?');
}
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }));

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
});

describe('the message to the operator', () => {
  it('says in words what is missing and sends nothing', async () => {
    const { sent } = await open({ body: { number: 1 } });
    await send();
    expect(await screen.findByText('Enter your name.')).toBeVisible();
    expect(screen.getAllByText(/where should the answer go/)).toHaveLength(2);
    expect(screen.getByText('Choose a subject.')).toBeVisible();
    expect(screen.getByText('The message needs at least 10 characters.')).toBeVisible();
    expect(sent()).toEqual([]);
  });

  it('is content with a phone, in the form the server keeps, and shows the number', async () => {
    const { sent } = await open({ body: { number: 417 } });
    await fill();
    expect(screen.getByLabelText('Phone')).toHaveValue('+998 90 123 45 67');
    await send();
    expect(await screen.findByText('Your message was received, number 417')).toBeVisible();
    expect(sent()[0]).toMatchObject({
      name: 'Dilshod',
      phone: '+998901234567',
      email: null,
      subject: 'auction',
      message: 'When does it start?',
      captcha: expect.any(String),
    });
  });

  it('repeats the same intent after a failure, and a changed message is another one', async () => {
    const { sent } = await open({ status: 503, body: { ERROR: { code: 'busy', message: 'Try again.' } } });
    await fill();
    await send();
    expect(await screen.findByText(/not sent; what you wrote is still here. Try again./)).toBeVisible();
    await send();
    await waitFor(() => expect(sent()).toHaveLength(2));
    await screen.findByText(/not sent/);
    await userEvent.type(screen.getByLabelText('Message'), ' Please.');
    await send();
    await waitFor(() => expect(sent()).toHaveLength(3));
    const ids = sent().map((body) => (body as { requestId: string }).requestId);
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  it('refuses a broken e-mail and half a phone', async () => {
    const { sent } = await open({ body: { number: 1 } });
    await fill();
    await userEvent.clear(screen.getByLabelText('Phone'));
    await userEvent.type(screen.getByLabelText('Phone'), '9012');
    await userEvent.type(screen.getByLabelText('E-mail'), 'a@b');
    await send();
    expect(await screen.findByText('The phone number is not complete.')).toBeVisible();
    expect(screen.getByText(/The e-mail address has a mistake/)).toBeVisible();
    expect(sent()).toEqual([]);
  });
});

describe('opening hours', () => {
  const hours = { fromDay: 1, toDay: 5, opens: '09:00', closes: '18:00' };
  /** 2026-11-20 is a Friday; hours in Tashkent. */
  const at = (day: number, hour: number, minute = 0) => Date.UTC(2026, 10, day, hour - 5, minute);

  it.each([
    [at(20, 9), { open: true, until: '18:00' }],
    [at(20, 17, 59), { open: true, until: '18:00' }],
    [at(20, 8, 59), { open: false, weekday: null, at: '09:00' }],
    [at(20, 18), { open: false, weekday: 1, at: '09:00' }],
    [at(21, 12), { open: false, weekday: 1, at: '09:00' }],
    [at(19, 20), { open: false, weekday: 5, at: '09:00' }],
  ])('are judged on clocks in Tashkent: %d', (instant, opening) => {
    expect(openingAt(hours, instant)).toEqual(opening);
  });
});
