import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BankStatements } from '#client/features/console/statements/bank-statements.tsx';
import * as sending from '#client/features/console/statements/send-statement.ts';
import { ApiError } from '#client/lib/api-error.ts';
import * as downloading from '#client/lib/download.ts';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import type { BankLineView } from '#shared/api/console/bank-lines.ts';
import type { BankDay, BankStatementView, StatementPreview } from '#shared/api/console/bank-statements.ts';
import { useSession } from '#client/lib/session.ts';
import { serve, show, type Answers } from './page.tsx';
import { inAll } from './sale-fixture.ts';
// Comes later in a browser; read ahead, so that no time limit waits for it.
import '#client/ui/dialog.tsx';

const LINES = 'GET /api/console/bank-lines';
const AT_MS = Date.parse('2026-11-25T18:00:00+05:00');

const line = (more: Partial<BankLineView> = {}): BankLineView => ({
  id: 4,
  statementId: 2,
  row: 7,
  bookedOn: '2026-11-24',
  valueOn: '2026-11-23',
  side: 'credit',
  amountTiyin: 5_000_000_00,
  reference: 'BANK1',
  document: '17',
  purpose: 'Savdo S-17, lot 5: Cobalt',
  party: { name: 'Namuna MCHJ', account: '2020****6001', mfo: '00444', stir: '3••••••67' },
  state: 'undecided',
  approvalsNeeded: 1,
  twoBecause: null,
  round: 0,
  decision: null,
  alike: [],
  debits: [],
  steps: [],
  repeats: null,
  inDoubt: false,
  credits: [
    {
      personId: 'p-1',
      personName: 'Anvar Namuna',
      grounds: ['purpose', 'sum'],
      settlement: { id: 17, lotId: 5, title: inAll('Cobalt'), restTiyin: 5_000_000_00, dueAtMs: AT_MS },
    },
  ],
  may: ['credit', 'return', 'ignore'],
  ...more,
});
const listed = (items: BankLineView[]) => ({
  body: {
    items,
    waiting: items.length,
    sums: { creditTiyin: 1_500_00, debitTiyin: 200_00 },
    total: items.length,
    page: 1,
    size: 20,
  },
});
const preview = (more: Partial<StatementPreview> = {}): StatementPreview => ({
  format: 'csv',
  mark: 'f'.repeat(64),
  lineCount: 1,
  knownCount: 0,
  refusedCount: 1,
  statements: [
    {
      account: '20208000900000000001',
      number: '1',
      fromDay: '2026-11-24',
      toDay: '2026-11-24',
      openingTiyin: 0,
      closingTiyin: 100_00,
      creditTiyin: 100_00,
      debitTiyin: 0,
      lines: 1,
    },
  ],
  lines: [
    {
      row: 7,
      bookedOn: '2026-11-24',
      valueOn: '2026-11-24',
      side: 'credit',
      amountTiyin: 100_00,
      document: '17',
      partyName: 'Namuna MCHJ',
      purpose: 'Savdo S-17',
      known: false,
    },
  ],
  refused: [{ row: 8, reason: 'amount', text: '24.11.2026;1,234' }],
  differences: [
    {
      kind: 'gap',
      forbids: false,
      account: '20208000900000000001',
      rows: [],
      count: 0,
      statedTiyin: 0,
      foundTiyin: 50_00,
    },
  ],
  ...more,
});

function open(answers: Answers, at = '/console/bank-statements') {
  const asked = serve(answers);
  show(
    <>
      <BankStatements />
      <Toasts />
    </>,
    at,
  );
  return asked;
}
const sent = (asked: ReturnType<typeof serve>) => asked.find(({ method }) => method === 'POST');

beforeEach(async () => {
  vi.restoreAllMocks();
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['console-statements', 'console-decisions']);
  useSession.setState({ me: { roles: ['operator'] } as never });
});

