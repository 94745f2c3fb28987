import { heading, link, note, paragraph, points, steps, table, type PageText } from '../blocks.ts';

export const refundMoney: PageText = {
  title: 'How to get your money back',
  summary:
    'When a deposit is released by itself, how to move money from your balance to a bank account, and when it is not returned.',
  updatedOn: '2026-11-21',
  blocks: [
    paragraph(
      'Getting money back takes two steps. First the deposit that was held is released to your balance, which happens automatically. Then you may have free money paid out to your own bank account; for this you send a refund application.',
    ),
    heading('When a deposit is released'),
    table(
      ['Situation', 'When it is released'],
      ['You did not win', 'Within seconds of the close'],
      ['Not held: too few participants', 'Within seconds of the close'],
      ['Nobody confirmed a price', 'Within seconds of the close'],
      ['The lot was withdrawn', 'As soon as it is withdrawn'],
      ['You cancelled your application', 'As soon as you confirm with the code'],
      ['A protest was upheld and the result cancelled', 'Together with the cancellation'],
    ),
    paragraph(
      'The deposit of the reserve winner is released after the close like everyone else’s. If the first winner declines or does not pay, the lot is offered to the reserve winner, who has {{invitation}} to answer. On acceptance the deposit is held again.',
    ),
    heading('From your balance to a bank account'),
    steps(
      'Open the refund application in your cabinet.',
      'Choose your bank and enter the number of your own account and the bank code (MFO).',
      'Enter the sum. Only free money can be paid out: deposits being held are not part of it.',
      'Send the application. The sum is held on your balance until it has been dealt with and cannot be spent otherwise.',
      'Follow it in the cabinet: every change is recorded with its time, and you are told the result.',
    ),
    note(
      'Card numbers are never kept in readable form. Where payouts to cards are not connected, money goes to bank accounts only, and the application page says so.',
    ),
    heading('When money is not returned'),
    points(
      'The winner did not pay in time. The term is {{shop.payment}} in a simplified sale, {{live.payment}} in a live auction and {{private.payment}} in a private sale.',
      'The winner declined the property. For state property this also means no auctions for {{bar.months}}.',
      'The winner’s deposit was counted towards the price: it is part of the payment and is not returned separately.',
    ),
    heading('If you have protested'),
    paragraph(
      'A participant of the auction may protest in writing within {{protest}} of the close. The customer answers with reasons within {{protest.answer}}; payment waits meanwhile. If staff uphold the protest, the result and the protocol are cancelled and the money is returned.',
    ),
    heading('You cannot see your money?'),
    paragraph(
      'First look at the list of transactions in your cabinet: every hold, release and payment stands there as a line of its own. If a question remains, write to the operator and name the lot number and the time. Working hours: Monday to Friday, {{hours.opens}}–{{hours.closes}}.',
    ),
    link('How to pay the deposit', '/info/deposite-adjunction'),
    link('Write to the operator', '/contact'),
  ],
};
