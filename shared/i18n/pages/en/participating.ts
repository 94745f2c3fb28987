import { heading, link, note, paragraph, points, steps, table, type PageText } from '../blocks.ts';

export const participating: PageText = {
  title: 'How to take part in an auction',
  summary:
    'From registration to the auction room: what you need, until when applications are accepted, and when you may withdraw.',
  updatedOn: '2026-11-21',
  blocks: [
    paragraph(
      'You can browse lots, search and watch open auctions without registering. To offer a price you need an account, a signed public offer and an application for the lot you have chosen.',
    ),
    heading('Before you start'),
    points(
      'Open an account. Registration takes place on a separate sign-in site with your phone number and e-mail address. Individuals give their PINFL, companies their STIR.',
      'Sign the public offer with an electronic digital signature. After the deadline set for it, applications are refused until the offer has been signed.',
      'Complete your profile: your address and bank details will be needed for payments and refunds.',
    ),
    heading('Applying step by step'),
    steps(
      'Choose a lot and read its card to the end: description, photos, documents, deposit, first step, trading time and payment term. These terms are frozen when the lot is published and do not change afterwards.',
      'Top up your balance by at least the amount of the deposit.',
      'Press the application button on the lot card. The deposit is held on your balance; if you are short of money, the system names the missing sum.',
      'Once admitted you receive a participant number. In the room everyone sees only that number; names appear in the final protocol alone.',
      'When trading begins, enter the room from the lot card.',
    ),
    heading('Kinds of trade and their times'),
    table(
      ['Kind of trade', 'Trading time', 'Applications', 'Participants'],
      [
        'Simplified sale of state property',
        '{{shop.window}}',
        '{{shop.applications}}',
        '{{shop.participants}}',
      ],
      ['One-day live auction', '{{live.window}}', '{{live.applications}}', '{{live.participants}}'],
      ['Free private sale', '{{private.window}}', '{{private.applications}}', '{{private.participants}}'],
    ),
    paragraph(
      'The table shows the rules in force now. In a private sale the customer chooses some of the terms, so always rely on the lot card. If there are fewer participants than the rules require, the auction is not held and all deposits are released.',
    ),
    heading('Withdrawing an application'),
    paragraph(
      'You may cancel your application until applications close. The cancellation is confirmed by a code sent by SMS and e-mail, and the deposit is released at once. It is no longer possible if:',
    ),
    points(
      'you have confirmed a price for this lot;',
      'your auto-bid is active;',
      'less than {{cancel.minutes}} remain until applications close.',
    ),
    heading('Practise first'),
    paragraph(
      'The practice room follows every rule of a real one but needs neither money nor a deposit: anyone signed in receives a number straight away. It is a good place to learn how to confirm a price, offer your own and set an auto-bid.',
    ),
    note(
      'The lot card always shows what you can do right now and, if something is not possible, why. The operator answers questions Monday to Friday from {{hours.opens}} to {{hours.closes}}.',
    ),
    link('See current auctions', '/lot-list'),
    link('Write to the operator', '/contact'),
  ],
};