describe('lines of bank statements', () => {
  it('are credited to whom their purpose and sum lead', async () => {
    const asked = open({
      [LINES]: listed([line()]),
      'POST /api/console/bank-lines/4/credit': { body: line() },
    });
    expect(await screen.findByText('value date 23.11.2026')).toBeVisible();
    expect(screen.getByText('purpose, sum')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Credit: № 4' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('radio', { name: /Anvar Namuna/ })).toBeChecked();
    await userEvent.click(dialog.getByRole('button', { name: 'Credit' }));
    expect(await screen.findByText('Line 4: done.')).toBeVisible();
    expect(sent(asked)?.body).toEqual({ personId: 'p-1', settlementId: 17 });
  });

  it('of a large sum wait for a second person, as the answer to the first one says', async () => {
    const stir = '30190190000015';
    open({
      [LINES]: listed([line({ approvalsNeeded: 2, party: { ...line().party, stir } })]),
      'POST /api/console/bank-lines/4/credit': { body: line({ state: 'asked' }) },
    });
    expect(await screen.findByText(`PINFL ${stir}`)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Credit: № 4' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Credit' }));
    expect(await screen.findByText('Line No. 4: noted. A second person has to agree.')).toBeVisible();
  });

  it('that may repeat a known one are asked about first, and say whose repeat they are', async () => {
    const plain = { contradicts: false, says: null };
    const unclear = line({
      repeats: { lineId: 3, answer: 'unclear', ...plain },
      may: ['same', 'another', 'ignore'],
    });
    const asked = open({
      [LINES]: listed([
        unclear,
        line({ id: 5, state: 'repeat', repeats: { lineId: 2, answer: 'same', ...plain }, may: [] }),
      ]),
      'POST /api/console/bank-lines/4/repeat': { body: line({ state: 'repeat' }) },
    });
    expect(await screen.findByText(/Perhaps a repeat of line № 3/)).toBeVisible();
    expect(screen.getByText('Repeat of line № 2')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Credit/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'The same movement: № 4' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/This is the movement of line № 3/)).toBeVisible();
    await userEvent.type(dialog.getByLabelText('Reason'), 'the bank says so');
    await userEvent.click(dialog.getByRole('button', { name: 'The same movement' }));
    expect(await screen.findByText('Line 4: done.')).toBeVisible();
    expect(sent(asked)?.body).toEqual({ lineId: 3, same: true, reason: 'the bank says so' });
  });

  it('that contradict a known one are read beside what that one says, in the list and where it is decided', async () => {
    const party = { name: 'Boshqa MCHJ', account: '2020****7002', mfo: '00444', stir: null };
    const says = { document: '18', purpose: 'Savdo S-18, lot 6', party };
    const repeats = { lineId: 3, answer: 'unclear', contradicts: true, says } as const;
    open({
      [LINES]: listed([
        line({ repeats, may: ['same', 'another', 'ignore'] }),
        line({ id: 3, inDoubt: true, may: ['ignore'] }),
      ]),
    });
    expect(await screen.findByText('Savdo S-18, lot 6')).toBeVisible();
    expect(screen.getByText(/Boshqa MCHJ · 2020\*\*\*\*7002/)).toBeVisible();
    expect(screen.getByText(/Another file contradicts this line/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Another movement: № 4' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Savdo S-18, lot 6')).toBeVisible();
    expect(dialog.getByText(/Line № 3 says other things of the same movement/)).toBeVisible();
  });

  it('without a suggestion are credited to a person found by a number; Enter finds and does not decide', async () => {
    const found = { personId: 'p-9', personName: 'Botir Sinov', settlement: null, grounds: [] };
    const asked = open({
      [LINES]: listed([line({ credits: [], alike: [3] })]),
      'GET /api/console/bank-lines/people': { body: { items: [found] } },
      'POST /api/console/bank-lines/4/credit': { body: line() },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Credit: № 4' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/Do not credit it twice/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Credit' }));
    expect(dialog.getByText('Choose one')).toBeVisible();
    await userEvent.type(dialog.getByRole('textbox'), '301234567{Enter}');
    expect(await dialog.findByRole('radio', { name: /Botir Sinov/ })).toBeChecked();
    expect(sent(asked)).toBeUndefined();
    await userEvent.click(dialog.getByRole('button', { name: 'Credit' }));
    await waitFor(() => expect(sent(asked)?.body).toEqual({ personId: 'p-9' }));
  });

  it('are returned with a reason only, and say why they were not', async () => {
    const asked = open({
      [LINES]: listed([line()]),
      'POST /api/console/bank-lines/4/return': {
        status: 409,
        body: { ERROR: { code: 'statements.over', message: 'Decided by now.' } },
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Send back: № 4' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Send back' }));
    expect(dialog.getByText('Write at least 3 characters')).toBeVisible();
    await userEvent.type(dialog.getByRole('textbox'), ' unknown payer ');
    await userEvent.click(dialog.getByRole('button', { name: 'Send back' }));
    expect(await dialog.findByText('Decided by now.')).toBeVisible();
    expect(sent(asked)?.body).toEqual({ reason: 'unknown payer' });
  });

  it('of a large sum are approved by a second person as they were read', async () => {
    const decision: BankLineView['decision'] = {
      kind: 'credit',
      personName: 'Anvar Namuna',
      settlementId: 17,
      payoutId: null,
      refundId: null,
      reason: null,
    };
    const asked = open({
      [LINES]: listed([
        line({ state: 'asked', round: 2, approvalsNeeded: 2, decision, may: ['approve', 'reject'] }),
      ]),
      'POST /api/console/bank-lines/4/approve': { body: line() },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Approve: № 4' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Anvar Namuna, for S-17')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(sent(asked)?.body).toEqual({ round: 2 }));
  });

  it('that left are matched with a payout, of another account with a reason only', async () => {
    const debit = { kind: 'payout', personName: 'Sotuvchi', amountTiyin: 1 } as const;
    const asked = open({
      [LINES]: listed([
        line({
          side: 'debit',
          credits: [],
          debits: [
            { ...debit, id: 3, grounds: ['sum', 'account'] },
            { ...debit, id: 5, grounds: ['sum'] },
          ],
          may: ['match'],
        }),
      ]),
      'POST /api/console/bank-lines/4/match': { body: line() },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Match: № 4' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('radio', { name: /payout 5/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Match' }));
    expect(dialog.getByText('Write at least 3 characters')).toBeVisible();
    await userEvent.type(dialog.getByLabelText('Reason'), 'the bank changed it');
    await userEvent.click(dialog.getByRole('radio', { name: /payout 3/ }));
    expect(dialog.queryByLabelText('Reason')).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Match' }));
    await waitFor(() => expect(sent(asked)?.body).toEqual({ kind: 'payout', id: 3 }));
  });
});

