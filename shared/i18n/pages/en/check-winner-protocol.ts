import { heading, link, note, paragraph, points, steps, table, type PageText } from '../blocks.ts';

export const checkWinnerProtocol: PageText = {
  title: 'How to check the winner and the protocol',
  summary: 'Who wins, where the protocol appears, and how anybody can make sure that it is genuine.',
  updatedOn: '2026-11-24',
  blocks: [
    paragraph(
      'After the close everybody sees the result on the page of the lot: the final price and all confirmed prices with their times and participant numbers. There are no names. The name of the winner is given in the protocol only.',
    ),
    heading('How an auction ends'),
    table(
      ['Situation', 'Result'],
      ['At least one price was confirmed', 'Sold: the participant who confirmed the last price wins'],
      ['Fewer participants than the rules require', 'Not held; confirmed prices are void'],
      ['Enough participants, but nobody confirmed a price', 'Finished with no price given'],
      ['The lot was withdrawn before the close', 'Withdrawn; all deposits are released'],
      ['An invited participant did not accept in time', 'Price not confirmed'],
    ),
    paragraph(
      'The reserve winner is the other participant who confirmed the last price before the winner. If the winner declines or does not pay, the lot is offered to the reserve winner, who has {{invitation}} to answer.',
    ),
    heading('What the winner does next'),
    steps(
      'Open the lot you won in your cabinet and read what comes next: every step has its date and names who must act.',
      'Pay the rest of the price in time. Simplified sale: {{shop.payment}}; live auction: {{live.payment}}; private sale: {{private.payment}}.',
      'Download the protocol from your cabinet as a PDF file. Its QR code leads to the page that checks it.',
    ),
    heading('Paying by parts'),
    points(
      'Where the lot offers it, you choose under “Won lots” whether to pay the full price or the first part. The lot card shows the schedule before you take part.',
      'Your deposit counts towards the first part. The other parts are due once a month, by 18:00 of a working day.',
      'A part is taken from your balance at its deadline if the balance is enough. You may pay earlier: one part, several or all.',
      'A late part may cost a late fee; the terms beside the schedule name it. If a part stays unpaid for long, two members of staff may end the sale; at most what the platform still holds is returned.',
      'After the first part the lot cannot be refused. The property is handed over when the whole price is paid.',
    ),
    heading('Checking a protocol'),
    steps(
      'Open the protocol check or scan the QR code on the document.',
      'Enter the protocol number. To see the winner and the paper as well, enter the check word printed beside the QR code; the code itself carries both.',
      'Compare the page with your document: number, date, lot, price and status must be the same.',
    ),
    paragraph('The page gives one of three answers:'),
    points(
      'Active: the document is in force.',
      'Cancelled: the result was cancelled and the document cannot be relied upon.',
      'Not found: there is no protocol with this number. Check the number; if in doubt, ask the operator.',
    ),
    note(
      'Public pages show PINFL and STIR with hidden digits. Only their owner and operators see them in full.',
    ),
    heading('If you disagree with the result'),
    paragraph(
      'A participant of this auction may protest in writing, with files, on the page of the result within {{protest}} of the close. Until the decision the time for payment does not run. The customer answers with reasons within {{protest.answer}}; without an answer the staff of the platform decide. Only staff cancel a result, two of them where the lot is sold; for state lots they decide whatever the customer answers. If the result is cancelled, so is the protocol, and the money is returned; if the protest is dismissed, the result remains. Both sides receive a message either way.',
    ),
    heading('Checking a participant'),
    paragraph(
      'Before a deal you can look a participant up in the list of dishonest participants by STIR or PINFL. If there is no record, the participant is considered honest. The list itself is not published.',
    ),
    link('Check a protocol', '/check-protocol'),
    link('Check for a dishonest participant', '/check-black-list'),
  ],
};
