import type { HelpPageName } from '../../../api/pages.ts';
import type { PageText } from '../blocks.ts';
import { bidLot } from './bid-lot.ts';
import { buyOneClick } from './buy-one-click.ts';
import { checkWinnerProtocol } from './check-winner-protocol.ts';
import { depositeAdjunction } from './deposite-adjunction.ts';
import { participating } from './participating.ts';
import { refundMoney } from './refund-money.ts';

export const pages: Record<HelpPageName, PageText> = {
  participating,
  'deposite-adjunction': depositeAdjunction,
  'refund-money': refundMoney,
  'bid-lot': bidLot,
  'check-winner-protocol': checkWinnerProtocol,
  'buy-one-click': buyOneClick,
};
