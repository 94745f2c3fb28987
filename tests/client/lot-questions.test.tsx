import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { ReceivedQuestionsPage } from '#client/features/cabinet/lot-questions/received-page.tsx';
import { LotQuestionsTable } from '#client/features/console/lot-questions/questions-table.tsx';
import { Questions } from '#client/features/site/lots/card/questions/questions.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { useSession } from '#client/lib/session.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import type {
  MyQuestion,
  ReceivedQuestion,
  ShownQuestion,
  StaffQuestion,
} from '#shared/api/site/lot-questions.ts';
import { serve, show, type Answers } from './page.tsx';
import { inAll } from './sale-fixture.ts';
// Comes later in a browser; read ahead, so that no time limit waits for it.
import '#client/ui/dialog.tsx';

const AT_MS = Date.parse('2026-11-25T10:00:00+05:00');
const said = (text: string, language: 'uz' | 'ru' = 'ru') => ({ text, language, atMs: AT_MS });
const shown: ShownQuestion = {
  id: 3,
  question: said('Есть ли гараж?'),
  answer: said('Есть, на две машины.'),
  masked: false,
};
const LIST = 'GET /api/shop/lot-card/questions/7';
const MINE = 'GET /api/shop/lot-questions/lot/7';
const list = (items: ShownQuestion[], total = items.length) => ({
  body: { items, total, page: 1, size: 5 },
});
const mine = (items: MyQuestion[], refusal: string | null = null) => ({ body: { items, refusal, left: 4 } });

const signIn = (signedIn: boolean) =>
  useSession.setState({
    user: signedIn ? { name: 'Xaridor', user_name: 'xaridor', percentage: 100 } : null,
    known: true,
  });

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['lot-questions', 'console-lot-questions', 'cabinet']);
  signIn(true);
});

function card(answers: Answers) {
  const asked = serve({ [LIST]: list([]), [MINE]: mine([]), ...answers });
  show(
    <>
      <Questions lotId={7} />
      <Toasts />
    </>,
    '/lot-view/7',
  );
  return asked;
}

describe('questions on a card', () => {
  it('are read in the language they were written in, and a visitor is led to sign in', async () => {
    signIn(false);
    const asked = card({
      [LIST]: list([shown, { id: 2, question: said('Нархи канча?'), answer: null, masked: false }]),
    });
    expect(await screen.findByText('Есть ли гараж?')).toHaveAttribute('lang', 'ru');
    expect(screen.getByText('Есть, на две машины.')).toHaveAttribute('lang', 'ru');
    expect(screen.getByText('The seller has not answered yet.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Sign in and ask' })).toHaveAttribute(
      'href',
      expect.stringContaining('return=%2Flot-view%2F7'),
    );
    expect(asked.some(({ path }) => path.includes('/lot-questions/lot/'))).toBe(false);
  });

  it('are asked in a dialog, which names a phone that has to go and keeps the text', async () => {
    const asked = card({
      'POST /api/shop/lot-questions/ask': { body: { verdict: 'contact-data', found: ['phone', 'link'] } },
    });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Ask the seller' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Send' }));
    expect(within(dialog).getByText('Write at least 10 letters.')).toBeVisible();
    expect(asked.some(({ method }) => method === 'POST')).toBe(false);
    const field = within(dialog).getByRole('textbox');
    await user.type(field, 'Call me: 90 123 45 67');
    await user.click(within(dialog).getByRole('button', { name: 'Send' }));
    expect(await within(dialog).findByText(/Take this out: a phone, a link/)).toBeVisible();
    expect(field).toHaveValue('Call me: 90 123 45 67');
    expect(field).toBeInvalid();
  });

  it('are with staff once they are sent', async () => {
    const question: MyQuestion = { ...shown, answer: null, state: 'asked', canWithdraw: true, reason: null };
    const asked = card({
      'POST /api/shop/lot-questions/ask': { body: { verdict: 'asked', already: false, question } },
      'POST /api/shop/lot-questions/withdraw': { body: { verdict: 'withdrawn', question } },
      [MINE]: mine([question]),
    });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Ask the seller' }));
    await user.type(await screen.findByRole('textbox'), '  Is there a garage?  ');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText(/The question is with staff/)).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
      lotId: 7,
      text: 'Is there a garage?',
    });
    const own = screen.getByRole('region', { name: 'My questions' });
    expect(own).toHaveTextContent('With staff');
    await user.click(within(own).getByRole('button', { name: 'Take back' }));
    expect(await screen.findByText('The question is taken back.')).toBeVisible();
  });

  it('cannot be asked where a rule is against it, and the card says which', async () => {
    card({
      [MINE]: mine(
        [{ ...shown, answer: null, state: 'refused', canWithdraw: false, reason: 'Not about the lot' }],
        'own-lot',
      ),
    });
    expect(await screen.findByText(/This is your own lot/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Ask the seller' })).toBeNull();
    expect(screen.getByText('Why: Not about the lot')).toBeVisible();
  });

  it('open the earlier ones on a press', async () => {
    const asked = card({ [LIST]: list([shown], 9) });
    await userEvent.click(await screen.findByRole('button', { name: 'Earlier questions' }));
    await waitFor(() => expect(asked.some(({ search }) => search.get('size') === '100')).toBe(true));
  });
});

