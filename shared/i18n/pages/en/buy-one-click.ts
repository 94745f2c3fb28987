import { heading, link, note, paragraph, points, steps, table, type PageText } from '../blocks.ts';

export const buyOneClick: PageText = {
  title: 'How to buy in one click',
  summary: 'Lots at an announced price: reservation, confirmation by code, payment and protocol.',
  updatedOn: '2026-11-23',
  blocks: [
    paragraph(
      'Some lots are sold without an auction, at a price announced in advance. Such a lot has one or several equal units, and each goes to the buyer who confirms first: there is no bidding, no waiting for others and no deposit.',
    ),
    heading('How it differs from an auction'),
    table(
      ['Term', 'Auction', 'Announced price'],
      ['Price', 'Formed in the room', 'Known in advance and fixed'],
      ['Deposit', 'Stated on the lot card', 'Not needed'],
      [
        'Who gets the lot',
        'The participant who confirmed the last price',
        'Whoever confirmed the purchase first',
      ],
      ['Protocol', 'After the result', 'As soon as the purchase is confirmed'],
    ),
    heading('Buying step by step'),
    steps(
      'Sign in. The public offer must be signed, and your balance must cover the price or, where payment by parts is allowed, the first part.',
      'Choose a lot sold at an announced price and read its card to the end: condition, documents, price and payment terms.',
      'Choose how many units you want; the card shows how many are free, reserved and sold at this moment.',
      'Press the purchase button. Your units are reserved for you for {{reservation}} and their price is held on your balance; no other buyer can take them meanwhile.',
      'Enter the {{code.digits}}-digit code you received by SMS and e-mail.',
      'If the code is right, the price or the first part is taken from your balance and the protocol is made at once.',
    ),
    note('Tell nobody your code. The operator never asks for it.'),
    heading('The confirmation code'),
    points(
      'A code is valid for {{code.minutes}}.',
      'You have {{code.tries}} to enter it.',
      'You may ask for a new one after {{code.resend}}; the page shows the time left.',
      'The most codes sent to one phone number in a day: {{code.perDay}}.',
    ),
    paragraph(
      'If the code is not entered in time, the reservation ends, and the units and your money are free again. Another code does not prolong it. Nothing is taken from your balance, and you may start over.',
    ),
    heading('When everything is reserved'),
    paragraph(
      'Units reserved by others may come free: leave the card open, it says so at once. One person has one reservation of a lot at a time, and sees it on all devices; it can be given up at any moment, which costs nothing.',
    ),
    heading('Paying by parts'),
    paragraph(
      'Where the seller allows it, the price can be paid by parts. Their number and dates are stated on the lot card. The first part is taken on confirmation, the others follow the schedule, which you find in your cabinet.',
    ),
    heading('What may be sold by auction only'),
    paragraph(
      'Property turned over to the state whose price is above {{auctionOnly.times}} times the base calculation amount (BHM) cannot be sold at an announced price: it goes to auction. Today this limit is {{auctionOnly.sum}}, as the BHM has been {{bhm}} since {{bhm.since}}.',
    ),
    heading('After the purchase'),
    points(
      'The protocol stays in your cabinet, and anybody can check it by its number or QR code.',
      'Each purchase has a protocol of its own, and no protest is filed against it. Your cabinet shows it under “Purchases”, and the tracker says who does what next.',
      'Agree with the seller on when and where the property is handed over: the contacts are on the lot card.',
      'If you have questions, write to the operator. Working hours: Monday to Friday, {{hours.opens}}–{{hours.closes}}.',
    ),
    link('See the lots', '/lot-list'),
    link('Check a protocol', '/check-protocol'),
  ],
};
