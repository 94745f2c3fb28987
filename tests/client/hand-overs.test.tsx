import { fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import AfterSaleOfLot from '#client/entities/sale/after-sale-of-lot.tsx';
import { HandOversTable } from '#client/features/console/hand-overs/hand-overs-table.tsx';
import { WinLotsPage } from '#client/features/cabinet/winlots/winlots-page.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { useSession } from '#client/lib/session.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import type { HandOverOfSale } from '#shared/api/cabinet/hand-over-of-sale.ts';
import type { StaffHandOver } from '#shared/api/cabinet/hand-overs.ts';
import { serve, show, type Answers } from './page.tsx';
import { inAll, winLot, winLots } from './sale-fixture.ts';
// Comes later in a browser; read ahead, so that no time limit waits for it.
import '#client/ui/dialog.tsx';

const LIST = 'GET /api/shop/winlot/list';
const CONFIRM = 'POST /api/shop/winlot/confirm-hand-over';
const DISPUTE = 'POST /api/shop/winlot/dispute-hand-over';
const FILES = 'GET /api/shop/file/documents';
const CONSOLE = 'GET /api/console/hand-overs';
const WRONG = 'The keys do not fit, and two pipes are missing.';
const DAY_MS = 24 * 3_600_000;
const LIMITS = { minCount: 0, count: 20, totalBytes: 20_000_000, fileBytes: 10_000_000 };
const NO_FILES = { body: { items: [], usedBytes: 0, limits: LIMITS, scanned: false } };
const A_FILE = {
  id: 4,
  uploadId: 'f',
  name: 'waybill.pdf',
  sizeBytes: 900,
  createdAtMs: 0,
  type: 'application/pdf',
  url: '/api/shop/file/4',
  isPublic: false,
};

const handOver = (more: Partial<HandOverOfSale> = {}): HandOverOfSale => ({
  id: 9,
  state: 'awaiting',
  dueAtMs: Date.now() + 5 * DAY_MS,
  recordedAtMs: null,
  dispute: null,
  confirmedAtMs: null,
  note: null,
  act: null,
  ...more,
});
const disputed = { state: 'disputed', dispute: { text: WRONG, atMs: Date.now() } } as const;
const confirmed = {
  state: 'confirmed',
  confirmedAtMs: Date.now(),
  act: { number: 'A-000009', path: '/api/shop/winlot/hand-over-act/9' },
} as const;

const paid = (of: HandOverOfSale) =>
  winLot({
    state: 'paid',
    canPay: false,
    canRefuse: false,
    canAccept: false,
    handOver: of,
    canConfirmHandOver: of.state === 'awaiting' || of.state === 'disputed',
    canDisputeHandOver: of.state === 'awaiting',
  });

const staffView = (more: Partial<StaffHandOver> = {}): StaffHandOver => ({
  ...handOver({ dueAtMs: Date.now() - DAY_MS }),
  settlementId: 5,
  lotId: 7,
  title: inAll('Chevrolet Cobalt'),
  orderId: 12,
  priceTiyin: 60_000_000_00,
  buyer: { id: 'p-1', name: 'Xaridor Namuna', number: 12 },
  seller: { id: 'p-2', name: 'Sotuvchi Namuna' },
  openedAtMs: 0,
  late: true,
  confirmedBy: null,
  cancelledAtMs: null,
  may: ['confirm'],
  cancellable: false,
  sale: 'hammer',
  ...more,
});
const listed = (items: StaffHandOver[]) => ({
  body: { items, counts: { open: 3, late: 1, disputed: 1 }, total: items.length, page: 1, size: 20 },
});

function open(answers: Answers, page = <WinLotsPage />, at = '/profile/winlots') {
  const asked = serve(answers);
  show(
    <>
      {page}
      <Toasts />
    </>,
    at,
  );
  return asked;
}
const sent = (asked: ReturnType<typeof serve>) => asked.find(({ method }) => method === 'POST')?.body;

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  const texts = [
    'cabinet',
    'winlots',
    'after-sale',
    'applications',
    'code-entry',
    'payments',
    'files',
  ] as const;
  await loadNamespaces([...texts, 'console-hand-overs', 'console-decisions']);
  useSession.setState({ user: null, me: null, known: true });
});