describe('a file of the bank', () => {
  const choose = async (shown: StatementPreview) => {
    vi.spyOn(sending, 'lookAtStatement').mockResolvedValue(shown);
    const take = vi.spyOn(sending, 'takeStatement').mockResolvedValue({ added: 1, known: 0 });
    open({ [LINES]: listed([]) });
    await userEvent.click(await screen.findByRole('button', { name: 'Import a statement' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.upload(screen.getByTestId('choose-statement'), new File(['x'], 'day.csv'), {
      applyAccept: false,
    });
    await dialog.findByText('Lines: 1, known: 0');
    return { dialog, take };
  };

  it('is shown with its differences and refused rows, and taken over with a reason', async () => {
    const { dialog, take } = await choose(preview());
    expect(dialog.getByText(/A gap after the statement before: that ended with 50/)).toBeVisible();
    expect(dialog.getByText(/row 8: the sum cannot be read/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Import' }));
    expect(dialog.getByText('Write at least 3 characters')).toBeVisible();
    expect(take).not.toHaveBeenCalled();
    await userEvent.type(dialog.getByRole('textbox'), 'the first one');
    await userEvent.click(dialog.getByRole('button', { name: 'Import' }));
    expect(await screen.findByText('New lines: 1, known: 0.')).toBeVisible();
    expect(take).toHaveBeenCalledWith(
      { file: expect.any(File), encoding: null },
      { mark: 'f'.repeat(64), reason: 'the first one' },
    );
  });

  it('whose letters cannot be recognised is read in the encoding that is chosen, and its refused rows are saved', async () => {
    const look = vi
      .spyOn(sending, 'lookAtStatement')
      .mockRejectedValueOnce(new ApiError(422, 'statements.encoding', 'Which encoding?'))
      .mockResolvedValueOnce(preview());
    const rows = vi
      .spyOn(sending, 'refusedRowsOf')
      .mockResolvedValue({ fileName: 'day-refused.csv', csv: 'a;b' });
    const save = vi.spyOn(downloading, 'saveFile').mockReturnValue();
    open({ [LINES]: listed([]) });
    await userEvent.click(await screen.findByRole('button', { name: 'Import a statement' }));
    const dialog = within(await screen.findByRole('dialog'));
    const file = new File(['x'], 'day.csv');
    await userEvent.upload(screen.getByTestId('choose-statement'), file, { applyAccept: false });
    expect(await dialog.findByText('Which encoding?')).toBeVisible();
    await userEvent.selectOptions(dialog.getByLabelText('Encoding of the file'), 'ibm866');
    await dialog.findByText('Lines: 1, known: 0');
    expect(look.mock.calls.map(([{ encoding }]) => encoding)).toEqual([null, 'ibm866']);
    await userEvent.click(dialog.getByRole('button', { name: 'Download these rows' }));
    await waitFor(() => expect(save).toHaveBeenCalledWith('day-refused.csv', ['a;b']));
    expect(rows.mock.calls[0]![0]).toMatchObject({ encoding: 'ibm866' });
  });

  it('whose balance does not add up cannot be taken over', async () => {
    const [gap] = preview().differences;
    const { dialog } = await choose(preview({ differences: [{ ...gap!, kind: 'balance', forbids: true }] }));
    expect(dialog.getByText(/The balance does not add up/)).toBeVisible();
    expect(dialog.getByText('forbids the import')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Import' })).toBeDisabled();
  });

  it('is not offered to those who may only read', async () => {
    useSession.setState({ me: { roles: ['auditor'] } as never });
    open({ [LINES]: listed([line({ may: [] })]) });
    expect(await screen.findByText('Savdo S-17, lot 5: Cobalt')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Import a statement' })).toBeNull();
  });
});

it('imported statements and days are listed with what differs', async () => {
  const [difference] = preview().differences;
  const statement: BankStatementView = {
    id: 2,
    account: '20208000900000000001',
    format: 'csv',
    fileName: 'day.csv',
    number: '327',
    fromDay: '2026-11-24',
    toDay: '2026-11-24',
    openingTiyin: 0,
    closingTiyin: 100_00,
    creditTiyin: 100_00,
    debitTiyin: 0,
    lines: 3,
    added: 1,
    known: 2,
    waiting: 1,
    reason: 'the first one',
    refused: [],
    differences: [difference!],
    unbroken: false,
    doubted: true,
    importedBy: 'Nodira',
    importedAtMs: AT_MS,
  };
  const day: BankDay = {
    day: '2026-11-24',
    creditTiyin: 100_00,
    creditedTiyin: 0,
    waitingTiyin: 100_00,
    returnedTiyin: 0,
    ignoredTiyin: 0,
    debitTiyin: 0,
    settledTiyin: 0,
    ignoredDebitTiyin: 0,
    unprovenTiyin: 7_00,
    agrees: false,
  };
  open(
    {
      [LINES]: listed([]),
      'GET /api/console/bank-statements': { body: { items: [statement], total: 1, page: 1, size: 20 } },
      'GET /api/console/bank-statements/days': { body: { items: [day], total: 1, page: 1, size: 30 } },
      'POST /api/console/decisions/propose': { body: { id: 31 } },
    },
    '/console/bank-statements?view=statements',
  );
  expect(await screen.findByText('1 new, 2 known')).toBeVisible();
  expect(screen.getByText('Accepted: the first one')).toBeVisible();
  expect(screen.getByText(/follows on no confirmed statement/)).toBeVisible();
  expect(screen.getByText(/Another file says other things of its days/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Confirm: № 2' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText(/^Reason/), 'compared with the paper');
  await userEvent.type(dialog.getByLabelText(/^Document/), 'Statement 327');
  await userEvent.click(dialog.getByRole('button', { name: 'Propose' }));
  expect(await screen.findByText('Decision 31 waits for a second person.')).toBeVisible();
  await userEvent.click(screen.getByRole('tab', { name: 'Differences by day' }));
  expect(await screen.findByText('differs')).toBeVisible();
  expect(screen.getByText(/payments without a line 7/)).toBeVisible();
});