describe('questions about my lots', () => {
  it('are answered in the cabinet, a returned answer from what was written', async () => {
    const received: ReceivedQuestion = {
      id: 5,
      lotId: 7,
      title: inAll('Cobalt'),
      lotStatus: 1,
      state: 'open',
      question: said('Есть ли гараж?'),
      answer: said('Есть.'),
      masked: false,
      canAnswer: true,
      reason: 'Say how large it is',
    };
    const asked = serve({
      'GET /api/shop/lot-questions/received': {
        body: { items: [received], toAnswer: 1, total: 1, page: 1, size: 10 },
      },
      'POST /api/shop/lot-questions/answer': {
        body: { verdict: 'answered', question: { ...received, state: 'answered' } },
      },
    });
    show(
      <>
        <ReceivedQuestionsPage />
        <Toasts />
      </>,
      '/profile/lot-questions',
    );
    expect(await screen.findByText(/Say how large it is/)).toBeVisible();
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Answer again' }));
    const field = await screen.findByRole('textbox');
    expect(field).toHaveValue('Есть.');
    await user.type(field, ' На две машины.');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('The answer is with staff.')).toBeVisible();
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
      questionId: 5,
      text: 'Есть. На две машины.',
    });
  });
});

describe('questions in the console', () => {
  const row: StaffQuestion = {
    id: 5,
    lotId: 7,
    title: inAll('Cobalt'),
    lotStatus: 1,
    state: 'asked',
    question: said('Есть ли гараж?'),
    answer: null,
    masked: false,
    reason: null,
    author: { id: 'p-1', name: 'Xaridor' },
    seller: { id: 'p-2', name: 'Sotuvchi' },
    version: 4,
    decidedBy: null,
    decidedAtMs: null,
    may: ['approve', 'refuse'],
  };

  it('are without the personal data in them once a colleague agrees', async () => {
    const question = { ...shown, answer: said('Ключи у Анвара, кв. 7.') };
    const asked = serve({
      'GET /api/console/lot-questions': {
        body: {
          items: [{ ...row, ...question, state: 'published', may: ['hide', 'mask'] }],
          waiting: 0,
          total: 1,
          page: 1,
          size: 20,
        },
      },
      'POST /api/console/decisions/propose': { body: { id: 12 } },
    });
    show(<LotQuestionsTable />, '/console/lot-questions');
    const user = userEvent.setup();
    await user.click((await screen.findAllByRole('button', { name: 'Take out personal data: № 3' }))[0]!);
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Reason'), 'Names a neighbour');
    const answer = dialog.getByLabelText('Answer');
    const propose = () => user.click(dialog.getByRole('button', { name: 'Propose' }));
    await user.clear(answer);
    await user.type(answer, 'Ключей нет.');
    await propose();
    expect(asked.some(({ method }) => method === 'POST')).toBe(false);
    await user.clear(answer);
    await user.type(answer, 'Ключи у ***.');
    await propose();
    await waitFor(() =>
      expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
        kind: 'mask-question',
        payload: { questionId: 3, question: 'Есть ли гараж?', answer: 'Ключи у ***.' },
        reason: 'Names a neighbour',
        document: null,
      }),
    );
  });

  it('are approved as they were read, and refused with a reason', async () => {
    const asked = serve({
      'GET /api/console/lot-questions': {
        body: { items: [row], waiting: 1, total: 1, page: 1, size: 20 },
      },
      'POST /api/console/lot-questions/5/approve': { body: { ...row, state: 'open' } },
      'POST /api/console/lot-questions/5/refuse': { body: { ...row, state: 'refused' } },
    });
    show(
      <>
        <LotQuestionsTable />
        <Toasts />
      </>,
      '/console/lot-questions',
    );
    const user = userEvent.setup();
    await user.click((await screen.findAllByRole('button', { name: 'Approve: № 5' }))[0]!);
    expect(await screen.findByRole('dialog')).toHaveTextContent('Есть ли гараж?');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ version: 4 }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getAllByRole('button', { name: 'Return: № 5' })[0]!);
    await user.type(await screen.findByRole('textbox'), 'Not about this lot');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Return' }));
    await waitFor(() =>
      expect(asked.find(({ path }) => path.endsWith('/refuse'))?.body).toEqual({
        version: 4,
        reason: 'Not about this lot',
      }),
    );
  });
});