describe('what the buyer has paid for', () => {
  it('of a lot that was corrected since may be left, after the question what follows', async () => {
    const LEAVE = 'POST /api/shop/winlot/leave-corrected';
    const corrected = { ...paid(handOver()), sale: 'purchase', canLeave: true } as const;
    const answers: Answers = {
      [LIST]: winLots([corrected]),
      [LEAVE]: { body: { verdict: 'left', already: false, winLot: corrected } },
    };
    const asked = open(answers);
    await userEvent.click(await screen.findByRole('button', { name: 'Leave the purchase' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(sent(asked)).toBeUndefined();
    await userEvent.click(dialog.getByRole('button', { name: 'Leave the purchase' }));
    expect(await screen.findByText('You have left the purchase, and your money is returned.')).toBeVisible();
    const { lotId, settlementId } = corrected;
    expect(asked.find(({ path }) => path.endsWith('/leave-corrected'))?.body).toEqual({
      lotId,
      settlementId,
    });
  });

  it('of a corrected lot is not left once the seller has recorded the hand-over, and says why', async () => {
    const recorded = { ...paid(handOver({ recordedAtMs: Date.now() })), sale: 'purchase' } as const;
    open({ [LIST]: winLots([{ ...recorded, canLeave: false, leaveStop: 'recorded' }]) });
    expect(await screen.findByText(/you can no longer leave by yourself/)).toBeVisible();
    expect(screen.getByText(/The seller recorded the hand-over on/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Leave the purchase' })).toBeNull();
  });

  it('is confirmed as received after a question, and shows its act', async () => {
    const answers: Answers = { [LIST]: winLots([paid(handOver())]) };
    const asked = open(answers);
    const card = within(await screen.findByRole('article', { name: 'Chevrolet Cobalt' }));
    expect(card.getByText(/Once you have the property, confirm it by/)).toBeVisible();
    const tracker = within(card.getByRole('list', { name: 'Steps after the sale' }));
    expect(tracker.getByText('Protocol')).toBeVisible();
    await userEvent.click(card.getByRole('button', { name: 'I have received it' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/This cannot be undone/)).toBeVisible();
    expect(sent(asked)).toBeUndefined();
    const done = paid(handOver(confirmed));
    answers[CONFIRM] = { body: { verdict: 'confirmed', already: false, winLot: done } };
    answers[LIST] = winLots([done]);
    await userEvent.click(dialog.getByRole('button', { name: 'I have received it' }));
    expect(await screen.findByText(/The receipt is recorded/)).toBeVisible();
    expect(sent(asked)).toEqual({ lotId: 7 });
    expect(await card.findByRole('link', { name: 'Acceptance act A-000009, PDF' })).toHaveAttribute(
      'href',
      '/api/shop/winlot/hand-over-act/9',
    );
    expect(card.getByText('The property is handed over to you.')).toBeVisible();
    expect(card.queryByRole('button', { name: 'Something is wrong' })).toBeNull();
  });

  it('is disputed with a text that says enough', async () => {
    const answers: Answers = { [LIST]: winLots([paid(handOver())]), [FILES]: NO_FILES };
    const asked = open(answers);
    await userEvent.click(await screen.findByRole('button', { name: 'Something is wrong' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByRole('textbox'), 'bad');
    await userEvent.click(dialog.getByRole('button', { name: 'Dispute the hand-over' }));
    expect(dialog.getByText('Write at least 20 characters')).toBeVisible();
    expect(sent(asked)).toBeUndefined();
    const after = paid(handOver(disputed));
    answers[DISPUTE] = { body: { verdict: 'disputed', winLot: after } };
    answers[LIST] = winLots([after]);
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: WRONG } });
    await userEvent.click(dialog.getByRole('button', { name: 'Dispute the hand-over' }));
    expect(await screen.findByText('Your dispute was sent to staff.')).toBeVisible();
    expect(sent(asked)).toEqual({ lotId: 7, text: WRONG });
    expect(await screen.findByText(/Staff are looking into your dispute/)).toBeVisible();
    expect(screen.getByText(WRONG)).toBeVisible();
  });

  it('says that staff was first', async () => {
    const answers: Answers = { [LIST]: winLots([paid(handOver({ dueAtMs: Date.now() - DAY_MS }))]) };
    open(answers);
    expect(await screen.findByText(/The time ended on/)).toBeVisible();
    const done = paid(handOver({ ...confirmed, state: 'confirmed-by-staff', note: 'The waybill is signed' }));
    answers[CONFIRM] = { body: { verdict: 'over', state: 'confirmed-by-staff', winLot: done } };
    answers[LIST] = winLots([done]);
    await userEvent.click(screen.getByRole('button', { name: 'I have received it' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'I have received it' }));
    expect(await screen.findByText('Staff have confirmed the hand-over already.')).toBeVisible();
    expect(await screen.findByText('The waybill is signed')).toBeVisible();
  });
});

it('the seller reads the dispute with its files beside the steps', async () => {
  const { steps, priceTiyin } = paid(handOver(disputed));
  open(
    {
      'GET /api/shop/winlot/after-sale/7': {
        body: { lotId: 7, sale: 'hammer', state: 'paid', priceTiyin, handOver: handOver(disputed), steps },
      },
      [FILES]: { body: { ...NO_FILES.body, items: [A_FILE] } },
    },
    <AfterSaleOfLot lotId={7} reader="seller" />,
  );
  expect(await screen.findByText(WRONG)).toBeVisible();
  expect(await screen.findByRole('link', { name: 'waybill.pdf' })).toHaveAttribute(
    'href',
    '/api/shop/file/4',
  );
});

describe('hand-overs, for staff', () => {
  const page = () => <HandOversTable />;

  const PROPOSE = 'POST /api/console/decisions/propose';
  const proposal = { id: 31 };

  it('name no side of the sale to a reader with a part in the lot', async () => {
    open({ [CONSOLE]: listed([staffView({ buyer: null, seller: null })]) }, page(), '/console/hand-overs');
    expect(await screen.findByText('Hidden: you have a part in this lot yourself')).toBeVisible();
    expect(screen.queryByText('the operator’s own lot')).toBeNull();
  });

  it('are proposed to be confirmed after the deadline, with how it is known', async () => {
    const asked = open(
      { [CONSOLE]: listed([staffView()]), [PROPOSE]: { body: proposal } },
      page(),
      '/console/hand-overs',
    );
    expect(await screen.findByText(/Open: 3, late: 1, disputed: 1/)).toBeVisible();
    expect(screen.getByText(/Xaridor Namuna, participant 12/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Confirm the hand-over: № 7' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Propose' }));
    expect(dialog.getByText('Write at least 10 characters')).toBeVisible();
    expect(dialog.getByText('Name the document')).toBeVisible();
    expect(sent(asked)).toBeUndefined();
    await userEvent.type(dialog.getByRole('textbox', { name: /Reason/ }), ' The waybill is signed ');
    await userEvent.type(dialog.getByRole('textbox', { name: /Document/ }), 'Waybill 5');
    await userEvent.click(dialog.getByRole('button', { name: 'Propose' }));
    expect(await screen.findByText('Decision 31 waits for a second person.')).toBeVisible();
    expect(sent(asked)).toEqual({
      kind: 'confirm-hand-over',
      payload: { handOverId: 9 },
      reason: 'The waybill is signed',
      document: 'Waybill 5',
    });
  });

  it('lead from a dispute to the cancellation of its sale', async () => {
    const disputed = staffView({ state: 'disputed', late: false, may: ['settle'], cancellable: true });
    open({ [CONSOLE]: listed([disputed]) }, page(), '/console/hand-overs');
    expect(await screen.findByRole('link', { name: 'Cancel the sale: № 7' })).toHaveAttribute(
      'href',
      '/console/result-cancellations?begin=7&sale=5',
    );
  });

  it('show the words of the buyer where a dispute is settled', async () => {
    open(
      {
        [CONSOLE]: listed([staffView({ ...disputed, late: false, sale: 'purchase', may: ['settle'] })]),
        [FILES]: NO_FILES,
      },
      page(),
      '/console/hand-overs',
    );
    expect(await screen.findByText(/Xaridor Namuna, purchase 12/)).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Settle the dispute: № 7' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(WRONG)).toBeVisible();
  });
});
