import { heading, link, note, paragraph, points, steps, table, type PageText } from '../blocks.ts';

export const depositeAdjunction: PageText = {
  title: 'How to pay the deposit',
  summary:
    'What the deposit is for, how much it is, how it is held and what becomes of it after the auction.',
  updatedOn: '2026-11-22',
  blocks: [
    paragraph(
      'The deposit shows that a participant is serious. It is a share of the start price, stated on the lot card, and is held on your balance when you apply. The money stays yours: until the auction has a result you simply cannot spend it on anything else.',
    ),
    heading('How much it is'),
    table(
      ['Kind of trade', 'Share of the start price'],
      ['Simplified sale of state property', '{{shop.deposit}}'],
      ['One-day live auction', '{{live.deposit}}'],
      ['Free private sale', '{{private.deposit}}'],
      ['Practice room', '{{practice.deposit}}'],
    ),
    paragraph(
      'Where a range is given, the exact percentage is set for each lot and shown on its card together with the sum. For example, in a simplified sale a lot with a start price of {{example.start}} needs a deposit of {{example.deposit}}. A sum calculated from a percentage is rounded down to the tiyin.',
    ),
    heading('How far your money carries you'),
    paragraph(
      'Your deposit for the lot and your free balance decide how high you may go: together they must make a set percentage of the price you offer. Where the deposit of a lot is a smaller percentage of its start price, that smaller one counts; a lot without a deposit has no limit. The first suggested price is always within reach.',
    ),
    table(
      ['Kind of trade', 'You may offer up to'],
      ['Simplified sale of state property', '{{shop.limit}}'],
      ['One-day live auction', '{{live.limit}}'],
      ['Free private sale', '{{private.limit}}'],
      ['Practice room', '{{practice.limit}}'],
    ),
    paragraph(
      'For example, in a simplified sale a lot with a start price of {{example.start}} needs a deposit of {{example.deposit}}, and that deposit alone allows {{example.limit}}. Confirmed prices stand even if your balance falls later.',
    ),
    heading('Topping up and paying the deposit'),
    steps(
      'Sign in and choose to top up your balance in the menu.',
      'Choose a payment system and enter the sum. Once the payment is confirmed, the money appears on your balance.',
      'Go back to the lot card and apply. The deposit is held at once; no separate transfer is needed.',
      'If there is not enough money, the application is not accepted: the answer names the missing sum and links to the top-up page.',
    ),
    note(
      'Every lot needs a deposit of its own. If you take part in several auctions, your balance must cover all of them.',
    ),
    heading('After the auction'),
    table(
      ['Result', 'What becomes of the deposit'],
      ['You did not win', 'Released to your balance within seconds of the close'],
      ['You won', 'Counted towards the price; you pay the rest in time'],
      ['You did not pay or declined the property', 'Not returned'],
      ['The auction was not held or the lot was withdrawn', 'Released in full'],
      ['You cancelled your application in time', 'Released at once'],
    ),
    paragraph(
      'A winner of state property who declines it or fails to pay in time loses not only the deposit but also the right to take part in auctions for {{bar.months}}. So check the payment term before you confirm a price: {{shop.payment}} in a simplified sale, {{live.payment}} in a live auction, {{private.payment}} in a private sale.',
    ),
    heading('Good to know'),
    points(
      'A deposit never expires by itself: only the result of the auction ends it. During a technical interruption it stays where it is.',
      'Topping up raises your limit at once, even while the auction is running. The room shows you your limit where one applies.',
      'A released deposit stays on your balance: use it for another lot or have it paid out to your bank account.',
      'The practice room needs neither money nor a deposit.',
    ),
    link('How to get your money back', '/info/refund-money'),
    link('How to take part in an auction', '/info/participating'),
  ],
};
