import { heading, link, note, paragraph, points, steps, table, type PageText } from '../blocks.ts';

export const bidLot: PageText = {
  title: 'How to offer a price',
  summary:
    'The suggested price, a price of your own, the auto-bid, overtime, and what happens when your connection is lost.',
  updatedOn: '2026-11-22',
  blocks: [
    paragraph(
      'Prices go up. The room always shows one suggested price: the least that would be accepted now. You confirm it with a single button. Whoever confirmed the last price is in the lead.',
    ),
    heading('The first price and the steps'),
    table(
      ['Kind of trade', 'First suggested price', 'Step'],
      ['Simplified sale of state property', '{{shop.firstPrice}}', '{{shop.increment}}'],
      ['One-day live auction', '{{live.firstPrice}}', '{{live.increment}}'],
      [
        'Free private sale',
        '{{private.firstPrice}}',
        'Stated on the lot card; unless chosen, {{private.increment}}',
      ],
    ),
    paragraph(
      'Expensive lots have another step. Simplified sale: {{shop.incrementAbove}}. Live auction: {{live.incrementAbove}}. The base calculation amount (BHM) has been {{bhm}} since {{bhm.since}}.',
    ),
    heading('Confirming a price'),
    steps(
      'Read the sum on the button: exactly that sum is sent when you press it.',
      'Press the button and wait for the answer. “Confirmed” means that the price has been recorded and cannot be lost any more.',
      'If you want to offer more, enter your own sum. It may not be below the suggested price.',
      'If your sum is more than {{ask.above}} above the suggested price, the system asks once more to rule out a slip.',
    ),
    note(
      'A confirmed price cannot be withdrawn. Even if you press the button twice, one offer never counts twice.',
    ),
    heading('How far one offer may go'),
    paragraph(
      'A price of your own and an auto-bid must lie within your limit, which your deposit and free balance set. One jump is capped as well, so that no single offer can end an auction. A refusal names the highest price that would pass.',
    ),
    table(
      ['Kind of trade', 'Largest jump'],
      ['Simplified sale of state property', '{{shop.jump}}'],
      ['One-day live auction', '{{live.jump}}'],
      ['Free private sale', '{{private.jump}}'],
      ['Practice room', '{{practice.jump}}'],
    ),
    heading('The auto-bid'),
    paragraph(
      'An auto-bid is your secret maximum. Up to it the system offers, by itself, the least price that puts you in the lead. Nobody sees the maximum until the auction closes; after one with a result it is published with your number, so that anybody can check that the system followed it. You may leave it before the start: it acts from the first second. If two maximums are equal, the one set earlier wins. Where the terms of a lot say so, the auto-bid pays one step above the second highest maximum instead, at most its own.',
    ),
    heading('Overtime'),
    points(
      'Simplified sale of state property: {{shop.overtime}}.',
      'One-day live auction: {{live.overtime}}.',
      'Free private sale: {{private.overtime}}, unless the customer chose otherwise.',
      'Practice room: {{practice.overtime}}.',
    ),
    paragraph(
      'Only an accepted price extends the time; a refused one does not. One clock decides for everybody, the server’s; the room shows how accurately it follows that clock.',
    ),
    heading('If an offer is refused or the connection is lost'),
    points(
      'Every refusal gives the reason and the price that would pass now: someone may have been faster, for example.',
      'The leader cannot confirm again and does not need to.',
      'When the connection drops, your confirmed prices and your auto-bid stay in force. The room reconnects by itself and shows everything you missed.',
      'A technical interruption costs no time: when trading resumes, what was left of it is given back.',
    ),
    link('How to check the winner and the protocol', '/info/check-winner-protocol'),
    link('See current auctions', '/lot-list'),
  ],
};
